import { setTimeout as sleep } from 'node:timers/promises';
import { get, set, type Uid } from '../../core/index.ts';
import { faultsOf, type NamelessFault } from './fault.ts';
import { forgettingOrder, withoutEffect } from './parts/actions.ts';
import { idOf, jsonObject } from './parts/asked-reset.ts';
import { ofUser, preserved, silently, temporary, when } from './parts/conditions.ts';
import { type Action, onReset, type Situation } from './parts/on-reset.ts';
import { dwell, overlapping } from './parts/overlapping.ts';

const actorOf = ({ reset }: Situation): string => reset.actor;
const besideAnother = when('while another one by the same user is under way', () => true);
const besideOtherSide = when('while the other side resets the conversation too', () => true);

/** Reads the acting user's list, takes its time, and writes the whole list back. */
const writingBackWhole: Action = {
  words: 'What else happens to a user’s list while a reset is under way is overwritten',
  needs: 'state',
  act: async ({ perform, reset, server }) => {
    const actor = reset.actor as Uid;
    const before = server.state();
    const performed = perform();
    const { users, counter } = server.state();
    const user = get(users, actor);
    server.change(() => before);
    await sleep(dwell);
    server.change((state) =>
      user === undefined || get(state.users, actor) === undefined
        ? state
        : { ...state, users: set(state.users, actor, user), counter: Math.max(state.counter, counter) },
    );
    return performed;
  },
};

const losingMessages: NamelessFault = {
  about: 'A message that comes while its sender or receiver resets a conversation is accepted and lost.',
  apply: async (request, server) => {
    if (request.method !== 'POST' || request.url !== '/v3/messages') return resetting.apply(request, server);
    const { receiver } = jsonObject(request.body);
    const isUnderWay = [request.headers['onbehalfof'], receiver].some(
      (uid) => Number(server.memory.get(`resetting: ${String(uid)}`) ?? 0) > 0,
    );
    if (!isUnderWay || request.headers['apikey'] !== server.apiKey) return server.next(request);
    return { status: 200, body: JSON.stringify({ data: { id: '1' } }) };
  },
};
const resetting = onReset({
  words: '',
  act: async ({ perform, reset, server: { memory } }) => {
    const note = `resetting: ${reset.actor}`;
    memory.set(note, Number(memory.get(note) ?? 0) + 1);
    await sleep(dwell);
    const reply = await perform();
    memory.set(note, Number(memory.get(note)) - 1);
    return reply;
  },
});

/** Requests that are under way together get in each other’s way. */
export const quietAfterConcurrency = faultsOf({
  'quiet-after-concurrency': {
    'second-of-two-dropped': onReset(overlapping(withoutEffect, actorOf), temporary, besideAnother),
    'order-lost-by-two-at-once': onReset(overlapping(forgettingOrder, actorOf), silently(preserved), besideAnother),
    'one-of-both-sides-dropped': onReset(
      overlapping(withoutEffect, ({ reset }) => idOf(reset)),
      silently(ofUser),
      temporary,
      besideOtherSide,
    ),
    'update-lost': onReset(writingBackWhole, temporary),
    'message-lost-during-reset': losingMessages,
  },
});
