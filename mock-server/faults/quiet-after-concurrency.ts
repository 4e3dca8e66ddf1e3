import { setTimeout as sleep } from 'node:timers/promises';
import { get, set, type Uid } from '../../core/index.ts';
import type { HttpReply } from '../http-message.ts';
import { faultsOf, type NamelessFault } from './fault.ts';
import { forgettingOrder, withoutEffect } from './parts/actions.ts';
import { idOf, isConfirmed, jsonObject } from './parts/asked-reset.ts';
import { ofUser, preserved, temporary } from './parts/conditions.ts';
import { type Action, onReset, type Situation } from './parts/on-reset.ts';
import { dwell, isUnderWay, overlapping } from './parts/overlapping.ts';
import { isListRequest } from './parts/shown-list.ts';

const actorOf = ({ reset }: Situation): string => reset.actor;
const conversationIn = ({ reset }: Situation): string => idOf(reset);

/** Reads the acting user's list, takes its time, and writes the whole list back. */
const writingBackWhole: Action = async ({ execute, reset, server }) => {
  const actor = reset.actor as Uid;
  const before = server.state();
  const done = execute();
  const { users, counter } = server.state();
  const user = get(users, actor);
  server.change(() => before);
  await sleep(dwell);
  server.change((state) =>
    user === undefined || get(state.users, actor) === undefined
      ? state
      : { ...state, users: set(state.users, actor, user), counter: Math.max(state.counter, counter) },
  );
  return done;
};

const resetting = onReset(overlapping(({ execute }) => execute(), actorOf));

/** Accepts a message that comes while its sender or receiver resets a conversation, and loses it. */
const losingMessages: NamelessFault = {
  apply: (request, server) => {
    if (request.method !== 'POST' || request.url !== '/v3/messages') return resetting.apply(request, server);
    const ends = [request.headers['onbehalfof'], jsonObject(request.body)['receiver']];
    const isLost = request.headers['apikey'] === server.apiKey && ends.some((uid) => isUnderWay(server, String(uid)));
    return isLost ? { status: 200, body: JSON.stringify({ data: { id: '1' } }) } : server.next(request);
  },
};

/** A list that was read while its owner's reset was under way is shown from then on, until a message comes to it. */
const keepingOldLists: NamelessFault = {
  budget: 'default',
  apply: async (request, server) => {
    const { memory } = server;
    const actor = request.headers['onbehalfof'];
    const kept = (uid: unknown): string => `list of ${uid}`;
    if (isListRequest(request)) {
      const old = memory.get(kept(actor));
      if (old !== undefined) return old as HttpReply;
      const before = memory.get(`reset of ${actor}`);
      const reply = server.next(request);
      await sleep(dwell);
      if (memory.get(`reset of ${actor}`) !== before) memory.set(kept(actor), reply);
      return reply;
    }
    const reply = server.next(request);
    if (isConfirmed(reply)) memory.set(`reset of ${actor}`, reply);
    const { receiver } = jsonObject(request.body);
    for (const uid of [actor, receiver, ...server.members(String(receiver))]) if (receiver) memory.delete(kept(uid));
    return reply;
  },
};

/** Requests that are under way together get in each other’s way. */
export const quietAfterConcurrency = faultsOf({
  'quiet-after-concurrency': {
    'second-of-two-dropped': onReset(overlapping(withoutEffect, actorOf), temporary),
    'order-lost-by-two-at-once': onReset(overlapping(forgettingOrder, actorOf), preserved),
    'one-of-both-sides-dropped': onReset(overlapping(withoutEffect, conversationIn), ofUser, temporary),
    'update-lost': onReset(writingBackWhole, temporary),
    'message-lost-during-reset': losingMessages,
    'list-kept-that-was-read-during-reset': keepingOldLists,
  },
});
