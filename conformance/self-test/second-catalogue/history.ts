import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, type Party, partyOf, type Row, threadOf } from '../naive-server.ts';
import * as when from '../parts/conditions.ts';
import * as does from '../parts/effects.ts';
import { groupJoined, hide, isListRead, reveal, sameThread, senderOf, underWay, without } from '../parts/state.ts';
import {
  type Condition,
  type Done,
  type Effect,
  isConfirmed,
  onListRead,
  onMessage,
  onReset,
  type Reset,
  type ResetStep,
  refusal,
  type Step,
  type Vary,
} from '../varied-server.ts';

/** The last reset of the actor, whatever was answered. */
const lastAsked = ({ past, actor }: ResetStep): Done | undefined =>
  past.findLast(({ reset }) => reset?.actor === actor);
const afterRefusal: Condition = (it) => lastAsked(it)?.isConfirmed === false;
const afterPermanent: Condition = (it) => lastAsked(it)?.reset?.permanent === true;
const afterPreserved: Condition = (it) => lastAsked(it)?.reset?.preserve === true;
const twice: Condition = (it) => lastAsked(it)?.isConfirmed === true && lastAsked(it)?.request.url === it.request.url;

const undoingTheFirst: Effect = (it) => {
  const [answer, last] = [it.next(), lastAsked(it)?.reset];
  if (it.me && last?.row && last.other === it.other) {
    it.me.rows.push(last.row);
    reveal(last.thread?.messages ?? [], it.me);
  }
  return answer;
};

/** Hides the messages of the group from those who join it after they were refused a reset. */
const actingOnJoining: Vary = ({ past, request, state, next, ...step }) => {
  const [answer, guid] = [next(), groupJoined(step)];
  for (const { reset, isConfirmed } of past) {
    const isMeant = reset?.kind === 'group' && reset.other === guid && !isConfirmed;
    if (!isMeant || !request.body.includes(`"${reset.actor}"`)) continue;
    const thread = threadOf(state, 'group', reset.actor, reset.other);
    hide(thread?.messages ?? [], partyOf(state, 'user', reset.actor));
  }
  return answer;
};

const firstRowLost = does.besides(({ me }) => me?.rows.shift());
const lastRowOnTop = does.besides(({ me }) => me?.rows.unshift(...me.rows.splice(-1)));
const doneWithoutFields = does.besides(({ next }) => next({ json: {} }));
const permanently = does.asIf({ deleteMessagesPermanently: true });
const withNobody: Condition = ({ kind, party }) => kind === 'user' && party === undefined;

/** What came just before. */
export const before = {
  'after-refusal-without-effect': onReset(does.withoutEffect, afterRefusal),
  'permanent-flag-sticks': onReset(permanently, when.saying('deleteMessagesPermanently', false), afterPermanent),
  'same-request-twice-undoes-the-first': onReset(undoingTheFirst, ({ place }) => place < 0, twice),
  'refused-reset-acts-when-joining': { vary: actingOnJoining },
  'refused-oneself-clears-first-row': onReset(firstRowLost, when.withOneself),
  'refused-unknown-peer-moves-last-row-up': onReset(lastRowOnTop, withNobody, when.preserved),
  'refused-wrong-type-done-anyway': onReset(doneWithoutFields, when.ofGroup, when.withText('preserveOrder')),
  'order-flag-sticks': onReset(does.orderKept, when.ofGroup, when.omitting('preserveOrder'), afterPreserved),
};

/** Changes the list of a user just before that user looks at it, given the last confirmed reset of that user. */
const onList = (change: (me: Party, last: Reset, age: number) => void) => ({
  vary: (step: Step) => {
    const { state, asker: me, resets, next } = step;
    const last = resets.findLast((it) => it.actor === me?.id);
    const isThere = state.threads.some((it) => it === last?.thread);
    if (isListRead(step) && me && last && isThere) change(me, last, Date.now() - last.at);
    return next();
  },
});

const hasRow = (me: Party | undefined, row: Row | undefined) =>
  me?.rows.some((it) => it.thread === row?.thread) ?? false;

/** The actor has reset it, and looked at nothing since. */
const unseen: Condition = ({ actor, thread, past }) => {
  const last = past.findLastIndex(
    ({ reset, isConfirmed }) => isConfirmed && reset?.actor === actor && sameThread(reset.thread, thread),
  );
  const isRead = ({ request }: Done) => request.method === 'GET' && request.header('onbehalfof') === actor;
  return last >= 0 && !past.slice(last).some(isRead);
};

/** Time. */
export const times = {
  'removed-row-returns-after-three-seconds': onList((me, { row }, age) => {
    if (row && age >= 3000 && !hasRow(me, row)) me.rows.push(row);
  }),
  'kept-row-drops-after-two-seconds': onList((me, last, age) => {
    const row = me.rows.find(({ thread }) => thread === last.thread);
    if (row && last.preserve && age >= 2000) me.rows = [...without(me.rows, row), row];
  }),
  'group-reset-shows-after-1500-ms': onListRead((me, { resets }) => {
    const late = resets.findLast((it) => it.actor === me.id && Date.now() - it.at < 1500);
    if (!late?.row || late.kind !== 'group' || hasRow(me, late.row)) return me.rows;
    return me.rows.toSpliced(late.place, 0, late.row);
  }),
  'undone-by-message-between-others': onMessage((_, { ids }, { resets, state }) => {
    const last = resets.at(-1);
    const me = last && partyOf(state, 'user', last.actor);
    const isForeign = last?.permanent && !ids.includes(last.actor) && !ids.includes(last.other);
    if (me && last?.row && isForeign && !hasRow(me, last.row)) me.rows.push(last.row);
  }),
  // The messages of user conversations can be read again by whom creates a group.
  'undone-by-new-group': {
    vary: ({ call, asker, state, next }: Step) => {
      for (const { kind, messages } of call === 'POST /v3/groups' ? state.threads : [])
        if (kind === 'user') reveal(messages, asker);
      return next();
    },
  },
  'unseen-second-reset-without-effect': onReset(does.withoutEffect, unseen),
  // Two seconds after a permanent deletion, those go that came after it, but within its second.
  'message-after-deletion-vanishes-later': {
    vary: ({ request, state, resets, next }: Step) => {
      for (const { permanent, at, ...reset } of request.method === 'GET' ? resets : []) {
        const thread = state.threads.find((it) => sameThread(it, reset.thread));
        if (thread && permanent && Date.now() - at >= 2000)
          thread.messages = thread.messages.filter(({ json }) => json['sentAt'] !== Math.floor(at / 1000));
      }
      return next();
    },
  },
};

/** Long enough for a request that was sent at the same time to arrive. */
const pause = () => sleep(15);

const slowly = async ({ next }: Step) => {
  const answer = next();
  await pause();
  return answer;
};

const writingAnOldList: Effect = async ({ me, rows, row, next }) => {
  await pause();
  const answer = next();
  if (me && isConfirmed(answer)) me.rows = without(rows, row);
  return answer;
};

const sparingOwn: Effect = does.sparing((messages, { actor }) => messages.filter((it) => senderOf(it) === actor));
/** Where both sides delete at once. */
const sparingOwnThen: Effect = async (it) => {
  const met = underWay(it.thread, it);
  await pause();
  const isMeant = ({ permanent, actor }: Reset) => permanent && actor !== it.actor;
  return [...met, ...underWay(it.thread, it)].some(isMeant) ? sparingOwn(it) : it.next();
};

/** Refuses, and takes out of the list, where an equal one is under way. */
const refusingTheSecond: Effect = (it) => {
  if (!underWay(it.thread, it).some(({ actor, preserve }) => preserve && actor === it.actor)) return slowly(it);
  it.next({ json: { ...it.body, preserveOrder: false } });
  return refusal(409);
};

/** Takes its time over the resets that are meant, and does wrong with messages of the same conversation meanwhile. */
const meanwhile = (change: (message: Message, busy: Reset) => void, ...conditions: readonly Condition[]) => ({
  vary: (step: Step) => {
    if (step.reset) return onReset(slowly, ...conditions).vary(step);
    return onMessage((message, thread) => {
      for (const busy of underWay(thread, step)) change(message, busy);
    }).vary(step);
  },
});
const hiddenFromOther = meanwhile((message, { party }) => hide([message], party), when.permanent);
const rowDoubled = meanwhile((_, { me }) => me?.rows.push(...me.rows.slice(0, 1)), when.ofGroup, when.freed);

/** Concurrency. */
export const concurrency = {
  'list-written-from-an-old-copy': onReset(writingAnOldList, when.ofUser, when.freed),
  'both-sides-delete-at-once-spares-messages': onReset(sparingOwnThen, when.permanent),
  'message-during-deletion-lost-for-other-side': hiddenFromOther,
  'message-during-reset-doubles-row': rowDoubled,
  'second-of-two-refused-but-done': onReset(refusingTheSecond, when.preserved),
};
