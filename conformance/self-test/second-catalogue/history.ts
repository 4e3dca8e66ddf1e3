import { setTimeout as sleep } from 'node:timers/promises';
import type { Party, Row } from '../naive-server.ts';
import {
  type Done,
  type Effect,
  isConfirmed,
  partyOf,
  type Reset,
  type ResetStep,
  refusal,
  type Step,
  threadOf,
  type Vary,
} from '../varied-server.ts';
import {
  answerWithRows,
  asIf,
  beside,
  besides,
  fault,
  groupJoined,
  hide,
  isListRead,
  onMessage,
  reveal,
  sameThread,
  senderOf,
  sparing,
  without,
  withoutEffect,
} from './effects.ts';

/** The last reset of the actor, whatever was answered. */
const lastAsked = ({ past, actor }: ResetStep): Done | undefined =>
  past.findLast(({ reset }) => reset?.actor === actor);

/** Dimension: what came just before. */
export const before = [
  fault('after-refusal-without-effect', 'SERVICE-2', {
    what: 'The reset after a refused one of the same actor is confirmed and does nothing.',
    when: (it) => lastAsked(it)?.isConfirmed === false,
    effect: withoutEffect,
  }),
  fault('permanent-flag-sticks', 'BODY-3', {
    what: 'deleteMessagesPermanently false counts as true after a permanent deletion by the same actor.',
    when: (it) => it.body['deleteMessagesPermanently'] === false && lastAsked(it)?.reset?.permanent === true,
    effect: asIf({ deleteMessagesPermanently: true }),
  }),
  fault('same-request-twice-undoes-the-first', 'RESPONSE-3', {
    what: 'The same reset a second time is refused, and brings the conversation back.',
    when: (it) => it.place < 0 && lastAsked(it)?.isConfirmed === true && lastAsked(it)?.request.url === it.request.url,
    effect: (it) => {
      const [answer, last] = [it.next(), lastAsked(it)?.reset];
      if (it.me && last?.row && last.other === it.other) {
        it.me.rows.push(last.row);
        reveal(last.thread?.messages ?? [], it.me);
      }
      return answer;
    },
  }),
  fault('refused-reset-acts-when-joining', 'ERRORS-1', {
    what: 'A group reset that was refused to somebody who is no member hides the messages once that user joins.',
    vary: (step) => {
      const [answer, guid] = [step.next(), groupJoined(step)];
      for (const { reset, isConfirmed } of guid === undefined ? [] : step.past) {
        const isMeant = reset?.kind === 'group' && reset.other === guid && !isConfirmed;
        if (!isMeant || !step.request.body.includes(`"${reset.actor}"`)) continue;
        const thread = threadOf(step.state, 'group', reset.actor, reset.other);
        hide(thread?.messages ?? [], partyOf(step.state, 'user', reset.actor));
      }
      return answer;
    },
  }),
  fault('refused-oneself-clears-first-row', 'RESPONSE-3', {
    what: 'A reset of the conversation with oneself is refused, and takes the first conversation out of the list.',
    when: ({ kind, actor, other }) => kind === 'user' && actor === other,
    effect: besides(({ me }) => me?.rows.shift()),
  }),
  fault('refused-unknown-peer-moves-last-row-up', 'RESPONSE-3', {
    what: 'A refused reset with an unknown user and preserveOrder moves the last conversation to the first place.',
    when: ({ kind, party, preserve }) => kind === 'user' && party === undefined && preserve,
    effect: besides(({ me }) => me?.rows.unshift(...me.rows.splice(-1))),
  }),
  fault('refused-wrong-type-done-anyway', 'RESPONSE-3', {
    what: 'A group reset with a text as preserveOrder is refused, and done without preserveOrder.',
    when: ({ kind, body }) => kind === 'group' && typeof body['preserveOrder'] === 'string',
    effect: besides(({ next }) => next({ json: {} })),
  }),
  fault('order-flag-sticks', 'GROUP-7', {
    what: 'A group reset without preserveOrder counts as one with it after a reset with preserveOrder by the same actor.',
    when: (it) => it.kind === 'group' && !('preserveOrder' in it.body) && lastAsked(it)?.reset?.preserve === true,
    effect: asIf({ preserveOrder: true }),
  }),
];

/** Changes the list of a user just before that user looks at it, given the last confirmed reset of that user. */
const onList =
  (change: (me: Party, last: Reset, age: number) => void): Vary =>
  (step) => {
    const { state, asker: me, resets, next } = step;
    const last = resets.findLast((it) => it.actor === me?.id);
    const isThere = state.threads.some((it) => it === last?.thread);
    if (isListRead(step) && me && last && isThere) change(me, last, Date.now() - last.at);
    return next();
  };

const hasRow = (me: Party | undefined, row: Row | undefined) =>
  me?.rows.some((it) => it.thread === row?.thread) ?? false;

/** Dimension: time. */
export const times = [
  fault('removed-row-returns-after-three-seconds', 'SERVICE-2', {
    what: 'Three seconds after a reset the conversation stands at the end of the list again.',
    vary: onList((me, { row }, age) => {
      if (row && age >= 3000 && !hasRow(me, row)) me.rows.push(row);
    }),
  }),
  fault('kept-row-drops-after-two-seconds', 'BODY-5', {
    what: 'Two seconds after a reset with preserveOrder the conversation moves to the end of the list.',
    vary: onList((me, last, age) => {
      const row = me.rows.find(({ thread }) => thread === last.thread);
      if (row && last.preserve && age >= 2000) me.rows = [...without(me.rows, row), row];
    }),
  }),
  fault('group-reset-shows-after-1500-ms', 'SERVICE-3', {
    what: 'For 1.5 seconds after a group reset is confirmed the list shows the group as before.',
    vary: (step) => {
      const { asker: me, resets, next } = step;
      const late = resets.findLast((it) => it.actor === me?.id && Date.now() - it.at < 1500);
      if (!isListRead(step) || !me || !late?.row || late.kind !== 'group' || hasRow(me, late.row)) return next();
      return answerWithRows(me, me.rows.toSpliced(late.place, 0, late.row), step);
    },
  }),
  fault('undone-by-message-between-others', 'SERVICE-2', {
    what: 'A message between two other users brings the conversation back that was deleted permanently last.',
    vary: onMessage((_, { ids }, { resets, state }) => {
      const last = resets.at(-1);
      const me = last && partyOf(state, 'user', last.actor);
      const isForeign = last?.permanent && !ids.includes(last.actor) && !ids.includes(last.other);
      if (me && last?.row && isForeign && !hasRow(me, last.row)) me.rows.push(last.row);
    }),
  }),
  fault('undone-by-new-group', 'SERVICE-2', {
    what: 'When a user creates a group, the messages of all user conversations that resets had hidden are back.',
    vary: ({ call, asker, state, next }) => {
      for (const { kind, messages } of call === 'POST /v3/groups' ? state.threads : [])
        if (kind === 'user') reveal(messages, asker);
      return next();
    },
  }),
  fault('unseen-second-reset-without-effect', 'SERVICE-2', {
    what: 'A second reset of a conversation is confirmed and does nothing when its actor has not looked in between.',
    when: ({ actor, thread, past }) => {
      const last = past.findLastIndex(
        ({ reset, isConfirmed }) => isConfirmed && reset?.actor === actor && sameThread(reset.thread, thread),
      );
      const isRead = ({ request }: Done) => request.method === 'GET' && request.header('onbehalfof') === actor;
      return last >= 0 && !past.slice(last).some(isRead);
    },
    effect: withoutEffect,
  }),
  fault('message-after-deletion-vanishes-later', 'BODY-3', {
    what: 'A message in the second of a permanent deletion, but after it, is gone for both two seconds later.',
    vary: ({ request, state, resets, next }) => {
      for (const { permanent, at, ...reset } of request.method === 'GET' ? resets : []) {
        const thread = state.threads.find((it) => sameThread(it, reset.thread));
        if (thread && permanent && Date.now() - at >= 2000)
          thread.messages = thread.messages.filter(({ json }) => json['sentAt'] !== Math.floor(at / 1000));
      }
      return next();
    },
  }),
];

/** Long enough for a request that was sent at the same time to arrive. */
const pause = () => sleep(15);

const whileBusy = async ({ next }: Step) => {
  const answer = next();
  await pause();
  return answer;
};

/** The resets of a conversation that are under way. */
const resetsOf = (thread: Row['thread'], { open }: Step): readonly Reset[] =>
  [...open].flatMap(({ reset }) => (reset && sameThread(reset.thread, thread) ? [reset] : []));

const sparesOwn: Effect = sparing((messages, { actor }) => messages.filter((it) => senderOf(it) === actor));

/** Dimension: concurrency. */
export const concurrency = [
  fault('list-written-from-an-old-copy', 'RESPONSE-3', {
    what: 'Of two user resets by one user at once, the second writes the list without the change of the first.',
    when: ({ kind, preserve }) => kind === 'user' && !preserve,
    effect: async ({ me, rows, row, next }) => {
      await pause();
      const answer = next();
      if (me && isConfirmed(answer)) me.rows = without(rows, row);
      return answer;
    },
  }),
  fault('both-sides-delete-at-once-spares-messages', 'BODY-3', {
    what: 'When both sides delete a conversation permanently at once, one of them still reads messages of the other.',
    when: ({ permanent }) => permanent,
    effect: async (it) => {
      const met = beside(it);
      await pause();
      const isMeant = ({ permanent, actor }: Reset) => permanent && actor !== it.actor;
      return [...met, ...beside(it)].some(isMeant) ? sparesOwn(it) : it.next();
    },
  }),
  fault('message-during-deletion-lost-for-other-side', 'AUTHENTICATION-5', {
    what: 'A message sent during a permanent deletion can be read by who deleted and not by the other side.',
    vary: (step) => {
      if (step.reset?.permanent) return whileBusy(step);
      return onMessage((message, thread, { state }) => {
        const busy = resetsOf(thread, step).find(({ permanent }) => permanent);
        if (busy) hide([message], partyOf(state, 'user', busy.other));
      })(step);
    },
  }),
  fault('message-during-reset-doubles-row', 'SERVICE-6', {
    what: 'A message to a group during a reset of it puts it into the list twice.',
    vary: (step) => {
      if (step.reset?.kind === 'group' && !step.reset.preserve) return whileBusy(step);
      return onMessage((_, thread) => {
        for (const { me } of resetsOf(thread, step)) me?.rows.push(...me.rows.slice(0, 1));
      })(step);
    },
  }),
  fault('second-of-two-refused-but-done', 'RESPONSE-3', {
    what: 'Of two equal resets in place at once, the second is refused with 409, and takes the conversation out of the list.',
    when: ({ preserve }) => preserve,
    effect: (it) => {
      if (!beside(it).some(({ actor, preserve }) => preserve && actor === it.actor)) return whileBusy(it);
      it.next({ json: { ...it.body, preserveOrder: false } });
      return refusal(409);
    },
  }),
];
