import { expect, test } from 'vitest';
import { reset } from '../plan/world.ts';
import { sampleScenario } from '../testing/sample-reports.ts';
import { problemsOf } from '../testing/scenario-problems.ts';
import { toGroup, toUser } from './conversations.ts';

const problemOf = (scenario: unknown) => problemsOf(scenario)[0];

const one = reset('me', toUser('peer-1'), { deleteMessagesPermanently: 'true', form: 'path-peer-echo' });
const doing = (...operations: readonly object[]) => ({ ...sampleScenario, steps: operations });

test('what a run would do is read', () => {
  const joins = { do: 'join', from: 'me', to: toGroup('hikers') };
  const ofNobody = { ...one, path: 'peer-2', conversation: toUser('a_user_~b') };
  const together = { do: 'together', operations: [one, { ...one, conversation: toGroup('nobody-made-it') }] };
  expect(problemOf(sampleScenario)).toBeUndefined();
  expect(problemOf(doing(joins, ofNobody, together, { do: 'wait', until: 'settled' }))).toBeUndefined();
});

const tooMany = Array.from({ length: 3 }, () => ({ do: 'send', from: 'me', to: toUser('peer-1'), times: 9_000 }));
const having = (group: object) => ({ ...sampleScenario, groups: [{ id: 'g', ...group }] });

test.each<readonly [scenario: object, problem: string]>([
  [doing({ ...one, row: 3 }), 'steps[0]: a reset has no key "row"'],
  [doing({ ...one, actor: '../users' }), 'steps[0].actor cannot be "../users"; it must match'],
  [doing({ ...one, path: 'a/b' }), 'steps[0].path cannot be "a/b"; it must match'],
  [doing({ ...one, path: 'a\\b' }), 'steps[0].path cannot be "a\\\\b"; it must match'],
  [doing({ ...one, path: 'é' }), 'steps[0].path cannot be "é"; it must match'],
  [doing({ ...one, actor: 'nobody' }), 'steps[0]: the scenario has no user nobody.'],
  [doing({ do: 'send', from: 'me', to: toGroup('hiker') }), 'steps[0]: the scenario has no group hiker.'],
  [doing({ do: 'join', from: 'peer-2', to: toGroup('hikers') }), 'steps[0]: peer-2 is no member of the group hikers'],
  [doing({ ...tooMany[0], times: 1e9 }), 'times must be a whole number from 1 to 20000'],
  [doing(...tooMany), 'steps: a scenario sends at most 20000 messages, not 27000.'],
  [doing({ do: 'together', operations: [{ do: 'wait', until: 'second' }] }), 'operations[0].do cannot be "wait"'],
  [{ ...sampleScenario, users: ['me', 'me', 'peer-1', 'peer-2'] }, 'users must be named once each.'],
  [having({ members: ['me'], admins: ['peer-1'] }), 'groups[0].members: peer-1 is none of them, and can have no role.'],
  [having({ members: ['me', 'you'] }), 'groups[0].members: the scenario has no user you.'],
  [having({ members: [] }), 'groups[0].members must have 1 to 1000 entries, not 0.'],
  [
    doing({ ...one, extra: { deep: [[[[[[[[[1]]]]]]]]] } }),
    'extra.deep must be smaller: at most 10000 characters, 8 deep.',
  ],
])('what no run would do is refused: %#', (scenario, problem) => {
  expect(problemOf(scenario)).toContain(problem);
});
