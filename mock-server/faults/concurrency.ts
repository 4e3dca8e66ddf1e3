import { setTimeout as sleep } from 'node:timers/promises';
import { get, set, type Uid } from '../../core/index.ts';
import { idOf, jsonObject } from './asked-reset.ts';
import { always, every, ofUser, preserved, temporary } from './conditions.ts';
import { answering, forgettingOrder, withoutEffect } from './deeds.ts';
import type { FaultsByName, Misbehaviour, StateTrespass, Trespass } from './fault.ts';
import { type Condition, type Deed, onReset, type Scene } from './scene.ts';

/** Long enough for requests that were sent together to meet. */
const dwell = 4;

/** Takes its time over resets, and does wrong with those that come while another one of the same place is under way. */
const overlapping = (
  condition: Condition,
  place: (scene: Scene) => string,
  deed: Deed,
  first: Deed = ({ perform }) => perform(),
) =>
  onReset(condition, async (scene) => {
    const { memory } = scene.context;
    const note = `under way: ${place(scene)}`;
    const underWay = Number(memory.get(note) ?? 0);
    memory.set(note, underWay + 1);
    await sleep(dwell);
    if (underWay === 0) scene.missed();
    const reply = await (underWay === 0 ? first : deed)(scene);
    memory.set(note, Number(memory.get(note)) - 1);
    return reply;
  });

const actorOf = ({ reset }: Scene): string => reset.actor;
const conversationOf = ({ reset }: Scene): string => idOf(reset);

/** Reads the acting user's list, takes its time, and writes the whole list back. */
const writingBackWhole: Deed<StateTrespass> = async (scene) => {
  const { cell } = scene.context;
  const actor = scene.reset.actor as Uid;
  const before = cell.state;
  const performed = scene.perform();
  const user = get(cell.state.users, actor);
  const { counter } = cell.state;
  cell.state = before;
  await sleep(dwell);
  if (get(cell.state.users, actor) === get(before.users, actor)) scene.missed();
  if (user !== undefined && get(cell.state.users, actor) !== undefined) {
    const users = set(cell.state.users, actor, user);
    cell.state = { ...cell.state, users, counter: Math.max(cell.state.counter, counter) };
  }
  return performed;
};

const withConfirmationOfAnother: Deed = answering((reply, { context: { memory } }) => {
  const other = memory.get('confirmation');
  return typeof other === 'string' ? { ...reply, body: other } : reply;
});

const notingConfirmation = answering((reply, { context: { memory } }) => {
  memory.set('confirmation', reply.body);
  return reply;
});

/** Loses a message that comes while its sender or receiver is resetting something. */
const losingMessages: Misbehaviour<Trespass> = async (request, next, context) => {
  if (request.method !== 'POST' || request.url !== '/v3/messages') return resetting(request, next, context);
  const { receiver } = jsonObject(request.body);
  const isUnderWay = [request.headers['onbehalfof'], receiver].some(
    (uid) => Number(context.memory.get(`resetting: ${String(uid)}`) ?? 0) > 0,
  );
  if (!isUnderWay || request.headers['apikey'] !== context.apiKey) return next(request);
  context.reached();
  return { status: 200, body: JSON.stringify({ data: { id: '1' } }) };
};

const resetting = onReset(always, async ({ perform, missed, reset, context: { memory } }) => {
  const note = `resetting: ${reset.actor}`;
  memory.set(note, Number(memory.get(note) ?? 0) + 1);
  await sleep(dwell);
  const reply = await perform();
  memory.set(note, Number(memory.get(note)) - 1);
  // Reached only once a message is lost.
  missed();
  return reply;
});

/** Requests that are under way together get in each other’s way. */
export const concurrencyFaults: FaultsByName = {
  'second-of-two-dropped': {
    about: 'A reset is confirmed and not performed while another one by the same user is under way.',
    requirement: 'quiet-after-concurrency',
    misbehave: overlapping(temporary, actorOf, withoutEffect),
  },
  'order-lost-by-two-at-once': {
    about: 'preserveOrder is ignored while another reset by the same user is under way.',
    requirement: 'quiet-after-concurrency',
    misbehave: overlapping(preserved, actorOf, forgettingOrder),
  },
  'one-of-both-sides-dropped': {
    about: 'When both sides reset their conversation at once, one of the two is confirmed and not performed.',
    requirement: 'quiet-after-concurrency',
    misbehave: overlapping(every(ofUser, temporary), conversationOf, withoutEffect),
  },
  'update-lost': {
    about: 'What else happens to a user’s list while a reset is under way is overwritten.',
    requirement: 'quiet-after-concurrency',
    needs: 'state',
    misbehave: onReset(temporary, writingBackWhole),
  },
  'message-lost-during-reset': {
    about: 'A message that comes while its sender or receiver resets a conversation is accepted and lost.',
    requirement: 'quiet-after-concurrency',
    misbehave: losingMessages,
  },
  'confirmations-mixed-up': {
    about: 'A reset gets the confirmation of another one that is under way.',
    requirement: 'message-names-conversation',
    // Resets by anybody, so that under load most of them meet.
    misbehave: overlapping(always, () => 'anywhere', withConfirmationOfAnother, notingConfirmation),
  },
};
