import { isObject, type Row } from '../naive-server.ts';
import * as when from '../second-catalogue/conditions.ts';
import {
  afterwards,
  answerWithRows,
  groupJoined,
  hide,
  isListRead,
  onAnswer,
  sameThread,
  without,
} from '../second-catalogue/effects.ts';
import { type Effect, onReset, partyOf, type Reset, type Step, type Variation, type Vary } from '../varied-server.ts';

/** What a permanent deletion does to the row of the other side. */
const otherRow = (rows: (others: readonly Row[], row: Row) => readonly Row[]): Effect =>
  afterwards(({ party, thread }) => {
    const row = party?.rows.find((it) => it.thread === thread);
    if (party && row) party.rows = [...rows(without(party.rows, row), row)];
  });

/** Puts a further message in front of those that are read, once a reset of the conversation asks for it. */
const withMessage = (further: (resets: readonly Reset[], me: string) => object | undefined) =>
  onAnswer(({ body }, step) => {
    const [, kind, id = ''] = /^GET \/v3\/(user|group)s\/([^/]+)\/messages(?!.*\bid=)/.exec(step.call) ?? [];
    const me = step.asker?.id ?? '';
    const isOfThread = (it: Reset) =>
      it.kind === kind && [id, ...(kind === 'group' ? [] : [me])].every((one) => [it.actor, it.other].includes(one));
    const more = further(step.resets.filter(isOfThread), me);
    const data = isObject(body) && Array.isArray(body['data']) ? body['data'] : undefined;
    return more && data && data.length < 50 ? { body: { ...(body as object), data: [more, ...data] } } : {};
  });

const lastDeleted = withMessage((resets) => {
  const last = resets.findLast(({ permanent }) => permanent)?.messages.at(-1);
  return last && { id: String(last.id), category: 'message', type: 'text', deletedAt: last.json['sentAt'] };
});
const actionMessage = withMessage((resets, sender) => {
  const data = { action: 'cleared', text: 'You cleared this.' };
  const isMine = resets.some(({ actor }) => actor === sender);
  return isMine ? { id: '0', category: 'action', type: 'cleared', sender, data } : undefined;
});

const membersOf = ({ state }: Step, guid: string) => [...(partyOf(state, 'group', guid)?.members ?? [])];
const hidingFromWhoJoins: Vary = (step) => {
  const guid = groupJoined(step) ?? '';
  const before = membersOf(step, guid);
  const answer = step.next();
  const thread = step.state.threads.find(({ kind, ids }) => kind === 'group' && ids.includes(guid));
  for (const uid of membersOf(step, guid).filter((uid) => !before.includes(uid)))
    hide(thread?.messages ?? [], partyOf(step.state, 'user', uid));
  return answer;
};

/** The emptied conversation leaves the list of the other side. */
const removingLate: Vary = ({ asker, resets, next }) => {
  for (const { permanent, other, thread: its, at } of resets) {
    const row = asker?.rows.find(({ thread }) => sameThread(thread, its));
    const isDue = permanent && other === asker?.id && Date.now() - at >= 300;
    if (asker && row?.thread.messages.length === 0 && isDue) asker.rows = without(asker.rows, row);
  }
  return next();
};
const showingOldList: Vary = (step) => {
  const { asker, resets, next } = step;
  const late = resets.find(({ actor, at }) => actor === asker?.id && Date.now() - at < 200);
  return isListRead(step) && asker && late ? answerWithRows(asker, [...late.rows], step) : next();
};
const removed = otherRow((others) => others);
const movedFirst = otherRow((others, row) => [row, ...others]);

/** What a reset does and when it shows, as far as it is left open. */
export const effectsLeftOpen: Readonly<Record<string, Variation>> = {
  'other-row-goes-after-300-ms': { vary: removingLate },
  'other-row-goes-at-once': onReset(removed, when.permanent),
  'other-row-moves-first-in-place-only': onReset(movedFirst, when.permanent, when.preserved),
  'lists-lag-by-200-ms': { vary: showingOldList },
  'tombstone-after-deletion': { vary: lastDeleted },
  'action-message-after-reset': { vary: actionMessage },
  'late-member-reads-no-history': { vary: hidingFromWhoJoins },
};
