import type { Party, Row } from '../naive-server.ts';
import { type Deviation, type Done, partyOf, type Reset, type Step, type Vary } from '../varied-server.ts';
import { answerWithRows, onMessage, reveal, sameThread, without, withoutEffect } from './effects.ts';

const second = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** Changes the list of a user just before that user looks at it, given the last confirmed reset of that user. */
const onList =
  (change: (me: Party, last: Reset, age: number) => void): Vary =>
  (step) => {
    const { request, state, asker: me, resets, next } = step;
    const last = resets.findLast((it) => it.actor === me?.id);
    const isList = request.method === 'GET' && request.url.startsWith('/v3/conversations');
    if (isList && me && last && state.threads.some((it) => it === last.thread)) change(me, last, Date.now() - last.at);
    return next();
  };

const hasRow = (me: Party | undefined, row: Row | undefined) =>
  me?.rows.some((it) => it.thread === row?.thread) ?? false;

/** The row that the last reset of anybody has removed, and whose it was. */
function lastRemoved({ resets, state }: Step): { me: Party; row: Row; reset: Reset } | undefined {
  const reset = resets.at(-1);
  const me = reset && partyOf(state, 'user', reset.actor);
  return me && reset.row && !hasRow(me, reset.row) ? { me, row: reset.row, reset } : undefined;
}

/** Dimension: time. */
export const times: Readonly<Record<string, Deviation>> = {
  'removed-row-returns-after-three-seconds': {
    clause: 'SERVICE-2',
    what: 'Three seconds after a reset the conversation stands at the end of the list again.',
    vary: onList((me, { row }, age) => {
      if (row && age >= 3000 && !hasRow(me, row)) me.rows.push(row);
    }),
  },
  'kept-row-drops-after-two-seconds': {
    clause: 'BODY-5',
    what: 'Two seconds after a reset with preserveOrder the conversation moves to the end of the list.',
    vary: onList((me, last, age) => {
      const row = me.rows.find(({ thread }) => thread === last.thread);
      if (row && last.preserve && age >= 2000) me.rows = [...without(me.rows, row), row];
    }),
  },
  'group-reset-shows-after-1500-ms': {
    clause: 'SERVICE-3',
    what: 'For 1.5 seconds after a group reset is confirmed the list shows the group as before.',
    vary: (step) => {
      const { request, asker: me, resets } = step;
      const late = resets.findLast((it) => it.actor === me?.id && Date.now() - it.at < 1500);
      const isList = request.url.startsWith('/v3/conversations');
      if (!isList || !me || !late?.row || late.kind !== 'group' || hasRow(me, late.row)) return step.next();
      return answerWithRows(me, me.rows.toSpliced(late.place, 0, late.row), step);
    },
  },
  'undone-by-message-between-others': {
    clause: 'SERVICE-2',
    what: 'A message between two other users brings the conversation back that was deleted permanently last.',
    vary: onMessage((_, { ids }, step) => {
      const { me, row, reset } = lastRemoved(step) ?? {};
      const isForeign = reset?.permanent && !ids.includes(reset.actor) && !ids.includes(reset.other);
      if (me && row && isForeign) me.rows.push(row);
    }),
  },
  'undone-by-new-group': {
    clause: 'SERVICE-2',
    what: 'When a user creates a group, the messages of all user conversations that resets had hidden are back.',
    vary: ({ request: { method, url }, asker, state, next }) => {
      const isCreation = method === 'POST' && url === '/v3/groups';
      for (const { kind, messages } of isCreation ? state.threads : []) if (kind === 'user') reveal(messages, asker);
      return next();
    },
  },
  'unseen-second-reset-without-effect': {
    clause: 'SERVICE-2',
    what: 'A second reset of a conversation is confirmed and does nothing when its actor has not looked in between.',
    when: ({ actor, thread }, { past }) => {
      const last = past.findLastIndex(
        ({ reset, isConfirmed }) => isConfirmed && reset?.actor === actor && sameThread(reset.thread, thread),
      );
      const isLook = ({ request }: Done) => request.method === 'GET' && request.header('onbehalfof') === actor;
      return last >= 0 && !past.slice(last).some(isLook);
    },
    effect: withoutEffect,
  },
  'message-after-deletion-vanishes-later': {
    clause: 'BODY-3',
    what: 'A message in the second of a permanent deletion, but after it, is gone for both two seconds later.',
    vary: ({ request, state, resets, next }) => {
      for (const { permanent, at, ...reset } of request.method === 'GET' ? resets : []) {
        const thread = state.threads.find((it) => sameThread(it, reset.thread));
        if (thread && permanent && Date.now() - at >= 2000)
          thread.messages = thread.messages.filter(({ json }) => json['sentAt'] !== second(at));
      }
      return next();
    },
  },
};
