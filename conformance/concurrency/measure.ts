import { setTimeout as sleep } from 'node:timers/promises';
import { type Behaviour, type ChatState, referenceBehaviour } from '../../core/index.ts';
import type { Found } from '../behaviour/find-behaviour.ts';
import { resetRequest } from '../cases/reset-request.ts';
import { keyOf } from '../play/ledger.ts';
import type { Consistency, FoundBehaviour } from '../report.ts';
import { answerOf } from '../target/answer.ts';
import type { Peer } from '../target/driver.ts';
import { inParallel } from '../target/pool.ts';
import { type Target, TargetSilent, Unarrangeable } from '../target/target.ts';
import { chatModel, concerns, freeRows, perform, startState } from './chat-model.ts';
import { type Deed, isUpdate, type Operation, type Outcome } from './history.ts';
import { type Linearization, linearize, minimize } from './linearize.ts';
import { drawTimeline } from './timeline.ts';

/**
 * Runs small histories of parallel requests and looks for an order of their operations, in agreement with real time,
 * that explains all answers and views under the core with the target's behaviour. The spec promises no such order, so
 * what comes out is reported and never failed.
 */
export async function measureConsistency(
  target: Target,
  found: Found,
  histories: number,
  seed: number,
  concurrency: number,
): Promise<Consistency> {
  const none = { histories: 0, linearizable: 0, anomalies: 0, unknown: 0 };
  const why = unmodelled(target, found);
  if (why !== undefined) return { ...none, because: why };
  const behaviour = modelled(found.behaviour);
  const numbers = Array.from({ length: histories }, (_, index) => index);
  const judged = await inParallel(numbers, Math.min(concurrency, 4), (index) =>
    judgeOne(target, found, behaviour, index, seed),
  );
  const count = (verdict: Linearization) => judged.filter((one) => one?.verdict === verdict).length;
  const [example] = judged
    .filter((one) => one?.example !== undefined)
    .map((one) => one?.example)
    .toSorted((a, b) => (a?.timeline.length ?? 0) - (b?.timeline.length ?? 0));
  return {
    histories: judged.filter((one) => one !== undefined).length,
    linearizable: count('linearizable'),
    anomalies: count('anomaly'),
    unknown: count('unknown'),
    ...(example === undefined ? {} : { example }),
  };
}

/** Why there is no model to compare with, if so. */
function unmodelled(target: Target, { behaviour, notes }: Found): string | undefined {
  if (target.lags()) return 'reads lag behind writes, so that views say nothing about order';
  const strange = Object.entries(behaviour).find(([, value]) => value === 'other');
  if (strange !== undefined) return `the core knows no ${strange[0]} like this target's`;
  return notes[0]?.replace(/\.$/, '');
}

function modelled(found: FoundBehaviour): Behaviour {
  const { statuses: _statuses, ...axes } = found;
  return { ...referenceBehaviour, ...(axes as Partial<Behaviour>) };
}

interface Scene {
  readonly users: readonly [string, string, string];
  readonly group: string;
}

interface Judged {
  readonly verdict: Linearization;
  readonly example?: NonNullable<Consistency['example']>;
}

/** Undefined where the world could not be arranged. */
async function judgeOne(
  target: Target,
  found: Found,
  behaviour: Behaviour,
  index: number,
  seed: number,
): Promise<Judged | undefined> {
  const scope = `${target.prefix}h${index}`;
  const scene: Scene = { users: [`${scope}-ann`, `${scope}-ben`, `${scope}-cid`], group: `${scope}-all` };
  const [ann, ben, cid] = scene.users;
  const all: Peer = { kind: 'group', id: scene.group };
  const first: readonly Deed[] = [
    { do: 'send', actor: ben, to: { kind: 'user', id: ann }, text: 'm1' },
    { do: 'send', actor: ann, to: { kind: 'user', id: ben }, text: 'm2' },
    { do: 'send', actor: cid, to: { kind: 'user', id: ann }, text: 'm3' },
    { do: 'send', actor: cid, to: all, text: 'm4' },
  ];
  try {
    await Promise.all(scene.users.map((uid) => target.driver.createUser(uid)));
    await target.driver.createGroup(scene.group, scene.users);
    for (const deed of first) await act(target, 0, deed);
    const operations = await happen(target, scriptsOf(scene, found, index + seed));
    await sleep(20, undefined, { signal: target.signal });
    const quiet = await happen(
      target,
      scene.users.map((uid) => readsOf(scene, uid)),
    );

    let start = startState(scene.users, [{ id: scene.group, members: scene.users }], behaviour);
    for (const deed of first) start = perform(start, deed, behaviour).state;
    return judgeSides(scene, behaviour, start, operations, quiet);
  } catch (error) {
    if (error instanceof Unarrangeable || error instanceof TargetSilent) return undefined;
    throw error;
  }
}

/** Each user's side apart: one that no order explains is enough. */
function judgeSides(
  scene: Scene,
  behaviour: Behaviour,
  start: ChatState,
  operations: readonly Operation[],
  quiet: readonly Operation[],
): Judged {
  let verdict: Linearization = 'linearizable';
  for (const uid of scene.users) {
    const model = chatModel(behaviour, uid, conversationsOf(scene, uid), freeRows(uid, operations));
    const belongs = concerns(uid, () => scene.users);
    const history = [...operations, ...quiet].filter(belongs);
    const outcome = linearize(model, start, history);
    if (outcome === 'anomaly') {
      const settled = [...operations.filter(isUpdate), ...quiet].filter(belongs);
      const isLost = linearize(model, start, settled) === 'anomaly';
      const shown = minimize(model, start, isLost ? settled : history);
      return { verdict: 'anomaly', example: { kind: isLost ? 'lost update' : 'torn read', ...tell(shown, isLost) } };
    }
    if (outcome === 'unknown') verdict = 'unknown';
  }
  return { verdict };
}

function tell(history: readonly Operation[], isLost: boolean) {
  return {
    words: isLost
      ? 'When all was quiet, no order of the confirmed operations led to what was seen: an update was lost.'
      : 'In the midst of it, something was seen that no order of the operations leads to: a read was torn or stale.',
    timeline: drawTimeline(history, (line) => line.replaceAll(/cr[0-9a-f]{6}-h\d+-/g, '')),
  };
}

const conversationsOf = ({ users, group }: Scene, uid: string): readonly Peer[] => [
  ...users.filter((other) => other !== uid).map((id): Peer => ({ kind: 'user', id })),
  { kind: 'group', id: group },
];

const readsOf = (scene: Scene, uid: string): readonly Deed[] => [
  { do: 'list', actor: uid },
  ...conversationsOf(scene, uid)
    .slice(0, 2)
    .map((conversation): Deed => ({ do: 'read', actor: uid, conversation })),
];

/** What each client does, one after the other; few enough that a side never has more than twelve operations. */
function scriptsOf({ users, group }: Scene, { known }: Found, number: number): readonly (readonly Deed[])[] {
  const [ann, ben, cid] = users;
  const form = known.forms[number % known.forms.length] ?? 'path-actor';
  const reset = (actor: string, conversation: Peer, bit: number): Deed => ({
    do: 'reset',
    actor,
    conversation,
    form,
    preserveOrder: ((number >> bit) & 1) === 1,
    permanently: conversation.kind === 'user' && ((number >> (bit + 1)) & 1) === 1,
  });
  const withBen: Peer = { kind: 'user', id: ben };
  const withAnn: Peer = { kind: 'user', id: ann };
  return [
    [reset(ann, withBen, 0), { do: 'list', actor: ann }],
    [
      reset(ann, number % 3 === 0 ? withBen : { kind: 'group', id: group }, 1),
      { do: 'read', actor: ann, conversation: withBen },
    ],
    [{ do: 'send', actor: ben, to: withAnn, text: 'm5' }, reset(ben, withAnn, 2)],
    number % 2 === 0
      ? [{ do: 'send', actor: cid, to: withAnn, text: 'm6' }]
      : [{ do: 'send', actor: cid, to: { kind: 'group', id: group }, text: 'm6' }],
  ];
}

async function happen(target: Target, scripts: readonly (readonly Deed[])[]): Promise<readonly Operation[]> {
  const done = await Promise.all(
    scripts.map(async (script, client) => {
      const operations: Operation[] = [];
      for (const deed of script) operations.push(await act(target, client + 1, deed));
      return operations;
    }),
  );
  return done.flat();
}

async function act(target: Target, client: number, deed: Deed): Promise<Operation> {
  const invoked = performance.now();
  const outcome = await outcomeOf(target, deed);
  const returned = outcome.kind === 'unknown' ? Number.POSITIVE_INFINITY : performance.now();
  return { client, deed, invoked, returned, outcome };
}

/** What a target says itself, such as that a conversation was reset, is no message. */
const isOurs = (text: string): boolean => /^m\d$/.test(text);

async function outcomeOf(target: Target, deed: Deed): Promise<Outcome> {
  switch (deed.do) {
    case 'send':
      await target.driver.sendMessage(deed.actor, deed.to, deed.text);
      return { kind: 'done' };
    case 'list':
      return { kind: 'seen', entries: (await target.driver.conversations(deed.actor)).map(keyOf) };
    case 'read':
      return { kind: 'seen', entries: (await target.driver.messages(deed.actor, deed.conversation)).filter(isOurs) };
    case 'reset': {
      const flag = (value: boolean) => (value ? 'true' : 'false');
      const { actor, conversation, form, preserveOrder, permanently } = deed;
      const flags = { preserveOrder: flag(preserveOrder), permanently: flag(permanently) } as const;
      const reply = await target.send(
        resetRequest({ actor, conversation, form, ...flags, wire: 'plain' }, target.apiKey),
      );
      const answer = answerOf(reply);
      return { kind: answer === 'confirmed' ? 'done' : answer === 'refused' ? 'refused' : 'unknown' };
    }
  }
}
