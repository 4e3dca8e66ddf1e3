import { isRefused, type Trace } from '../execution/trace.ts';
import type { Profile } from '../profile/profile.ts';
import { alike } from './alike.ts';

/** Why a requirement cannot show on this target, if so: the axis with its value, or what the target does not do or show. */
export function notApplicable(
  requirement: string,
  { usual, forms: [form = 'path-actor'], spellsIds }: Profile,
  traces: readonly Trace[],
): string | undefined {
  const plain = usual.get(`${form} free temporary`);
  if (requirement === 'omitted-equals-false' && plain !== undefined && plain.place !== 'removed') {
    return 'withoutPreserveOrder: a row that stays in the list may stand where it would stand with preserveOrder too';
  }
  if (requirement === 'message-names-conversation' && spellsIds === undefined) {
    return 'no list shows the ids of conversations, which the confirmations may name';
  }
  if (requirement !== 'look-alikes-apart') return undefined;
  const withAlikes = traces.filter(({ scenario: { users } }) =>
    users.some((one) => users.some((two) => alike(one, two) !== undefined)),
  );
  const refused = withAlikes.find(isRefused);
  return refused !== undefined ? `the target refuses to create such ids: ${refused.void}` : undefined;
}
