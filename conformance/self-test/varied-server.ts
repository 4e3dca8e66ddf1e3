import { unescape as decoded } from 'node:querystring';
import { type Addressing, type Behaviour, referenceBehaviour } from '../../core/index.ts';
import type { Handle } from './handle.ts';
import { keys } from './mock-targets.ts';
import {
  type Answer,
  type Around,
  documented,
  errorOf,
  idOf,
  isObject,
  type Json,
  type Kind,
  type Message,
  type NaiveState,
  type NaiveStyle,
  naiveServer,
  type Party,
  partyOf,
  type Request,
  type Row,
  type Thread,
  threadOf,
} from './naive-server.ts';
import { isListRead } from './parts/state.ts';

/** What a naive server does otherwise. */
export interface Variation {
  /** Where it needs another behaviour than the reference. */
  readonly behaviour?: Partial<Behaviour>;
  readonly style?: NaiveStyle;
  readonly vary?: Vary;
}

export type Varying = Required<Pick<Variation, 'vary'>>;

/** Answers a request, by `step.next` or in its place. */
export type Vary = (step: Step) => Answer | Promise<Answer>;

/** What becomes of a reset in place of what the healthy server does. */
export type Effect = (it: ResetStep) => Answer | Promise<Answer>;

export interface Step {
  readonly request: Request;
  /** Method and path, `GET /v3/conversations`. */
  readonly call: string;
  readonly state: NaiveState;
  readonly apiKey: string;
  /** Who asks, where there is such a user. */
  readonly asker: Party | undefined;
  /** What the request asks for, when it is a reset. */
  readonly reset: Reset | undefined;
  /** Every request answered so far, oldest first. */
  readonly past: readonly Done[];
  /** Every reset confirmed so far, oldest first, and when. */
  readonly resets: readonly (Reset & { readonly at: number })[];
  /** Every request under way, this one among them. */
  readonly open: ReadonlySet<Step>;
  /** What the healthy server does with the request, as it came or changed. */
  readonly next: (changes?: Partial<Request>) => Answer;
}

/** A reset as asked for, and what stood before it. */
export type Reset = NonNullable<ReturnType<typeof resetIn>>;

export type ResetStep = Step & Reset;

export interface Done extends Pick<Step, 'request' | 'call' | 'reset'> {
  readonly isConfirmed: boolean;
  /** The number of messages sent until then. */
  readonly counter: number;
}

export type Condition = (it: ResetStep) => boolean;

/** Does otherwise with the resets for which all conditions hold. */
export const onReset = (effect: Effect, ...conditions: readonly Condition[]): Varying => ({
  vary: (step) => {
    const it = step.reset && { ...step, ...step.reset };
    return it && conditions.every((holds) => holds(it)) ? effect(it) : step.next();
  },
});

/** Changes every answer. */
export const onAnswer = (change: (answer: Answer, step: Step) => Partial<Answer>): Varying => ({
  vary: (step) => {
    const answer = step.next();
    return { ...answer, ...change(answer, step) };
  },
});

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

/** Shows users a list with these rows, and leaves the list that they have as it was. */
export const onListRead = (rowsOf: (me: Party, step: Step) => readonly Row[]): Varying => ({
  vary: (step) => {
    const { asker: me, next } = step;
    if (!me || !isListRead(step)) return next();
    const had = me.rows;
    me.rows = [...rowsOf(me, step)];
    const answer = next();
    me.rows = had;
    return answer;
  },
});

/** The naive server, which does one thing otherwise. */
export function variedServer({ behaviour, style = {}, vary = ({ next }) => next() }: Variation): Handle {
  const past: Done[] = [];
  const resets: Step['resets'][number][] = [];
  const open = new Set<Step>();
  const around: Around = async (request, state, answer) => {
    const next = (changes?: Partial<Request>) => answer({ ...request, ...changes });
    const reset = resetIn(request, state);
    const asker = partyOf(state, 'user', request.header('onbehalfof'));
    const call = `${request.method} ${request.url}`;
    const step: Step = { request, call, state, apiKey: keys.apiKey, asker, reset, past, resets, open, next };
    open.add(step);
    try {
      const given = await vary(step);
      past.push({ request, call, reset, isConfirmed: isConfirmed(given), counter: state.counter });
      if (reset && isConfirmed(given)) resets.push({ ...reset, at: Date.now() });
      return given;
    } finally {
      open.delete(step);
    }
  };
  return naiveServer({ ...keys, behaviour: { ...referenceBehaviour, ...behaviour }, style, around });
}

function resetIn({ method, url, header, json }: Request, state: NaiveState) {
  const [, root, segment] = /^\/v3\/(users|groups)\/([^/?]+)\/conversation$/.exec(url) ?? [];
  if (method !== 'DELETE' || segment === undefined) return undefined;
  const existing = (id: string) => (state.parties.some((it) => it.id === id) ? id : id.toLowerCase());
  const kind: Kind = root === 'users' ? 'user' : 'group';
  const [path, actor] = [existing(decoded(segment)), existing(header('onbehalfof'))];
  const body = isObject(json) ? json : {};
  const peer = body['conversationWith'];
  const other = kind === 'user' && path === actor ? existing(String(peer)) : path;
  const form: Addressing = path === actor ? 'path-actor' : peer === undefined ? 'path-peer' : 'path-peer-echo';
  const [me, party] = [partyOf(state, 'user', actor), partyOf(state, kind, other)];
  const thread = threadOf(state, kind, actor, other);
  /** Of the actor, before. */
  const rows: readonly Row[] = [...(me?.rows ?? [])];
  /** Of the conversation in that list; -1 without one. */
  const place = rows.findIndex((it) => it.thread === thread);
  /** Of the conversation, before. */
  const messages: readonly Message[] = thread?.messages.map((it) => ({ ...it, hiddenFrom: [...it.hiddenFrom] })) ?? [];
  return {
    ...{ kind, form, path, actor, other, body, me, party, thread, rows, place, row: rows[place], messages },
    preserve: body['preserveOrder'] === true,
    permanent: kind === 'user' && body['deleteMessagesPermanently'] === true,
  };
}

/** The object under `data`, when the answer is a confirmation. */
export function confirmationOf({ status, body }: Answer): Json | undefined {
  const data = status === 200 && isObject(body) ? body['data'] : undefined;
  return isObject(data) && data['success'] === true ? data : undefined;
}

export const isConfirmed = (answer: Answer) => confirmationOf(answer) !== undefined;

export const refusal = (status = 400): Answer => ({
  status,
  body: { error: errorOf('ERR_BAD_REQUEST', 'Refused.') },
});

/** The documented one. */
export const confirmation = ({ kind, actor, other }: Pick<Reset, 'kind' | 'actor' | 'other'>): Answer => {
  const message = documented({ conversationId: idOf(kind, actor, other), actor });
  return { status: 200, body: { data: { success: true, message } } };
};
