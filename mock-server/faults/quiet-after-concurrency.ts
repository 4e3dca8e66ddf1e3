import { setTimeout as sleep } from 'node:timers/promises';
import { get, set, type Uid } from '../../core/index.ts';
import { faultsOf, type NamelessFault } from './fault.ts';
import { forgettingOrder, withoutEffect } from './parts/actions.ts';
import { idOf, jsonObject } from './parts/asked-reset.ts';
import { given, ofUser, preserved, silently, temporary } from './parts/conditions.ts';
import { type Action, onReset, type Situation } from './parts/on-reset.ts';
import { dwell, isUnderWay, overlapping } from './parts/overlapping.ts';

const actorOf = ({ reset }: Situation): string => reset.actor;
const besideAnother = given('while another one by the same user is under way', () => true);
const besideOtherSide = given('while the other side resets the conversation too', () => true);

/** Reads the acting user's list, takes its time, and writes the whole list back. */
const writingBackWhole: Action = {
  words: 'What else happens to a user’s list while a reset is under way is overwritten',
  needs: 'state',
  act: async ({ execute, reset, server }) => {
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
  },
};

const resetting = onReset(overlapping({ words: '', act: ({ execute }) => execute() }, actorOf));

const losingMessages: NamelessFault = {
  about: 'A message that comes while its sender or receiver resets a conversation is accepted and lost.',
  apply: async (request, server) => {
    if (request.method !== 'POST' || request.url !== '/v3/messages') return resetting.apply(request, server);
    const ends = [request.headers['onbehalfof'], jsonObject(request.body)['receiver']];
    const isLost = request.headers['apikey'] === server.apiKey && ends.some((uid) => isUnderWay(server, String(uid)));
    return isLost ? { status: 200, body: JSON.stringify({ data: { id: '1' } }) } : server.next(request);
  },
};

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
