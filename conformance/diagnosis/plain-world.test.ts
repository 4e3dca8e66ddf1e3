import { expect, it } from 'vitest';
import { reset, send, together } from '../plan/world.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { withPlainIds, withPlainWorld } from './plain-world.ts';

const alike: Scenario = {
  users: ['m', 'm1', 'a_user_~b'],
  groups: [{ id: 'm1', members: ['m', 'a_user_~b'] }],
  steps: [
    send('m1', toUser('m')),
    { do: 'wait', until: 'second' },
    together([send('m', toGroup('m1')), reset('m', toGroup('m1'), { extra: { colour: 'm1' } })]),
    reset('m', toUser('a_user_~b'), { path: 'm1', preserveOrder: 'true' }),
    reset('m', toUser('nobody')),
  ],
};

it('should give each user and each group a name of its own, wherever it stands', () => {
  const [me, peer, other, group] = ['i-user1', 'r-user2', 'a-user3', 'a-group1'];
  expect(withPlainIds(alike)).toEqual([
    {
      users: [me, peer, other],
      groups: [{ id: group, members: [me, other] }],
      steps: [
        send(peer, toUser(me)),
        { do: 'wait', until: 'second' },
        together([send(me, toGroup(group)), reset(me, toGroup(group), { extra: { colour: 'm1' } })]),
        reset(me, toUser(other), { path: peer, preserveOrder: 'true' }),
        reset(me, toUser('nobody')),
      ],
    },
  ]);
});

it('should leave out the roles and the lengths, and offer nothing where there are none', () => {
  const [long, short] = [{ ...send('m1', toUser('m')), length: 256 }, send('m1', toUser('m'))];
  const groups = [{ id: 'm1', members: ['m', 'a_user_~b'], admins: ['m'] }];
  expect(withPlainWorld({ ...alike, groups, steps: [long] })).toEqual([{ ...alike, steps: [short] }]);
  expect(withPlainWorld(alike)).toEqual([]);
});

it('should offer nothing where the names are plain', () => {
  for (const scenario of withPlainIds(alike)) expect(withPlainIds(scenario)).toEqual([]);
});
