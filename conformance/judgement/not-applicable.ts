import { isRefused, type Trace } from '../execution/trace.ts';
import type { Effect, Profile } from '../profile/profile.ts';
import { alike } from './alike.ts';

/** What each effect of the found behaviour hides from view; a test keeps it equal to what runs show. */
const hiddenBy: readonly {
  readonly requirement: string;
  /** Whether a class of resets is hidden; the requirement is where all are. */
  readonly hides: (effect: Effect) => boolean;
  readonly because: string;
}[] = [
  {
    requirement: 'omitted-equals-false',
    hides: ({ place }) => place !== 'removed',
    because: 'withoutPreserveOrder: a row that stays in the list may stand where it would stand with preserveOrder too',
  },
];

/** Why a requirement cannot show on this target, if so: the axis with its value, or what the target refuses to create. */
export function notApplicable(requirement: string, { usual }: Profile, traces: readonly Trace[]): string | undefined {
  const row = hiddenBy.find((one) => one.requirement === requirement);
  const free = [...usual].filter(([name]) => name.includes('free')).map(([, effect]) => effect);
  if (row !== undefined && free.length > 0 && free.every(row.hides)) return row.because;
  if (requirement !== 'look-alikes-apart') return undefined;
  const withAlikes = traces.filter(({ scenario: { users } }) =>
    users.some((one) => users.some((two) => alike(one, two))),
  );
  const refused = withAlikes.find(isRefused);
  return refused !== undefined ? `the target refuses to create such ids: ${refused.void}` : undefined;
}
