import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type Party, partyOf, type Row, threadOf } from './naive-server.ts';
import * as when from './parts/conditions.ts';
import * as does from './parts/effects.ts';
import { groupJoined, hide, ownerOf, reveal, sameThread, seenIn, senderOf, underWay, without } from './parts/state.ts';
import {
  type Condition,
  confirmation,
  type Effect,
  onAnswer,
  onListRead,
  onReset,
  type Reset,
  refusal,
  type Step,
  type Variation,
  type Vary,
} from './varied-server.ts';

type Variations = Readonly<Record<string, Variation>>;

const onJson = (type: string, bodyOf: (json: unknown) => string) =>
  onAnswer(({ body }) => (isObject(body) ? { body: bodyOf(body), headers: { 'Content-Type': type } } : {}));

const escaped = (json: unknown) =>
  JSON.stringify(json).replace(/"[^"\\]*"/g, (text) =>
    text.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  );
const turned = (_: string, it: unknown) => (isObject(it) ? Object.fromEntries(Object.entries(it).reverse()) : it);

/** The form of answers. */
const answerForms: Variations = {
  'media-type-in-capitals': onJson('APPLICATION/JSON;CHARSET=UTF-8', JSON.stringify),
  // Names of fields, too.
  'escaped-answers': onJson('application/json', escaped),
  'turned-fields': onJson('application/json', (json) => JSON.stringify(json, turned)),
  'error-null-beside-data': onAnswer(({ body }) =>
    isObject(body) && 'data' in body ? { body: { error: null, ...body } } : {},
  ),
  'connection-closed-after-every-answer': onAnswer(() => ({ headers: { Connection: 'close' } })),
  'confirmation-in-another-language': {
    style: {
      confirmation: ({ conversationId, actor }) =>
        `Unterhaltung: ${conversationId}\n\nGelöscht für:\t${actor}\n${'Ihre Nachrichten sind weg. '.repeat(60)}`,
    },
  },
  'owner-in-confirmation': onReset(
    does.saying((message, it) => (it.kind === 'group' ? `${message} It belongs to ${ownerOf(it)}.` : message)),
  ),
  'pages-of-10-without-totals': {
    style: { pageSize: 10 },
    ...onAnswer(({ body }) => (isObject(body) && 'meta' in body ? { body: { data: body['data'] } } : {})),
  },
};

const refusingWith = (status: number, ...conditions: readonly Condition[]) =>
  onReset(() => refusal(status), ...conditions);

const repeatingAField: Condition = ({ request }) => {
  const names = request.body.match(/"\w+"(?=\s*:)/g) ?? [];
  return new Set(names).size < names.length;
};
const withAnotherField: Condition = ({ body }) => Object.keys(body).some((name) => name !== 'preserveOrder');
const notToTheLetter = when.withType((type) => !['', 'application/json'].includes(type));
const withWrongOrder: Condition = ({ body }) => 'preserveOrder' in body && typeof body['preserveOrder'] !== 'boolean';
const withRightKey: Condition = ({ me, request, apiKey }) => me !== undefined && request.header('apikey') === apiKey;

const refusingTheSecond: Effect = async (it) => {
  if (underWay(it.thread, it).length > 0) return refusal(409);
  await sleep(10);
  return it.next();
};

/** For what was never reset, as every permanent deletion of what is not there, the refusal stays. */
const confirmingAgain: Effect = (it) =>
  it.next().status === 404 && seenIn(it).length === 0 ? confirmation(it) : it.next();
const resetBefore: Condition = ({ row, permanent, actor, thread, resets }) =>
  !row && !permanent && resets.some((it) => it.actor === actor && sameThread(it.thread, thread));

const busy: Effect = () => ({ ...refusal(503), headers: { 'Retry-After': '1' } });
const fortieth: Condition = ({ past }) => past.filter(({ reset }) => reset !== undefined).length % 40 === 39;

/** Nobody can have such an id. */
const refusingIds = (isRefused: (id: string) => boolean): Variation => ({
  vary: ({ call, request: { json }, next }) => {
    const isCreation = /^POST \/v3\/(users|groups)$/.test(call) && isObject(json);
    return isCreation && isRefused(String(json['uid'] ?? json['guid'])) ? refusal() : next();
  },
});

/** What is refused, and what is confirmed without effect, where the specification asks for neither. */
const refused: Variations = {
  'chunked-refused-with-411': refusingWith(411, when.chunked),
  'charset-refused-with-415': refusingWith(415, notToTheLetter),
  'repeated-fields-refused': refusingWith(400, repeatingAField),
  'unknown-field-refused-for-groups-only': refusingWith(400, when.ofGroup, withAnotherField),
  'no-body-refused-for-users-only': refusingWith(400, when.ofUser, when.withoutBody),
  'wrong-order-type-ignored-alone': onReset(does.asIf({ preserveOrder: undefined }), withWrongOrder),
  'busy-conversation-refused-with-409': onReset(refusingTheSecond),
  'emptied-refused': refusingWith(404, when.emptied),
  'repeated-reset-confirmed': onReset(confirmingAgain, resetBefore),
  'oneself-confirmed': onReset(confirmation, when.withOneself, withRightKey),
  'long-ids-refused': refusingIds((id) => id.length > 64),
  'infix-in-ids-refused': refusingIds((id) => id.includes('_user_')),
  'every-40th-reset-503': onReset(busy, fortieth),
};

/** What a permanent deletion does to the row of the other side. */
const otherRow = (rows: (others: readonly Row[], row: Row) => readonly Row[]): Effect =>
  does.afterwards(({ party, thread }) => {
    const row = party?.rows.find((it) => it.thread === thread);
    if (party && row) party.rows = [...rows(without(party.rows, row), row)];
  });

/** Puts a further message in front of those that are read, once a reset of the conversation asks for it. */
const withMessage = (further: (resets: readonly Reset[], me: string) => object | undefined) =>
  onAnswer(({ body }, step) => {
    const [, kind, id = ''] = /^GET \/v3\/(user|group)s\/([^/]+)\/messages(?!.*\bid=)/.exec(step.call) ?? [];
    const me = step.asker?.id ?? '';
    const thread = threadOf(step.state, kind === 'group' ? kind : 'user', me, id);
    const ofThread = step.resets.filter((it) => sameThread(it.thread, thread));
    const more = further(ofThread, me);
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
  for (const uid of membersOf(step, guid).filter((uid) => !before.includes(uid)))
    hide(threadOf(step.state, 'group', uid, guid)?.messages ?? [], partyOf(step.state, 'user', uid));
  return answer;
};

/** The emptied conversation leaves the list of the other side. */
const removingLate: Vary = ({ asker, resets, next }) => {
  for (const row of asker?.rows ?? []) {
    const last = resets.findLast((it) => sameThread(row.thread, it.thread));
    const isDue = last?.permanent && last.other === asker?.id && Date.now() - last.at >= 300;
    if (asker && row.thread.messages.length === 0 && isDue) asker.rows = without(asker.rows, row);
  }
  return next();
};
const showingOldList = onListRead((me, { resets }) => {
  const late = resets.find(({ actor, at }) => actor === me.id && Date.now() - at < 200);
  return late?.rows ?? me.rows;
});
const removed = otherRow((others) => others);
const movedFirst = otherRow((others, row) => [row, ...others]);

const createdAt = new WeakMap<Party, number>();
/** As where it is asked for of a copy of the data that lags behind. */
const unknownAtFirst: Vary = ({ asker, state, next }) => {
  if (asker && Date.now() - (createdAt.get(asker) ?? 0) < 200) return refusal(404);
  const answer = next();
  for (const it of state.parties) if (!createdAt.has(it)) createdAt.set(it, Date.now());
  return answer;
};
/** As where messages are put into a queue. */
const deliveredLater: Vary = ({ call, next }) => {
  if (call !== 'POST /v3/messages') return next();
  setTimeout(next, 100);
  return { status: 202, body: { data: { status: 'queued' } } };
};
/** What others write to somebody who has not written yet stands elsewhere. */
const answeredOnly = onListRead(({ id, rows }, { past }) => {
  const own = past.filter(({ call, request }) => call === 'POST /v3/messages' && request.header('onbehalfof') === id);
  const writtenTo = own.map(({ request: { json } }) =>
    isObject(json) ? `${json['receiverType']} ${json['receiver']}` : '',
  );
  return rows.filter(({ other, thread }) => writtenTo.includes(`${thread.kind} ${other}`));
});

/** What is not permanent hides only what the acting user has written, or only what others have. */
const keeping = (isKept: (sender: unknown, actor: string) => boolean): Variation => {
  const revealing = does.afterwards(({ me, thread, actor }) => {
    const kept = thread?.messages.filter((one) => isKept(senderOf(one), actor)) ?? [];
    reveal(kept, me);
  });
  return onReset(revealing, when.temporary);
};

/** User resets leave the messages of the whole second, group resets leave none. */
const bySecondsForUsers: Variation = {
  style: { hidesOlder: true },
  ...onReset(
    does.afterwards(({ me, thread }) => hide(thread?.messages ?? [], me)),
    when.ofGroup,
  ),
};

/** A conversation is kept from others for so long after a reset. */
const locked = (ms: number): Variation =>
  refusingWith(423, ({ thread, resets }) =>
    resets.some((it) => sameThread(it.thread, thread) && Date.now() - it.at < ms),
  );

/** What a reset does and when it shows, as far as it is left open. */
const effectsLeftOpen: Variations = {
  'other-row-goes-after-300-ms': { vary: removingLate },
  'other-row-goes-at-once': onReset(removed, when.permanent),
  'other-row-moves-first-in-place-only': onReset(movedFirst, when.permanent, when.preserved),
  'lists-lag-by-200-ms': showingOldList,
  'new-user-unknown-for-200-ms': { vary: unknownAtFirst },
  'messages-delivered-after-100-ms': { vary: deliveredLater },
  'row-listed-once-answered': answeredOnly,
  'tombstone-after-deletion': lastDeleted,
  'action-message-after-reset': actionMessage,
  'own-messages-stay': keeping((sender, actor) => sender === actor),
  'messages-of-the-second-stay-for-users-only': bySecondsForUsers,
  'conversation-locked-for-200-ms': locked(200),
  'others-messages-stay': keeping((sender, actor) => sender !== actor),
  'late-member-reads-no-history': { vary: hidingFromWhoJoins },
};

/** Correct servers with unusual choices that no axis names, by name; written by somebody who had not read the suite. */
export const secondPermitted: Variations = { ...answerForms, ...refused, ...effectsLeftOpen };
