import type { ChatState } from '../../core/index.ts';
import { jsonObject, readReset, type Sides, withFields, withHeader } from './asked-reset.ts';
import { busy } from './busy.ts';
import {
  afterReturn,
  atLastPlace,
  byOneself,
  every,
  freed,
  notFirst,
  ofGroup,
  ofUser,
  oneIn,
  saidAs,
  temporary,
  underLoad,
  withLongId,
  withMessages,
  withUnread,
} from './conditions.ts';
import { afterwards, confirmation, insteadResetting, taking, withoutEffect } from './deeds.ts';
import type { FaultsByName, Misbehaviour, StateTrespass, Trespass } from './fault.ts';
import { type Condition, type Deed, isConfirmed, onReset } from './scene.ts';
import { restored, unhidden } from './stored-messages.ts';

const idle = (...corner: readonly Condition[]) => onReset(every(withMessages, ...corner), withoutEffect);

/** Puts the acting user's side back as it was. */
const undoneAfter =
  (milliseconds: number): Deed<StateTrespass> =>
  async ({ perform, reset, context: { cell } }) => {
    const before = cell.state;
    const reply = await perform();
    const undo = () => {
      cell.state = restored(cell.state, before, reset);
    };
    if (isConfirmed(reply)) afterwards(milliseconds, undo);
    return reply;
  };

const stillReadable: Deed<StateTrespass> = async ({ perform, reset, context: { cell } }) => {
  const before = cell.state;
  const reply = await perform();
  if (isConfirmed(reply)) cell.state = unhidden(cell.state, before, reset);
  return reply;
};

const everyOther: Condition = ({ context: { memory } }) => {
  const count = Number(memory.get('group resets') ?? 0) + 1;
  memory.set('group resets', count);
  return count % 2 === 0;
};

/** In the form that the server does not accept. */
const confirmingLiteralForm: Misbehaviour<Trespass> = async (request, next, context) => {
  const reply = await next(request);
  const reset = readReset(request);
  const isLiteral = reset?.kind === 'user' && reset.form === 'path-actor' && reset.other !== '';
  if (!isLiteral || isConfirmed(reply) || request.headers['apikey'] !== context.apiKey) return reply;
  context.reached();
  return confirmation(reset);
};

const pairingOthers: Misbehaviour<Trespass> = async (request, next, context) => {
  const reset = readReset(request);
  const named = reset?.fields['conversationWith'];
  const isOfThree =
    reset?.kind === 'user' && typeof named === 'string' && new Set([reset.path, named, reset.actor, '']).size === 4;
  if (!isOfThree || request.headers['apikey'] !== context.apiKey) return next(request);
  const reply = await next(withFields(withHeader(request, 'onbehalfof', reset.path), {}));
  if (isConfirmed(reply)) context.reached();
  return reply;
};

const removing = onReset<StateTrespass>(every(freed, temporary), async (scene) => {
  const { cell, memory } = scene.context;
  memory.set(`removed by ${scene.reset.actor}`, { before: cell.state, reset: scene.reset });
  // Reached only once it is back.
  scene.missed();
  return scene.perform();
});

const returningRows: Misbehaviour<StateTrespass> = async (request, next, context) => {
  if (request.method !== 'POST' || request.url !== '/v3/messages') return removing(request, next, context);
  const reply = await next(request);
  const { receiver } = jsonObject(request.body);
  for (const uid of [request.headers['onbehalfof'], receiver]) {
    const note = `removed by ${String(uid)}`;
    const removed = context.memory.get(note) as { readonly before: ChatState; readonly reset: Sides } | undefined;
    if (removed === undefined || reply.status !== 200) continue;
    context.memory.delete(note);
    if (removed.reset.other === receiver || removed.reset.other === request.headers['onbehalfof']) continue;
    context.cell.state = restored(context.cell.state, removed.before, removed.reset);
    context.reached();
  }
  return reply;
};

/** A confirmed reset has not happened, or not always in the same way. */
export const truthFaults: FaultsByName = {
  'idle-at-times': {
    about: 'One time in twenty a reset is confirmed and not performed.',
    requirement: 'confirmed-did-it',
    budget: 'default',
    misbehave: idle(oneIn(20)),
  },
  'idle-after-return': {
    about: 'A user reset is confirmed and not performed when a message has come after an earlier reset.',
    requirement: 'confirmed-did-it',
    misbehave: idle(ofUser, temporary, afterReturn),
  },
  'idle-while-unread': {
    about: 'A group reset is confirmed and not performed while the conversation has unread messages.',
    requirement: 'confirmed-did-it',
    misbehave: idle(ofGroup, withUnread),
  },
  'idle-at-the-end': {
    about: 'The reset of the last conversation of the list is confirmed and not performed.',
    requirement: 'confirmed-did-it',
    misbehave: idle(temporary, atLastPlace, notFirst),
  },
  'idle-under-load': {
    about: 'While eight requests or more are in flight a reset is confirmed and not performed.',
    requirement: 'confirmed-did-it',
    misbehave: busy(idle(temporary, underLoad(8))),
  },
  'idle-where-nobody-else-is': {
    about: 'The reset of a group without other members is confirmed and not performed.',
    requirement: 'confirmed-did-it',
    misbehave: idle(ofGroup, byOneself),
  },
  'idle-for-long-ids': {
    about:
      'The reset of a conversation is confirmed and not performed where the other id has more than ninety characters.',
    requirement: 'confirmed-did-it',
    misbehave: idle(withLongId),
  },
  'idle-in-literal-form': {
    about: 'A reset in the form of the specification is confirmed and not performed; other forms are.',
    requirement: 'confirmed-did-it',
    under: { addressing: ['path-peer', 'path-peer-echo'] },
    misbehave: confirmingLiteralForm,
  },
  'undone-soon': {
    about: 'When a message has come after an earlier reset, the next one is undone three tenths of a second later.',
    requirement: 'confirmed-did-it',
    needs: 'state',
    misbehave: onReset(every(temporary, afterReturn), undoneAfter(300)),
  },
  'first-row-reset-instead': {
    about:
      'In the form of the specification the first conversation of the list is reset, whatever conversationWith says.',
    requirement: 'nothing-doubled-or-lost',
    misbehave: onReset(
      every(saidAs('path-actor'), freed, notFirst),
      insteadResetting(({ reset, rows }) =>
        rows.slice(0, 1).map(({ kind, id }) => ({ as: reset.actor, kind, other: id })),
      ),
    ),
  },
  'removed-row-returns': {
    about: 'A conversation that has left the list is back when a message comes in another one.',
    requirement: 'nothing-doubled-or-lost',
    needs: 'state',
    misbehave: returningRows,
  },
  'two-others-paired': {
    about: 'When path and conversationWith name two users other than the acting one, their conversation is reset.',
    requirement: 'acting-user-only',
    misbehave: pairingOthers,
  },
  'place-kept-at-times': {
    about: 'Without preserveOrder a user conversation leaves the list, but one time in twenty it stays.',
    requirement: 'keeps-to-its-behaviour',
    budget: 'default',
    misbehave: onReset(every(ofUser, freed, temporary, oneIn(20)), taking({ preserveOrder: true })),
  },
  'place-kept-every-other-time': {
    about: 'Without preserveOrder a group conversation leaves the list, but every other one stays.',
    requirement: 'keeps-to-its-behaviour',
    misbehave: onReset(every(ofGroup, freed, everyOther), taking({ preserveOrder: true })),
  },
  'messages-readable-at-times': {
    about: 'Without preserveOrder the messages are hidden, but one time in twenty they can still be read.',
    requirement: 'keeps-to-its-behaviour',
    budget: 'default',
    needs: 'state',
    misbehave: onReset(every(ofUser, freed, temporary, withMessages, oneIn(20)), stillReadable),
  },
};
