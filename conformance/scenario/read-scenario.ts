import { addressingForms } from '../../core/index.ts';
import type { Place } from '../../fixtures/problem.ts';
import {
  anythingSmall,
  choice,
  constant,
  few,
  matching,
  object,
  record,
  type Shape,
  variant,
  whole,
} from '../../fixtures/shape.ts';
import {
  actorDefects,
  bodyDefects,
  conversationOf,
  flags,
  isReset,
  keyDefects,
  operationsOf,
  type Scenario,
  type Send,
  waits,
  wireForms,
} from './scenario.ts';

/** More than any run has: nobody waits for what was never meant. */
const most = { users: 1_000, steps: 10_000, atOnce: 100, messages: 20_000, seconds: 60 } as const;

/** What the run's own beginning can precede; a report that somebody edited can name no id that a run did not create. */
const id = matching('it', '^[A-Za-z0-9_~-]{1,100}$');
const peer = object('a peer', { kind: choice('it', ['user', 'group']), id }, {});
const json = record('it', anythingSmall('it'), 20);

const send = object(
  'a send',
  { do: choice('it', ['send']), from: id, to: peer },
  { times: whole('it', 1, most.messages) },
);

const join = object('a join', { do: choice('it', ['join']), from: id, to: peer }, {});

const flag = choice('it', flags);
const reset = object(
  'a reset',
  {
    do: choice('it', ['reset']),
    actor: id,
    conversation: peer,
    preserveOrder: flag,
    deleteMessagesPermanently: flag,
    form: choice('it', addressingForms),
  },
  {
    wire: few('it', choice('it', wireForms), wireForms.length),
    apikey: choice('it', keyDefects),
    onBehalfOf: choice('it', actorDefects),
    body: choice('it', bodyDefects),
    wrongTypes: json,
    extra: json,
    path: id,
  },
);

const operation = variant('an operation', 'do', [send, join, reset]);
const together = object(
  'a together',
  { do: choice('it', ['together']), operations: few('it', operation, most.atOnce, 1) },
  { inOrder: constant('it', true) },
);
const wait = object('a wait', { do: choice('it', ['wait']), until: choice('it', waits) }, {});
const group = object('a group', { id, members: few('it', id, most.users, 1) }, {});

/** A scenario as reports store it. No key is overlooked: without what it means, it would be another scenario. */
export const scenarioShape: Shape<Scenario> = object(
  'a scenario',
  {
    users: few('it', id, most.users),
    groups: few('it', group, most.users),
    steps: few('it', variant('a step', 'do', [send, join, reset, together, wait]), most.steps),
  },
  { watched: few('it', id, most.users), lookAfter: whole('it', 1, most.seconds) },
);

/** Notes what a scenario of the right shape asks for that nobody can execute. */
export function checkScenario(place: Place, { users, groups, steps }: Scenario): void {
  const named = { user: new Set(users), group: new Set(groups.map((one) => one.id)) };
  const mustBeKnown = (at: Place, kind: 'user' | 'group', tail: string) => {
    if (!named[kind].has(tail)) at.problem(`the scenario has no ${kind} ${tail}.`);
  };
  if (named.user.size < users.length) place.in('users').problem('users must be named once each.');
  if (named.group.size < groups.length) place.in('groups').problem('groups must be named once each.');
  for (const [index, { members }] of groups.entries()) {
    const at = place.in('groups').in(index).in('members');
    if (new Set(members).size < members.length) at.problem('members must be named once each.');
    for (const member of members) mustBeKnown(at, 'user', member);
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
  const sends = operations.flatMap(({ one }): readonly Send[] => (one.do === 'send' ? [one] : []));
  const messages = sends.reduce((sum, { times = 1 }) => sum + times, 0);
  if (messages > most.messages) {
    place.in('steps').problem(`a scenario sends at most ${most.messages} messages, not ${messages}.`);
  }
}
