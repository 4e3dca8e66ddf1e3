import { isObject, type Row } from '../naive-server.ts';
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
import { type Effect, partyOf, type Reset, type Step, variation } from '../varied-server.ts';

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

const membersOf = ({ state }: Step, guid: string) => [...(partyOf(state, 'group', guid)?.members ?? [])];

/** What a reset does and when it shows, as far as it is left open. */
export const effectsLeftOpen = [
  variation('other-row-goes-after-300-ms', {
    what: 'After a permanent deletion the emptied conversation leaves the list of the other side 300 ms later.',
    vary: ({ asker, resets, next }) => {
      for (const { permanent, other, thread: its, at } of resets) {
        const row = asker?.rows.find(({ thread }) => sameThread(thread, its));
        const isDue = permanent && other === asker?.id && Date.now() - at >= 300;
        if (asker && row?.thread.messages.length === 0 && isDue) asker.rows = without(asker.rows, row);
      }
      return next();
    },
  }),
  variation('other-row-goes-at-once', {
    what: 'A permanent deletion takes the conversation out of the list of the other side.',
    when: ({ permanent }) => permanent,
    effect: otherRow((others) => others),
  }),
  variation('other-row-moves-first-in-place-only', {
    what: 'A permanent deletion with both flags moves the conversation to the top of the list of the other side.',
    when: ({ permanent, preserve }) => permanent && preserve,
    effect: otherRow((others, row) => [row, ...others]),
  }),
  variation('lists-lag-by-200-ms', {
    what: 'For 200 ms after a reset its actor sees the list as it was.',
    vary: (step) => {
      const { asker, resets, next } = step;
      const late = resets.find(({ actor, at }) => actor === asker?.id && Date.now() - at < 200);
      return isListRead(step) && asker && late ? answerWithRows(asker, [...late.rows], step) : next();
    },
  }),
  variation('tombstone-after-deletion', {
    what: 'Of the messages that were deleted permanently, the last one is shown as deleted, without its text.',
    vary: withMessage((resets) => {
      const last = resets.findLast(({ permanent }) => permanent)?.messages.at(-1);
      return last && { id: String(last.id), category: 'message', type: 'text', deletedAt: last.json['sentAt'] };
    }),
  }),
  variation('action-message-after-reset', {
    what: 'Who has reset a conversation reads an action message in it.',
    vary: withMessage((resets, sender) => {
      const data = { action: 'cleared', text: 'You cleared this.' };
      const isMine = resets.some(({ actor }) => actor === sender);
      return isMine ? { id: '0', category: 'action', type: 'cleared', sender, data } : undefined;
    }),
  }),
  variation('late-member-reads-no-history', {
    what: 'Who joins a group reads nothing of what was said before.',
    vary: (step) => {
      const guid = groupJoined(step) ?? '';
      const before = membersOf(step, guid);
      const answer = step.next();
      const thread = step.state.threads.find(({ kind, ids }) => kind === 'group' && ids.includes(guid));
      for (const uid of membersOf(step, guid).filter((uid) => !before.includes(uid)))
        hide(thread?.messages ?? [], partyOf(step.state, 'user', uid));
      return answer;
    },
  }),
];
