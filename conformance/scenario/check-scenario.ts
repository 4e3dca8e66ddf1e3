import type { Place } from '../../fixtures/problem.ts';
import { conversationOf } from './conversations.ts';
import { isReset, messagesIn, most, operationsOf, type Scenario } from './scenario.ts';

/** Notes what a scenario of the right shape asks for that nobody can execute. */
export function checkScenario({ users, groups, steps }: Scenario, place: Place): undefined {
  const named = { user: new Set(users), group: new Set(groups.map((one) => one.id)) };
  const mustBeKnown = (at: Place, kind: 'user' | 'group', tail: string) => {
    if (!named[kind].has(tail)) at.problem(`the scenario has no ${kind} ${tail}.`);
  };
  if (named.user.size < users.length) place.in('users').problem('users must be named once each.');
  if (named.group.size < groups.length) place.in('groups').problem('groups must be named once each.');
  for (const [index, { members, admins = [], moderators = [] }] of groups.entries()) {
    const at = place.in('groups').in(index).in('members');
    if (new Set(members).size < members.length) at.problem('members must be named once each.');
    for (const member of members) mustBeKnown(at, 'user', member);
    const others = [...admins, ...moderators].filter((uid) => !members.includes(uid));
    if (others.length > 0) at.problem(`${others[0]} is none of them, and can have no role.`);
  }
  const operations = steps.flatMap((step, index) =>
    operationsOf(step).map((one) => ({ one, at: place.in('steps').in(index) })),
  );
  for (const { one, at } of operations) {
    // A reset may name a conversation that nobody has; that is what some of them are about.
    const [user, peer] = conversationOf(one);
    mustBeKnown(at, 'user', user);
    if (!isReset(one)) mustBeKnown(at, peer.kind, peer.id);
    if (one.do === 'join' && !groups.some(({ id: guid, members }) => guid === peer.id && members.includes(user))) {
      at.problem(`${user} is no member of the group ${peer.id}, and cannot join it.`);
    }
  }
  const messages = messagesIn(operations.map(({ one }) => one));
  if (messages > most.messages) {
    place.in('steps').problem(`a scenario sends at most ${most.messages} messages, not ${messages}.`);
  }
}
