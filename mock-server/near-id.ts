import { type ChatState, slice } from '../core/index.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import type { Refusal } from './refusal.ts';

/** How many ids are compared with one that does not exist. */
const mostIds = 300;

/** The id that was probably meant where nobody has the one that was written; a sentence, or nothing. */
export function nearId(refusal: Refusal, { users, groups }: ChatState): string | undefined {
  let near: string | undefined;
  if (refusal.kind === 'unknownActor' || refusal.kind === 'unknownUser') {
    near = nearestName(
      refusal.uid.slice(0, 100),
      slice(users, 0, mostIds).map(({ uid }) => uid),
    );
  } else if (refusal.kind === 'unknownGroup') {
    near = nearestName(
      refusal.guid.slice(0, 100),
      slice(groups, 0, mostIds).map(({ guid }) => guid),
    );
  }
  return near === undefined ? undefined : `Did you mean ${near}?`;
}
