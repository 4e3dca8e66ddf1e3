import { isRefused, type Trace } from '../execution/trace.ts';
import type { Effect, Profile } from '../profile/profile.ts';
import { alike } from './alike.ts';

/** What each effect of the found behaviour hides from view; a test keeps it equal to what runs show. */
const hiddenBy: readonly {
  readonly requirement: string;
  /** Whether what the axes speak of is hidden: other classes may show too seldom. */
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
export function notApplicable(
  requirement: string,
  { usual, forms: [form = 'path-actor'] }: Profile,
  traces: readonly Trace[],
): string | undefined {
  const row = hiddenBy.find((one) => one.requirement === requirement);
  const plain = usual.get(`${form} free temporary`);
  if (row !== undefined && plain !== undefined && row.hides(plain)) return row.because;
  if (requirement !== 'look-alikes-apart') return undefined;
  const withAlikes = traces.filter(({ scenario: { users } }) =>
    users.some((one) => users.some((two) => alike(one, two) !== undefined)),
  );
  const refused = withAlikes.find(isRefused);
  return refused !== undefined ? `the target refuses to create such ids: ${refused.void}` : undefined;
}
