import type { Message, Row } from '../naive-server.ts';
import { afterwards, answerWithRows, hide, onAnswer, sameThread, without } from '../second-catalogue/effects.ts';
import { type Choice, type Effect, isObject, partyOf, type Reset, type Step } from '../varied-server.ts';

const isLook = ({ request: { method, url } }: Step, at: RegExp) => method === 'GET' && at.test(url);

/** What a permanent deletion does to the row of the other side. */
const otherRow = (rows: (others: readonly Row[], row: Row) => readonly Row[]): Effect =>
  afterwards(({ party, thread }) => {
    const row = party?.rows.find((it) => it.thread === thread);
    if (party && row) party.rows = [...rows(without(party.rows, row), row)];
  });

/** The conversation whose messages are looked at, as the last reset found it for which this holds. */
function resetOfLookedAt(step: Step, isMeant: (reset: Reset) => boolean): Reset | undefined {
  const [, kind, id] = /^\/v3\/(user|group)s\/([^/]+)\/messages(?!.*\bid=)/.exec(step.request.url) ?? [];
  const me = step.asker?.id ?? '';
  const isThread = (it: Reset) =>
    it.kind === kind &&
    [it.actor, it.other].includes(`${id}`) &&
    (kind === 'group' || [it.actor, it.other].includes(me));
  return step.resets.findLast((it) => isThread(it) && isMeant(it));
}

/** Puts a further message in front of those that are read, when all of them are in the answer. */
const withMessage = (further: (step: Step) => object | '' | undefined) =>
  onAnswer(({ body }, step) => {
    const more = isLook(step, /\/messages/) ? further(step) : undefined;
    const data = isObject(body) && Array.isArray(body['data']) ? body['data'] : undefined;
    return more && data && data.length < 50 ? { body: { ...(body as object), data: [more, ...data] } } : {};
  });

/** What a reset does and when it shows, as far as it is left open. */
export const effectsLeftOpen: Readonly<Record<string, Choice>> = {
  'other-row-goes-after-300-ms': {
    what: 'After a permanent deletion the emptied conversation leaves the list of the other side 300 ms later.',
    vary: ({ asker, resets, next }) => {
      for (const { permanent, other, thread: its, at } of resets) {
        const row = asker?.rows.find(({ thread }) => sameThread(thread, its));
        const isDue = permanent && other === asker?.id && Date.now() - at >= 300;
        if (asker && row?.thread.messages.length === 0 && isDue) asker.rows = without(asker.rows, row);
      }
      return next();
    },
  },
  'other-row-goes-at-once': {
    what: 'A permanent deletion takes the conversation out of the list of the other side.',
    when: ({ permanent }) => permanent,
    effect: otherRow((others) => others),
  },
  'other-row-moves-first-in-place-only': {
    what: 'A permanent deletion with both flags moves the conversation to the top of the list of the other side.',
    when: ({ permanent, preserve }) => permanent && preserve,
    effect: otherRow((others, row) => [row, ...others]),
  },
  'lists-lag-by-200-ms': {
    what: 'For 200 ms after a reset its actor sees the list as it was.',
    vary: (step) => {
      const { asker, resets, next } = step;
      const late = resets.find(({ actor, at }) => actor === asker?.id && Date.now() - at < 200);
      const isLate = isLook(step, /conversations/) && asker && late;
      return isLate ? answerWithRows(asker, [...late.rows], step) : next();
    },
  },
  'tombstone-after-deletion': {
    what: 'Of the messages that were deleted permanently, the last one is shown as deleted, without its text.',
    vary: withMessage((step) => {
      const last: Message | undefined = resetOfLookedAt(step, ({ permanent }) => permanent)?.messages.at(-1);
      return last && { id: String(last.id), category: 'message', type: 'text', deletedAt: last.json['sentAt'] };
    }),
  },
  'action-message-after-reset': {
    what: 'Who has reset a conversation reads an action message in it.',
    vary: withMessage((step) => {
      const actor = resetOfLookedAt(step, (it) => it.actor === step.asker?.id)?.actor;
      const data = { action: 'cleared', text: 'You cleared this.' };
      return actor && { id: '0', category: 'action', type: 'cleared', sender: actor, data };
    }),
  },
  'late-member-reads-no-history': {
    what: 'Who joins a group reads nothing of what was said before.',
    vary: (step) => {
      const guid = /\/groups\/([^/]+)\/members$/.exec(step.request.url)?.[1] ?? '';
      const members = [...(partyOf(step.state, 'group', guid)?.members ?? [])];
      const answer = step.next();
      const joined = partyOf(step.state, 'group', guid)?.members.filter((uid) => !members.includes(uid)) ?? [];
      const thread = step.state.threads.find(({ kind, ids }) => kind === 'group' && ids.includes(guid));
      for (const uid of joined) hide(thread?.messages ?? [], partyOf(step.state, 'user', uid));
      return answer;
    },
  },
};
