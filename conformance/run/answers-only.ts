import { type Addressing, addressingForms } from '../../core/index.ts';
import { counterexampleOf } from '../diagnosis/counterexample.ts';
import { execute } from '../execution/execute.ts';
import type { Trace } from '../execution/trace.ts';
import { judge } from '../judgement/judge.ts';
import { openKnowledge } from '../judgement/knowledge.ts';
import { reset } from '../plan/world.ts';
import { unknownProfile } from '../profile/profile.ts';
import type { RequirementResult } from '../report/document.ts';
import type { Requirement } from '../requirements/requirement.ts';
import { keyOf, type Reset, type Scenario, toGroup, toUser } from '../scenario/scenario.ts';
import { answerOf, describeReply } from '../target/answer.ts';
import type { WireReply } from '../target/http-client.ts';
import type { Target } from '../target/target.ts';
import type { ExistingUsers } from '../verify-options.ts';

export interface AnswersOnly {
  readonly results: readonly RequirementResult[];
  readonly notes: readonly string[];
  readonly resets: number;
}

/**
 * What can be judged of answers alone, where nothing can be arranged or seen: credentials, and with existing users the
 * form of a confirmation. Never asks for a permanent deletion.
 */
export async function answersOnly(
  target: Target,
  requirements: readonly Requirement[],
  existing: ExistingUsers | undefined,
  why: string,
  floor: number,
): Promise<AnswersOnly> {
  const scenario = existing === undefined ? onNobody(target.prefix, floor) : onExisting(existing, floor);
  const execution = await execute(target, scenario, {
    scope: '',
    looks: 'none',
    follower: openKnowledge(scenario, unknownProfile),
  });
  const trace = await execution.finish();
  const { passed, failures } = judge(trace, unknownProfile, requirements);
  const refused = refusedWithoutCredentials(trace);
  const first = firstUnconfirmed(trace);
  const results = requirements.map(({ id, level, clause, title }): RequirementResult => {
    const row = { id, level, clause, title } as const;
    const failure = failures.find(({ requirement }) => requirement === id);
    const exercised = (wireOnly.has(id) ? (passed.get(id) ?? 0) : 0) + (refused.get(id) ?? 0);
    if (failure !== undefined && wireOnly.has(id)) {
      const reproduced = { times: 0, of: 0 };
      const told = { requirement: id, failure, scenario, reproduced, isSmallest: false, also: [] };
      return { ...row, outcome: 'fail', exercised: exercised + 1, counterexample: counterexampleOf(told) };
    }
    if (exercised >= floor) return { ...row, outcome: 'pass', exercised };
    if (exercised > 0) {
      return {
        ...row,
        outcome: 'not-exercised',
        exercised,
        because: `seen to hold ${exercised} times; ${floor} are needed`,
      };
    }
    const because =
      existing !== undefined && ofConfirmations.has(id) && first !== undefined ? confirmedNone(first) : why;
    return { ...row, outcome: 'not-exercised', exercised, because };
  });
  return { results, notes: unconfirmedNotes(trace), resets: scenario.steps.length };
}

const ofConfirmations: ReadonlySet<string> = new Set([
  'status-200',
  'media-type',
  'success-true',
  'message-names-acting-user',
]);
const wireOnly: ReadonlySet<string> = new Set([
  ...ofConfirmations,
  'no-key-refused',
  'wrong-key-refused',
  'no-acting-user-refused',
]);

/** Every credential left out or wrong. */
const defects: readonly Partial<Reset>[] = [
  { apikey: 'absent' },
  { apikey: 'empty' },
  { apikey: 'unrelated' },
  { apikey: 'first-changed' },
  { apikey: 'last-changed' },
  { apikey: 'other-case' },
  { onBehalfOf: 'absent' },
  { onBehalfOf: 'empty' },
];

/** Requests of users whom nobody created, each with the same one that has its credentials. */
function onNobody(prefix: string, floor: number): Scenario {
  const [one, other] = [`${prefix}one`, `${prefix}two`];
  const plain = [reset(one, toGroup(`${prefix}group`)), reset(one, toUser(other))];
  const rounds = Array.from({ length: Math.ceil(floor / 2) }, () => plain).flat();
  return {
    users: [one, other],
    groups: [],
    steps: [...plain, ...rounds.flatMap((right) => defects.map((defect) => ({ ...right, ...defect })))],
  };
}

/** The first user's conversations with the others, in every form; kept in place until the last. */
function onExisting({ users, group }: ExistingUsers, floor: number): Scenario {
  const [actor = '', ...others] = users;
  const resets = (preserveOrder: 'true' | 'false'): readonly Reset[] => [
    ...others.flatMap((other) =>
      addressingForms.map((form: Addressing) => reset(actor, toUser(other), { preserveOrder, form })),
    ),
    ...(group === undefined ? [] : [reset(actor, toGroup(group), { preserveOrder })]),
  ];
  const kept = resets('true');
  const rounds = Array.from({ length: Math.ceil(floor / kept.length) }, () => kept).flat();
  const steps = [
    ...kept,
    ...rounds,
    ...rounds.flatMap((right) => defects.map((defect) => ({ ...right, ...defect }))),
    ...resets('false'),
  ];
  return { users: [...users], groups: group === undefined ? [] : [{ id: group, members: [actor] }], steps };
}

interface Sent {
  readonly reset: Reset;
  readonly reply: WireReply;
}

const sentIn = ({ events }: Trace): readonly Sent[] =>
  events.flatMap((event) =>
    event.kind === 'observations'
      ? []
      : event.operations.flatMap(({ operation, reply }) =>
          operation.do === 'reset' && reply !== undefined ? [{ reset: operation, reply }] : [],
        ),
  );

/** Refusals say something of the credentials only where the same request with them is answered otherwise. */
function refusedWithoutCredentials(trace: Trace): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const sent = sentIn(trace);
  for (const { reset: one, reply } of sent) {
    if ((one.apikey === undefined && one.onBehalfOf === undefined) || answerOf(reply) === 'confirmed') continue;
    const right = sent.find(({ reset: other }) => JSON.stringify(other) === JSON.stringify(withCredentials(one)));
    if (right === undefined || wordsOf(right.reply) === wordsOf(reply)) continue;
    const id =
      one.apikey === undefined
        ? 'no-acting-user-refused'
        : one.apikey === 'absent' || one.apikey === 'empty'
          ? 'no-key-refused'
          : 'wrong-key-refused';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function withCredentials({ apikey: _key, onBehalfOf: _actor, ...plain }: Reset): Reset {
  return plain;
}

const wordsOf = (reply: WireReply): string =>
  reply.kind === 'lost' ? 'lost' : `${reply.status} ${reply.text.replaceAll(/\d+/g, '')}`;

const isPlain = ({ apikey, onBehalfOf }: Reset): boolean => apikey === undefined && onBehalfOf === undefined;

const firstUnconfirmed = (trace: Trace): WireReply | undefined => {
  const plain = sentIn(trace).filter((one) => isPlain(one.reset));
  return plain.some(({ reply }) => answerOf(reply) === 'confirmed') ? undefined : plain[0]?.reply;
};

const confirmedNone = (first: WireReply): string =>
  `no reset was confirmed, the first was answered with ${describeReply(first)}; name users who have conversations`;

function unconfirmedNotes(trace: Trace): readonly string[] {
  const plain = sentIn(trace).filter((one) => isPlain(one.reset));
  const confirmed = new Set(
    plain.filter(({ reply }) => answerOf(reply) === 'confirmed').map((one) => keyOf(one.reset.conversation)),
  );
  const open = new Map(
    plain
      .filter((one) => !confirmed.has(keyOf(one.reset.conversation)))
      .map((one) => [keyOf(one.reset.conversation), one.reply]),
  );
  return [...open].map(
    ([key, reply]) => `No reset of ${key} was confirmed; one was answered with ${describeReply(reply)}.`,
  );
}
