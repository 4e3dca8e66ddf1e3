import { addressingForms, referenceBehaviour } from '../../core/index.ts';
import { type Transition, transitionsOf } from '../check/transitions.ts';
import type { Executed, Observation, Trace, TraceEvent } from '../execution/trace.ts';
import { listOf } from '../execution/views.ts';
import { reset, times as several } from '../plan/world.ts';
import { type Effect, type Profile, unknownProfile } from '../profile/profile.ts';
import { keyOf, peerOf, toGroup, toUser } from '../scenario/conversations.ts';
import { describeReset } from '../scenario/describe-reset.ts';
import { idIn } from '../scenario/ids.ts';
import type { Act, Reset, Scenario, Step } from '../scenario/scenario.ts';
import { isReset } from '../scenario/scenario.ts';
import { answerOf } from '../target/answer.ts';
import type { Peer } from '../target/driver.ts';
import type { WireReply } from '../target/http-client.ts';
import { answered } from './sample-replies.ts';

/** Leads every id of a trace that is written by hand. */
const scope = 's-';

/** Conversations are written as the other's id, or as a key, `user:a`, and messages as their numbers. */
export interface TraceBuilder {
  readonly send: (from: string, to: string, times?: number) => TraceBuilder;
  readonly join: (from: string, to: string) => TraceBuilder;
  readonly reset: (reset: Reset, reply?: Replying) => TraceBuilder;
  readonly together: (...sent: readonly (Act | readonly [Reset, Replying])[]) => TraceBuilder;
  readonly wait: () => TraceBuilder;
  /** What is seen at once: lists by their owner, what can be read by reader and peer. */
  readonly see: (views: Readonly<Record<string, Seen>>) => TraceBuilder;
  /** A list with the ids of its conversations. */
  readonly list: (owner: string, rows: Seen, ids: Readonly<Record<string, string>>) => TraceBuilder;
  /** Begins another observation. */
  readonly later: () => TraceBuilder;
  /** Begins another observation, for which the settling time was waited. */
  readonly settled: () => TraceBuilder;
  /** What is known of the target, where it is not what the reference does. */
  readonly knowing: (change: Partial<Profile>) => TraceBuilder;
  /** The same of resets without `preserveOrder`: where the row goes, and what becomes of the texts. */
  readonly usually: (place: Effect['place'], texts: Effect['texts']) => TraceBuilder;
  readonly profile: () => Profile;
  readonly trace: (change?: Partial<Trace>) => Trace;
  readonly transitions: () => readonly Transition[];
}

/** The ids in a list, one after the other, or the messages that can be read. */
export type Seen = string | readonly (number | string)[];

export type Replying = (reset: Reset) => WireReply;

/** The documented answer; `data` is added to its own, or put in its place. */
export const confirmed =
  (data: Readonly<Record<string, unknown>> = {}): Replying =>
  ({ actor, conversation }) => {
    const message = `${idIn(scope, actor)} starts afresh with ${idIn(scope, conversation.id)}`;
    return answered(200, { data: { success: true, message, ...data } });
  };
export const refused =
  (status = 403): Replying =>
  () =>
    answered(status);
export const unanswered: Replying = () => ({ kind: 'lost', why: 'cut' });

/** Four users, and a group of two of them. */
export const people = { users: ['me', 'a', 'b', 'mate'], groups: [{ id: 'g', members: ['me', 'mate'] }] } as const;

type World = Pick<Scenario, 'users' | 'groups'>;

/** What was done and seen on a target, by hand. */
export function trace(world: World = people): TraceBuilder {
  const events: TraceEvent[] = [];
  const steps: Step[] = [];
  let profile = referenceProfile;
  let messages = 0;
  let current: Observation[] | undefined;
  let isSettled = false;

  const peerIn = (name: string): Peer => {
    if (name.includes(':')) return peerOf(name);
    return world.groups.some(({ id }) => id === name) ? toGroup(name) : toUser(name);
  };
  const rowsOf = (seen: Seen, spelled = (name: number | string) => keyOf(peerIn(`${name}`))): readonly string[] =>
    (typeof seen === 'string' ? seen.split(' ').filter((name) => name !== '') : seen).map(spelled);

  const execute = (operation: Act, replying: Replying): Executed => {
    const log = { phase: 'act', what: isReset(operation) ? describeReset(operation) : '', exchanges: [] } as const;
    if (isReset(operation)) {
      const reply = replying(operation);
      return { operation, texts: [], answer: answerOf(reply), reply, log };
    }
    const texts = several(operation.do === 'send' ? (operation.times ?? 1) : 0, () => textOf(++messages));
    return { operation, texts, answer: undefined, reply: undefined, log };
  };
  const doing = (step: Step, operations: readonly Executed[]): TraceBuilder => {
    if (operations.length > 0) events.push({ kind: 'operations', at: 0, step: steps.length, operations });
    steps.push(step);
    return nextObservation(false);
  };
  const alone = (operation: Act, replying = confirmed()): TraceBuilder =>
    doing(operation, [execute(operation, replying)]);
  const nextObservation = (settled: boolean): TraceBuilder => {
    [current, isSettled] = [undefined, settled];
    return builder;
  };
  const see = (observation: Omit<Observation, 'isSettled' | 'log'>): TraceBuilder => {
    if (current === undefined) {
      current = [];
      events.push({ kind: 'observations', at: 0, observations: current });
    }
    current.push({ ...observation, isSettled, log: { phase: 'look', what: '', exchanges: [] } });
    return builder;
  };

  const builder: TraceBuilder = {
    send: (from, to, times) => alone({ do: 'send', from, to: peerIn(to), ...(times && { times }) }),
    join: (from, to) => alone({ do: 'join', from, to: peerIn(to) }),
    reset: (operation, replying) => alone(operation, replying),
    together: (...sent) => {
      const pairs = sent.map((one): readonly [Act, Replying] => ('do' in one ? [one, confirmed()] : one));
      const operations = pairs.map(([operation]) => operation);
      const executed = pairs.map(([operation, replying]) => execute(operation, replying));
      return doing({ do: 'together', operations }, executed);
    },
    wait: () => doing({ do: 'wait', until: 'second' }, []),
    see: (views) => {
      for (const [name, seen] of Object.entries(views)) {
        const [owner = '', peer] = name.split(' ');
        if (peer === undefined) see({ view: listOf(owner), seen: rowsOf(seen) });
        else see({ view: { of: 'messages', owner, peer: peerIn(peer) }, seen: rowsOf(seen, textOf) });
      }
      return builder;
    },
    list: (owner, rows, ids) =>
      see({ view: listOf(owner), seen: rowsOf(rows), conversationIds: new Map(Object.entries(ids)) }),
    later: () => nextObservation(false),
    settled: () => nextObservation(true),
    knowing: (change) => {
      profile = { ...profile, ...change };
      return builder;
    },
    usually: (place, texts) => builder.knowing({ usual: usually({ place, texts }) }),
    profile: () => profile,
    trace: (change) => ({ scenario: { ...world, steps }, scope, arranged: [], events, lost: 0, ...change }),
    transitions: () => transitionsOf(builder.trace(), profile),
  };
  return builder;
}

/** A number stands for one of the messages that were sent, in order. */
export const textOf = (message: number | string): string =>
  /^\d+$/.test(`${message}`) ? `message ${message}` : `${message}`;

/** Three conversations of `me`, one of `a` and `mate`, one message each, and everybody's list. */
export const begin = (mine: Seen = unchanged): TraceBuilder =>
  trace()
    .send('a', 'me')
    .send('b', 'me')
    .send('mate', 'g')
    .send('mate', 'a')
    .see({ me: mine, a: 'mate me', b: 'me', mate: 'a g' });

/** The list of `me` there, and without its last row. */
export const unchanged = 'g b a';
export const rest = 'g b';

/** That world, a reset in it, and what was seen then. */
export const when = (reset: Reset, views: Parameters<TraceBuilder['see']>[0], replying?: Replying): TraceBuilder =>
  begin().reset(reset, replying).see(views);

export const keep = { preserveOrder: 'true' } as const;
export const forGood = { deleteMessagesPermanently: 'true' } as const;

/** Resets by `me`, with both flags false. */
export const ofA = (settings: Parameters<typeof reset>[2] = {}): Reset => reset('me', toUser('a'), settings);
export const ofB = (settings: Parameters<typeof reset>[2] = {}): Reset => reset('me', toUser('b'), settings);
export const ofGroup = (settings: Parameters<typeof reset>[2] = {}): Reset => reset('me', toGroup('g'), settings);

/** Every class of resets with the place that it has with and without `preserveOrder`, and what becomes of the texts. */
export const usually = (free: Effect, preserved: Effect = { ...free, place: 'kept' }): Profile['usual'] =>
  new Map(
    (['group', ...addressingForms] as const).flatMap((form) =>
      (['temporary', 'permanent'] as const).flatMap((kind) => [
        [`${form} free ${kind}`, free] as const,
        [`${form} preserved ${kind}`, preserved] as const,
      ]),
    ),
  );

/** What leaving `deleteMessagesPermanently` out means in every form, beside either order. */
export const omittedMeans = (preserved?: boolean, free?: boolean): Profile['omittedIsPermanent'] =>
  new Map(
    addressingForms.flatMap((form) => [
      ...(preserved === undefined ? [] : [[`${form} preserved`, preserved] as const]),
      ...(free === undefined ? [] : [[`${form} free`, free] as const]),
    ]),
  );

/** What a run finds of a target under reference behaviour. */
export const referenceProfile: Profile = {
  ...unknownProfile,
  ...referenceBehaviour,
  usual: usually({ place: 'removed', texts: 'hidden' }),
  omittedIsPermanent: omittedMeans(false, false),
  messageLists: true,
  readsUntyped: true,
  readsCapitals: true,
  messageRaises: true,
  spellsIds: true,
};
