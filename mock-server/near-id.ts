import { type ChatState, slice } from '../core/index.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import type { Refusal } from './refusal.ts';

/** How many ids are compared with one that does not exist. */
const mostIds = 50;

/** The id that was probably meant where nobody has the one that was written; a sentence, or nothing. */
export function nearId(refusal: Refusal, { users, groups }: ChatState): string | undefined {
  let near: string | undefined;
  if (refusal.kind === 'unknownActor' || refusal.kind === 'unknownUser') {
    const uids = slice(users, 0, mostIds).map(({ uid }) => uid);
    near = nearestName(refusal.uid.slice(0, 100), uids);
  } else if (refusal.kind === 'unknownGroup') {
    const guids = slice(groups, 0, mostIds).map(({ guid }) => guid);
    near = nearestName(refusal.guid.slice(0, 100), guids);
  }
  return near === undefined ? undefined : `Did you mean ${near}?`;
}
