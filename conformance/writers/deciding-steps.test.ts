import { expect, test } from 'vitest';
import { describeReset } from '../scenario/describe-reset.ts';
import { type Reset, toGroup, toUser } from '../scenario/scenario.ts';
import { decidingSteps } from './deciding-steps.ts';

const how = { preserveOrder: 'true', deleteMessagesPermanently: 'absent', form: 'path-actor' } as const;
const mine: Reset = { do: 'reset', actor: 'me', conversation: toUser('bob'), ...how };
const his: Reset = { ...mine, actor: 'bob', conversation: toUser('me') };
const other: Reset = { ...mine, conversation: toGroup('crew') };

/** Which steps are shown of 20 that arrange, but for those given, with the act at the place given. */
function shown(resets: Readonly<Record<number, Reset>>, act: number, most = 6) {
  const steps = Array.from({ length: 20 }, (_, at) => {
    const phase = at === act ? 'act' : 'arrange';
    const reset = at === act ? mine : resets[at];
    return { phase, what: reset === undefined ? `create ${at}` : describeReset(reset) } as const;
  });
  const scenario = { users: [], groups: [], steps: [...Object.values(resets), mine] };
  return decidingSteps({ operation: describeReset(mine), scenario }, steps, most);
}

test.each([
  ['the act, and what was done just before', shown({}, 19, 4), [{ leftOut: 16 }, 16, 17, 18, 19]],
  ['the act in the middle', shown({}, 9, 4), [{ leftOut: 6 }, 6, 7, 8, 9, { leftOut: 10 }]],
  [
    'resets of the same conversation by either side, before others',
    shown({ 2: mine, 5: his, 9: other, 12: other }, 19),
    [{ leftOut: 2 }, 2, { leftOut: 2 }, 5, { leftOut: 10 }, 16, 17, 18, 19],
  ],
  [
    'the last ones of other resets, and no gap of one',
    shown({ 8: other, 12: other, 14: other }, 19),
    [{ leftOut: 12 }, 12, 13, 14, 15, 16, 17, 18, 19],
  ],
  ['all where there is room', shown({}, 19, 20), Array.from({ length: 20 }, (_, at) => at)],
])('of many steps are shown %s', (_, places, expected) => {
  expect(places).toEqual(expected);
});
