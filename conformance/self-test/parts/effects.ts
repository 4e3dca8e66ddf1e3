import type { Answer, Json, Message, Party, Request, Row, Thread } from '../naive-server.ts';
import {
  confirmationOf,
  type Effect,
  isConfirmed,
  partyOf,
  type Reset,
  type ResetStep,
  type Step,
  type Varying,
} from '../varied-server.ts';

/** Answers as the healthy server would, and leaves everything as it was. */
export const withoutEffect: Effect = ({ me, party, thread, messages, next }) => {
  const before = [me, party].map((it) => ({ it, rows: it?.rows.map((row) => ({ ...row })) }));
  const answer = next();
  for (const { it, rows } of before) if (it && rows) it.rows = rows;
  if (thread) thread.messages = [...messages];
  return answer;
};

/** Does what the healthy server does when these fields of the body are other ones; `undefined` leaves one out. */
export const asIf =
  (fields: Json): Effect =>
  ({ body, next }) =>
    next(written({ ...body, ...fields }));

/** What the healthy server does when these headers (lower-case names) are other ones. */
export function withHeaders({ request, next }: Step, headers: Readonly<Record<string, string>>): Answer {
  return next({ header: (name) => headers[name] ?? request.header(name) });
}

/** What the healthy server answers while the list of a user has other rows. */
export function answerWithRows(user: Party, rows: Row[], { next }: Step): Answer {
  const before = user.rows;
  user.rows = rows;
  const answer = next();
  user.rows = before;
  return answer;
}

const afterAnswer =
  (isMeant: (answer: Answer) => boolean) =>
  (change: (it: ResetStep) => void): Effect =>
  (it) => {
    const answer = it.next();
    if (isMeant(answer)) change(it);
    return answer;
  };

/** Changes what is stored besides what the healthy server does, whatever it answers. */
export const besides = afterAnswer(() => true);

/** Changes what is stored once the reset is done and confirmed. */
export const afterwards = afterAnswer(isConfirmed);

type Target = Pick<Reset, 'kind' | 'actor' | 'other'>;

/** A confirmed reset takes further conversations out of the lists of their actors. */
export const alsoResets = (targets: (it: ResetStep) => readonly Target[]): Effect =>
  afterwards((it) => {
    for (const { kind, actor, other } of targets(it)) {
      const [path, body] = kind === 'user' ? [`users/${actor}`, { conversationWith: other }] : [`groups/${other}`, {}];
      const header = (name: string) => (name === 'onbehalfof' ? actor : it.request.header(name));
      it.next({ ...written(body), url: `/v3/${path}/conversation`, header });
    }
  });

/** A confirmed reset takes the same user conversation out of the list of the other side, too. */
export const bothSides: Effect = alsoResets(({ actor, other }) => [{ kind: 'user', actor: other, other: actor }]);

/** A confirmed reset takes the same conversation out of the lists of these other users, too. */
export const alsoFor = (uids: (reset: Reset) => readonly string[]): Effect =>
  alsoResets((it) => {
    const others = uids(it).filter((uid) => uid !== it.actor);
    return others.map((actor) => ({ kind: it.kind, actor, other: it.other }));
  });

/** All members of the group. */
export const everybody = ({ party }: Reset): readonly string[] => party?.members ?? [];

export const ownerOf = ({ party }: Reset): string => String(party?.json['owner']);

/** A confirmed reset hides the messages from these users, too; all of them unless it is said which. */
export const alsoHides = (
  from: (reset: Reset) => readonly unknown[],
  which = (all: readonly Message[]) => all,
): Effect =>
  afterwards((it) => {
    for (const uid of from(it)) hide(which(it.thread?.messages ?? []), partyOf(it.state, 'user', `${uid}`));
  });

/** A confirmed reset deletes the messages of other conversations, too. */
export const alsoDeletes = (isMeant: (thread: Thread, it: ResetStep) => boolean): Effect =>
  afterwards((it) => {
    for (const thread of it.state.threads) if (isMeant(thread, it)) thread.messages = [];
  });

/** A permanent deletion spares some messages, for everybody but the actor. */
export const sparing = (spared: (messages: readonly Message[], reset: Reset) => readonly Message[]): Effect =>
  afterwards((it) => {
    const { me, thread, messages } = it;
    if (!me || !thread) return;
    thread.messages = spared(messages, it).map((one) => ({ ...one, hiddenFrom: [...one.hiddenFrom, me] }));
  });

/** Puts the rows of the actor, with that of the conversation where it was, into another order or number. */
export const rearranging = (order: (rows: Row[], row: Row, reset: Reset) => Row[]): Effect =>
  afterwards((it) => {
    const { me, row } = it;
    if (me && row) me.rows = order([...me.rows], row, it);
  });

export const without = <Item>(items: readonly Item[], item: Item | undefined): Item[] =>
  items.filter((it) => it !== item);

/** `preserveOrder` moves the conversation to the end. */
export const toTheEnd: Effect = rearranging((rows, row) => [...without(rows, row), row]);

/** `preserveOrder` does not keep the conversation in the list. */
export const orderLost: Effect = asIf({ preserveOrder: false });
export const orderKept: Effect = asIf({ preserveOrder: true });

/** Changes every answer. */
export const onAnswer = (change: (answer: Answer, step: Step) => Partial<Answer>): Varying => ({
  vary: (step) => {
    const answer = step.next();
    return { ...answer, ...change(answer, step) };
  },
});

/** Confirms in another form. */
export const answering =
  (form: (data: Json, it: ResetStep) => Partial<Answer>): Effect =>
  (it) => {
    const answer = it.next();
    const data = confirmationOf(answer);
    return data ? { ...answer, ...form(data, it) } : answer;
  };

/** Confirms in other words. */
export const saying = (reword: (message: string, it: ResetStep) => string): Effect =>
  answering((data, it) => ({ body: { data: { ...data, message: reword(String(data['message']), it) } } }));

/** Confirms that it was done for somebody else. */
export const confirmedFor = (uid: (reset: Reset) => string): Effect =>
  saying((message, it) => message.replace(`UID ${it.actor}`, `UID ${uid(it)}`));

/** Changes what is stored once a message is sent. */
export const onMessage = (change: (message: Message, thread: Thread, step: Step) => void): Varying => ({
  vary: (step) => {
    const answer = step.next();
    const thread = step.state.threads.find(({ messages }) => messages.at(-1)?.id === step.state.counter);
    const message = thread?.messages.at(-1);
    const isSent = step.request.url === '/v3/messages' && answer.status === 200;
    if (isSent && thread && message) change(message, thread, step);
    return answer;
  },
});

export const isListRead = ({ call }: Pick<Step, 'call'>): boolean => call.startsWith('GET /v3/conversations');

/** Who joins the group that a request adds members to. */
export const groupJoined = ({ call }: Pick<Step, 'call'>): string | undefined =>
  /^POST .*\/groups\/([^/]+)\/members$/.exec(call)?.[1];

/** The resets of a conversation that are under way beside this request. */
export const underWay = (thread: Thread | undefined, { open, request }: Step): readonly Reset[] =>
  [...open].flatMap(({ request: other, reset }) =>
    reset && other !== request && sameThread(reset.thread, thread) ? [reset] : [],
  );

export function hide(messages: readonly Message[], from: Party | undefined): void {
  for (const it of messages) if (from && !it.hiddenFrom.includes(from)) it.hiddenFrom.push(from);
}

export function reveal(messages: readonly Message[], to: Party | undefined): void {
  for (const it of messages) it.hiddenFrom = without(it.hiddenFrom, to);
}

/** What the actor could read before. */
export const seenIn = ({ messages, me }: Reset): readonly Message[] =>
  messages.filter(({ hiddenFrom }) => !hiddenFrom.some((it) => it === me));

export const senderOf = (message: Message | undefined): unknown => message?.json['sender'];

export const sameThread = (one: Thread | undefined, two: Thread | undefined): boolean =>
  one !== undefined && one.kind === two?.kind && one.ids.every((id) => two.ids.includes(id));

const written = (json: Json): Partial<Request> => ({ json, body: JSON.stringify(json) });
