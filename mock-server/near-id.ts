import { type ChatState, slice } from '../core/index.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import type { Refusal } from './refusal.ts';

/** How many ids are compared with one that does not exist. */
const mostIds = 300;

/** The id that was probably meant where nobody has the one that was written; a sentence, or nothing. */
export function nearId(refusal: Refusal, state: ChatState): string | undefined {
  switch (refusal.kind) {
    case 'unknownActor':
    case 'unknownUser':
      return didYouMean(
        refusal.uid,
        slice(state.users, 0, mostIds).map(({ uid }) => uid),
      );
    case 'unknownGroup':
      return didYouMean(
        refusal.guid,
        slice(state.groups, 0, mostIds).map(({ guid }) => guid),
      );
    default:
      return undefined;
  }
}

function didYouMean(written: string, ids: readonly string[]): string | undefined {
  const near = nearestName(written.slice(0, 100), ids);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}
