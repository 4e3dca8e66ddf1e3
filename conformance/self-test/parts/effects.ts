import { type Answer, type Json, type Message, partyOf, type Request, type Row, type Thread } from '../naive-server.ts';
import { confirmationOf, type Effect, isConfirmed, type Reset, type ResetStep, type Step } from '../varied-server.ts';
import { hide, without } from './state.ts';

/** Answers as the healthy server would, and leaves everything as it was. */
export const withoutEffect: Effect = ({ me, party, thread, messages, next }) => {
  const before = [me, party].map((it) => ({ it, rows: it?.rows.map((row) => ({ ...row })) }));
  const answer = next();
  for (const { it, rows } of before) if (it && rows) it.rows = rows;
  if (thread) thread.messages = [...messages];
  return answer;
};

/** Does what the healthy server does when these fields of the body are other ones; `undefined` leaves one out. */
export const asIf = (fields: Json) => (it: ResetStep) => it.next(written({ ...it.body, ...fields }));

/** What the healthy server does when these headers (lower-case names) are other ones. */
export function withHeaders({ request, next }: Step, headers: Readonly<Record<string, string>>): Answer {
  return next({ header: (name) => headers[name] ?? request.header(name) });
}

type Change = (it: ResetStep) => void;

/** Changes what is stored besides what the healthy server does, whatever it answers. */
export const besides =
  (change: Change, isMeant: (answer: Answer) => boolean = () => true) =>
  (it: ResetStep) => {
    const answer = it.next();
    if (isMeant(answer)) change(it);
    return answer;
  };

/** Changes what is stored once the reset is done and confirmed. */
export const afterwards = (change: Change): Effect => besides(change, isConfirmed);

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

type Choice = (messages: readonly Message[], reset: Reset) => readonly Message[];

/** A confirmed reset hides the messages from these users, too; all of them unless it is said which. */
export const alsoHides = (from: (reset: Reset) => readonly unknown[], which: Choice = (all) => all): Effect =>
  afterwards((it) => {
    for (const uid of from(it)) hide(which(it.thread?.messages ?? [], it), partyOf(it.state, 'user', `${uid}`));
  });

/** A confirmed reset deletes the messages of other conversations, too. */
export const alsoDeletes = (isMeant: (thread: Thread, it: ResetStep) => boolean): Effect =>
  afterwards((it) => {
    for (const thread of it.state.threads) if (isMeant(thread, it)) thread.messages = [];
  });

/** A permanent deletion spares some messages, for everybody but the actor. */
export const sparing = (spared: Choice): Effect =>
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

/** `preserveOrder` moves the conversation to the end. */
export const toTheEnd: Effect = rearranging((rows, row) => [...without(rows, row), row]);

/** `preserveOrder` does not keep the conversation in the list. */
export const orderLost: Effect = asIf({ preserveOrder: false });
export const orderKept: Effect = asIf({ preserveOrder: true });

/** Confirms in another form. */
export const answering = (form: (data: Json, it: ResetStep) => Partial<Answer>) => (it: ResetStep) => {
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

const written = (json: Json): Partial<Request> => ({ json, body: JSON.stringify(json) });
