import { expect, it } from 'vitest';
import {
  addressingForms,
  axisValues,
  type Behaviour,
  referenceBehaviour,
  type Statuses,
  singleAxes,
  statusCases,
} from '../../core/index.ts';
import { embeddedWorld } from '../../fixtures/embedded-world.ts';
import { exchangeFiles, exchangeKeys, exchangeTime } from '../../fixtures/testing/exchanges.ts';
import { type World, worldState } from '../../fixtures/world.ts';
import { accessOf } from '../authenticate.ts';
import { type Axis, axes as allAxes } from '../axis.ts';
import { createHandler } from '../handle-request.ts';
import { findRoute } from '../route.ts';
import { requestOf } from '../testing/ask.ts';
import { executeSequence } from '../testing/execute-sequence.ts';
import { axesOf, type Basis } from './axes.ts';
import { sameEffect } from './same-effect.ts';

const user = 'DELETE /users/alice/conversation';
const silent = 'DELETE /groups/silent/conversation';
const kept = { preserveOrder: true };
const full = { ...kept, deleteMessagesPermanently: false, conversationWith: 'bob' };
const wasReset = [{ uid: 'alice', list: [{ group: 'silent', hiddenUpTo: 5 }] }];
const groups = [{ guid: 'silent', members: ['alice'] }];
const ownWords = { between: ['alice', 'bob'], messages: [{ alice: 'Hello Bob' }] };
const hasUnread = [{ uid: 'alice', list: [{ with: 'bob', unread: 7 }] }, 'bob'];
const confirmsUnknown = { statuses: { ...referenceBehaviour.statuses, unknownUser: 200 } };

type Own = { readonly world?: World; readonly behaviour?: Partial<Behaviour> };

// What the exchanges at the end do not show.
it.each<[line: string, body: unknown, axes: readonly Axis[], own?: Own]>([
  [user, { ...full, conversationWith: 'BOB' }, ['messagesAfterReset', 'identifierCase']],
  ['DELETE /groups/LUNCH/conversation', kept, ['messagesAfterReset', 'identifierCase']],
  // She has read all that is there: what is hidden is all the difference.
  [user, full, ['messagesAfterReset'], { world: { users: ['alice', 'bob'], conversations: [ownWords] } }],
  // Where nothing was written yet, it depends on when a group appears whether there is anything to reset.
  [
    silent,
    kept,
    ['missingConversation', 'groupAppears', 'statuses.missingConversation'],
    { world: { users: ['alice'], groups } },
  ],
  // Once that was reset, it does no more.
  [silent, kept, [], { world: { users: wasReset, groups } }],
  // What becomes of unread messages is a difference also where none can be read.
  [user, full, ['messagesAfterReset'], { world: { users: hasUnread } }],
  // That is confirmed without any effect.
  [user, { ...full, conversationWith: 'zoe' }, ['statuses.unknownUser'], { behaviour: confirmsUnknown }],
  // Of the other calls the specification says nothing, nor does it leave anything open.
  ['GET /conversations', '', []],
  ['POST /users', { uid: 'ZOE', name: 'Zoe' }, []],
  ['GET /users/zoe', '', []],
])('should rest on those choices of which another one makes a difference: %s %j', (line, body, axes, {
  world = embeddedWorld,
  behaviour,
} = {}) => {
  const chosen = { ...referenceBehaviour, ...behaviour };
  const before = worldState(world, chosen, 1_700_000_000);
  const request = requestOf(line, body);
  expect(axesOf({ request, access: undefined, before, at: 1_700_000_001 }, chosen)).toEqual(axes);
});

// What is tried here is as slow as it is plain: the handler under every other choice.
it('should rest at each step of the exchanges on what another choice would change, and at some step on each axis', () => {
  const seen = new Set<Axis>();
  for (const sequence of exchangeFiles.flatMap(({ sequences }) => sequences)) {
    const { behaviour } = sequence;
    let before = worldState(sequence.world, behaviour, exchangeTime);
    for (const { step, state } of executeSequence(sequence)) {
      const { request } = step;
      const asked = { request, access: accessOf(request, exchangeKeys), before, at: exchangeTime };
      const axes = axesOf(asked, behaviour);
      for (const axis of axes) seen.add(axis);
      // When a group appears was decided before the reset; no other handler of that shows it.
      const shown = axes.filter((axis) => axis !== 'groupAppears').toSorted();
      const route = findRoute(request);
      const isReset = !route.ok || route.value.call.resetFields !== undefined;
      if (isReset) expect(shown, JSON.stringify(request)).toEqual(axesTried(asked, behaviour));
      before = state;
    }
  }
  expect([...seen].sort()).toEqual(allAxes.toSorted());
});

// Helpers

function axesTried(asked: Basis, behaviour: Behaviour): readonly Axis[] {
  const under = (choice: Partial<Behaviour>) =>
    createHandler({ ...behaviour, ...choice })(asked.before, asked.request, asked.at, asked.access);
  const { state, reply } = under({});
  const differs = (choice: Partial<Behaviour>): boolean => {
    const other = under(choice);
    return other.reply.status !== reply.status || other.reply.body !== reply.body || !sameEffect(other.state, state);
  };
  const marked = Object.fromEntries(statusCases.map((name, index) => [name, 1000 + index])) as Statuses;
  const met = statusCases[under({ statuses: marked }).reply.status - 1000];
  // The literal form stays: the specification does show that one.
  const addressing = ([['path-actor'], addressingForms] as const).some((addressing) => differs({ addressing }));
  const single = singleAxes.filter((axis) => axisValues[axis].some((value) => differs({ [axis]: value })));
  const all: Axis[] = [...(addressing ? (['addressing'] as const) : []), ...single];
  return [...all, ...(met === undefined ? [] : [`statuses.${met}` as const])].sort();
}
