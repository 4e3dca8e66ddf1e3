import { expect, test } from 'vitest';
import { describeReset } from '../scenario/describe-reset.ts';
import { type Reset, toUser } from '../scenario/scenario.ts';
import { decidingSteps } from './deciding-steps.ts';

const how = { preserveOrder: 'true', deleteMessagesPermanently: 'absent', form: 'path-actor' } as const;
const reset: Reset = { do: 'reset', actor: 'me', conversation: toUser('bob'), ...how };

/** Which are shown of 20 steps, of which those in `resets` are resets. */
function shown(acts: readonly number[], resets: readonly number[], most: number): readonly number[] {
  const steps = Array.from({ length: 20 }, (_, at) => ({
    phase: acts.includes(at) ? ('act' as const) : ('arrange' as const),
    what: resets.includes(at) ? describeReset(reset) : `create ${at}`,
  }));
  return decidingSteps({ scenario: { users: [], groups: [], steps: [reset] } }, steps, most);
}

test.each([
  ['the act, and what was done just before', shown([19], [], 4), [16, 17, 18, 19]],
  ['the act in the middle', shown([9], [], 4), [6, 7, 8, 9]],
  ['all acts, whatever the room', shown([17, 18, 19], [], 2), [17, 18, 19]],
  ['other resets, the last ones first', shown([19], [2, 5, 9], 6), [5, 9, 16, 17, 18, 19]],
  ['the last ones of the rest', shown([19], [2], 6), [2, 15, 16, 17, 18, 19]],
  ['all where there is room', shown([19], [2], 20), Array.from({ length: 20 }, (_, at) => at)],
])('of many steps are shown %s', (_, places, expected) => {
  expect(places).toEqual(expected);
});
