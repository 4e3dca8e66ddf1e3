import { type Addressing, addressingForms } from '../../core/index.ts';
import { execute } from '../execution/execute.ts';
import type { Executed, Trace } from '../execution/trace.ts';
import { refusedRequirement } from '../judgement/frame.ts';
import { judge } from '../judgement/judge.ts';
import { openKnowledge } from '../judgement/knowledge.ts';
import { reset } from '../plan/world.ts';
import { unknownProfile } from '../profile/profile.ts';
import type { RequirementResult } from '../report/document.ts';
import type { Requirement } from '../requirements/requirement.ts';
import { keyDefects, keyOf, type Reset, type Scenario, toGroup, toUser } from '../scenario/scenario.ts';
import { answerOf, describeReply } from '../target/answer.ts';
import type { WireReply } from '../target/http-client.ts';
import type { Target } from '../target/target.ts';
import type { ExistingUsers } from '../verify-options.ts';
import { resultsOf } from './results.ts';

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
  const sent = sentIn(trace);
  const refused = refusedWithoutCredentials(sent);
  const held = [...wireOnly].map((id) => [id, (passed.get(id) ?? 0) + (refused.get(id) ?? 0)] as const);
  const diagnoses = failures
    .filter(({ requirement }) => wireOnly.has(requirement))
    .map((failure) => ({
      ...{ requirement: failure.requirement, failure, scenario, also: [] },
      ...{ reproduced: { times: 0, of: 0 }, isSmallest: false },
    }));
  const noneConfirmed = existing === undefined ? undefined : ofUnconfirmed(sent);
  const results = resultsOf({
    ...{ requirements, passed: new Map(held), profile: unknownProfile, traces: [], floor },
    diagnosed: { diagnoses, explained: new Map(), open: new Set(), doubts: [] },
    whyUnseen: (id) => (ofConfirmations.has(id) ? (noneConfirmed ?? why) : why),
  });
  return { results, notes: unconfirmedNotes(sent), resets: scenario.steps.length };
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
  ...keyDefects.map((apikey) => ({ apikey })),
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
  readonly executed: Executed;
  readonly reset: Reset;
  readonly reply: WireReply;
}

const sentIn = ({ events }: Trace): readonly Sent[] =>
  events
    .flatMap((event) => (event.kind === 'observations' ? [] : event.operations))
    .flatMap((executed) => {
      const { operation, reply } = executed;
      return operation.do === 'reset' && reply !== undefined ? [{ executed, reset: operation, reply }] : [];
    });

/** Refusals say something of the credentials only where the same request with them is answered otherwise. */
function refusedWithoutCredentials(sent: readonly Sent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of sent) {
    if (hasCredentials(one) || isConfirmed(one)) continue;
    const { apikey: _key, onBehalfOf: _actor, ...plain } = one.reset;
    const right = sent.find(({ reset }) => JSON.stringify(reset) === JSON.stringify(plain));
    if (right === undefined || wordsOf(right.reply) === wordsOf(one.reply)) continue;
    const id = refusedRequirement(one);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

const hasCredentials = ({ reset: { apikey, onBehalfOf } }: Sent): boolean =>
  apikey === undefined && onBehalfOf === undefined;

const isConfirmed = ({ reply }: Sent): boolean => answerOf(reply) === 'confirmed';

const wordsOf = (reply: WireReply): string =>
  reply.kind === 'lost' ? 'lost' : `${reply.status} ${reply.text.replaceAll(/\d+/g, '')}`;

function ofUnconfirmed(sent: readonly Sent[]): string | undefined {
  const [first, ...others] = sent.filter(hasCredentials);
  if (first === undefined || [first, ...others].some(isConfirmed)) return undefined;
  return `no reset was confirmed, the first was answered with ${describeReply(first.reply)}; name users who have conversations`;
}

function unconfirmedNotes(sent: readonly Sent[]): readonly string[] {
  const plain = sent.filter(hasCredentials);
  const nameOf = ({ reset }: Sent) => keyOf(reset.conversation);
  const confirmed = new Set(plain.filter(isConfirmed).map(nameOf));
  const open = new Map(plain.map((one) => [nameOf(one), one.reply] as const).filter(([name]) => !confirmed.has(name)));
  return [...open].map(
    ([name, reply]) => `No reset of ${name} was confirmed; one was answered with ${describeReply(reply)}.`,
  );
}
