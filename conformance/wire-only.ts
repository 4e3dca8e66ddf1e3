import type { Addressing } from '../core/index.ts';
import { addressingForms } from '../core/index.ts';
import { type Flag, refusalWanted, type Wire } from './cases/case.ts';
import { type ResetCall, resetRequest } from './cases/reset-request.ts';
import { describeCall } from './cases/say-reset.ts';
import { type AnswerMismatch, hasWord, judgeConfirmation } from './play/judge-answer.ts';
import { keyOf } from './play/ledger.ts';
import type { Counterexample, RequirementResult, StoryStep } from './report.ts';
import { type RequirementId, requirements } from './requirements/catalogue.ts';
import { answerOf, dataOf, describeReply } from './target/answer.ts';
import type { Peer } from './target/driver.ts';
import type { WireReply } from './target/http-client.ts';
import { narrator } from './target/narrator.ts';
import type { Target } from './target/target.ts';
import type { ExistingUsers } from './verify-options.ts';

/**
 * What can be judged of answers alone, where nothing can be arranged or seen: credentials, and with existing users the
 * form of a confirmation. Each is asked for until it was put to the test as often as the `floor` wants it. Never asks for
 * a permanent deletion.
 */
export async function judgeAnswers(
  target: Target,
  existing: ExistingUsers | undefined,
  why: string,
  floor: number,
): Promise<{ readonly results: readonly RequirementResult[]; readonly notes: readonly string[] }> {
  const tally = new Map<RequirementId, number>();
  const failed = new Map<RequirementId, Counterexample>();
  /** By conversation, as long as no reset of it was confirmed. */
  const unconfirmed = new Map<string, WireReply>();
  const confirmed = new Set<string>();
  const judge = async (call: ResetCall): Promise<void> => {
    const teller = narrator();
    const reply = await teller.tell('act', describeCall(call), () => target.send(resetRequest(call, target.apiKey)));
    const key = keyOf(call.conversation);
    if (answerOf(reply) === 'confirmed') confirmed.add(key);
    else if (call.wire === 'plain' && !unconfirmed.has(key)) unconfirmed.set(key, reply);
    const { exercised, mismatches } = await judgeReply(target, call, reply);
    for (const id of exercised) tally.set(id, (tally.get(id) ?? 0) + 1);
    for (const mismatch of mismatches) {
      if (!failed.has(mismatch.requirement)) failed.set(mismatch.requirement, tale(call, mismatch, teller.story()));
    }
  };
  const isShort = (id: RequirementId): boolean => !failed.has(id) && (tally.get(id) ?? floor) < floor;
  let repeated = [...refusedCalls(target), ...existingCalls(existing, 'true')];
  for (let round = 0; round < floor && repeated.length > 0; round += 1) {
    for (const call of repeated) await judge(call);
    repeated = repeated.filter(({ wire }) => concernedBy(wire).some(isShort));
  }
  // Last, and once: these may take the conversations off the list.
  for (const call of existingCalls(existing, 'false')) await judge(call);
  const [first] = unconfirmed.values();
  const results = requirements.map((row): RequirementResult => {
    const exercised = tally.get(row.id) ?? 0;
    const counterexample = failed.get(row.id);
    if (counterexample !== undefined) return { ...row, outcome: 'fail', exercised, counterexample };
    if (exercised >= floor) return { ...row, outcome: 'pass', exercised };
    if (exercised > 0) {
      return {
        ...row,
        outcome: 'not-exercised',
        exercised,
        because: `exercised ${exercised} times, ${floor} are needed`,
      };
    }
    const isUnknown = existing !== undefined && row.id === 'message-names-conversation';
    const isUnconfirmed = ofEveryConfirmation.includes(row.id);
    const because = isUnknown ? namesUnknown : first && isUnconfirmed ? confirmedNone(first) : why;
    return { ...row, outcome: 'not-exercised', exercised, because };
  });
  const notes = [...unconfirmed]
    .filter(([key]) => !confirmed.has(key))
    .map(([key, reply]) => `No reset of ${key} was confirmed; the first was answered with ${describeReply(reply)}.`);
  return { results, notes };
}

const namesUnknown = 'what the conversations of existing users are called, their ids and display names, is not known';

/** Where existing users' conversations were to be reset, and nothing came of it. */
const confirmedNone = (first: WireReply): string =>
  `no reset was confirmed, the first was answered with ${describeReply(first)}; name users who have conversations`;

interface Judged {
  readonly exercised: readonly RequirementId[];
  readonly mismatches: readonly AnswerMismatch[];
}

async function judgeReply(target: Target, call: ResetCall, reply: WireReply): Promise<Judged> {
  const refusal = refusalWanted[call.wire];
  const isConfirmed = answerOf(reply) === 'confirmed';
  if (refusal !== undefined) {
    const summary = `${describeCall(call)} was confirmed`;
    const wrong = { requirement: refusal, summary, expected: 'a refusal', seen: describeReply(reply) };
    const says = isConfirmed || (await differsWithKey(target, call, reply));
    return { exercised: says ? [refusal] : [], mismatches: isConfirmed ? [wrong] : [] };
  }
  if (!isConfirmed) return { exercised: [], mismatches: [] };
  const actor = judgeActor(call, dataOf(reply)['message']);
  return {
    exercised: [...ofEveryConfirmation, ...actor.exercised],
    mismatches: [...judgeConfirmation(reply, undefined), ...actor.mismatches],
  };
}

/**
 * Whether the acting user is named beside the conversation's id. An id of which nobody knows how it is spelled may hold
 * the user's: that says nothing, either way.
 */
function judgeActor({ actor, conversation: { kind, id } }: ResetCall, message: unknown): Judged {
  const requirement = 'message-names-acting-user';
  const ids = kind === 'group' ? [`group_${id}`] : [`${actor}_user_${id}`, `${id}_user_${actor}`];
  const given = typeof message === 'string' ? message : '';
  const text = ids.reduce((rest, known) => rest.replaceAll(known, ' '), given);
  if (hasWord(text, actor)) return { exercised: [requirement], mismatches: [] };
  if (text.toLowerCase().includes(actor.toLowerCase())) return { exercised: [], mismatches: [] };
  const expected = `text that names ${actor}`;
  const seen = `data.message: ${JSON.stringify(message)}`;
  const summary = `expected ${expected}, got ${seen}`;
  return { exercised: [requirement], mismatches: [{ requirement, summary, expected, seen }] };
}

/** A refusal says something about credentials only where the same request with all of them is answered otherwise. */
async function differsWithKey(target: Target, call: ResetCall, reply: WireReply): Promise<boolean> {
  const complete = await target.send(resetRequest({ ...call, wire: 'plain' }, target.apiKey));
  return reply.kind === 'answered' && complete.kind === 'answered' && complete.status !== reply.status;
}

const ofEveryConfirmation: readonly RequirementId[] = ['status-200', 'media-type', 'success-true'];

/** What a request on this wire puts to the test. */
function concernedBy(wire: Wire): readonly RequirementId[] {
  const refusal = refusalWanted[wire];
  return refusal === undefined ? [...ofEveryConfirmation, 'message-names-acting-user'] : [refusal];
}

/** On ids that nobody has. */
function refusedCalls(target: Target): readonly ResetCall[] {
  const conversations: readonly Peer[] = [
    { kind: 'user', id: `${target.prefix}other` },
    { kind: 'group', id: `${target.prefix}group` },
  ];
  return (['no-key', 'wrong-key', 'no-acting-user'] as const).flatMap((wire) =>
    conversations.map((conversation) => callOf(`${target.prefix}nobody`, conversation, 'path-actor', 'left-out', wire)),
  );
}

/** On the conversations of the first of the existing users. */
function existingCalls(existing: ExistingUsers | undefined, flag: Flag): readonly ResetCall[] {
  const [actor, ...others] = existing?.users ?? [];
  if (actor === undefined) return [];
  const group: readonly Peer[] = existing?.group === undefined ? [] : [{ kind: 'group', id: existing.group }];
  return [
    ...others.flatMap((id) => addressingForms.map((form) => callOf(actor, { kind: 'user', id }, form, flag))),
    ...group.map((peer) => callOf(actor, peer, 'path-actor', flag)),
  ];
}

const callOf = (
  actor: string,
  conversation: Peer,
  form: Addressing,
  preserveOrder: Flag,
  wire: Wire = 'plain',
): ResetCall => ({ actor, conversation, form, preserveOrder, permanently: 'false', wire });

/** There is no world to build again, so the case is an empty one: only the request repeats it. */
const tale = (
  call: ResetCall,
  { summary, expected, seen }: AnswerMismatch,
  story: readonly StoryStep[],
): Counterexample => ({
  summary,
  story,
  comparison: { of: 'answer', subject: describeCall(call), expected, seen },
  reproduced: { times: 1, of: 1 },
  shrunk: false,
  case: { names: 'plain', ids: 0, rows: [], steps: [] },
});
