import { addressingForms } from '../../core/index.ts';
import { checkTrace } from '../check/check-trace.ts';
import { refusedRequirement } from '../check/frame.ts';
import { openKnowledge } from '../check/knowledge.ts';
import type { Requirement } from '../check/requirement.ts';
import { asFound } from '../diagnosis/diagnosis.ts';
import { execute } from '../execution/execute.ts';
import { resetsIn } from '../execution/trace.ts';
import { floors } from '../plan/extent.ts';
import { reset } from '../plan/world.ts';
import { unknownProfile } from '../profile/profile.ts';
import { keyDefects } from '../scenario/choices.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import { hasCredentials, type Reset, type Scenario } from '../scenario/scenario.ts';
import { describeReply } from '../target/answer.ts';
import type { ExistingUsers } from '../verify-options.ts';
import { resultsOf } from './results.ts';
import type { Run, Verified } from './run-on-target.ts';

const ofConfirmations = ['status-200', 'media-type', 'success-true', 'message-names-acting-user'];
const ofCredentials = ['no-key-refused', 'wrong-key-refused', 'no-acting-user-refused'];

/**
 * What can be judged of answers alone, where nothing can be arranged or seen: credentials, and with existing users the
 * form of a confirmation. Never asks for a permanent deletion.
 */
export async function answersOnly(
  { target, options: { existing, budget } }: Run,
  requirements: readonly Requirement[],
  why: string,
): Promise<Verified> {
  const floor = floors[budget];
  const scenario = existing === undefined ? onNobody(target.prefix, floor) : onExisting(existing, floor);
  const follower = openKnowledge(scenario, unknownProfile);
  const trace = await (await execute(target, scenario, { scope: '', plan: 'none', follower })).finish();
  const judged = requirements.filter(({ id }) => [...ofConfirmations, ...ofCredentials].includes(id));
  const { passed, failures } = checkTrace(trace, unknownProfile, judged);
  const sent = resetsIn(trace);
  const refused = ofCredentials.map((id) => [id, refusedFor(id, sent)] as const);
  const noneConfirmed = existing === undefined ? undefined : whyNoneConfirmed(sent);
  const results = resultsOf({
    ...{ requirements, passed: new Map([...passed, ...refused]), profile: unknownProfile, traces: [], floor },
    diagnoses: failures.map((failure) => asFound(failure, scenario, 0)),
    ...{ explained: new Map(), open: new Set(), doubts: new Map() },
    whyUnseen: (id) => (ofConfirmations.includes(id) ? (noneConfirmed ?? why) : why),
  });
  return { results, whyPartial: why };
}

/** Each reset with every credential left out or wrong. */
const withoutCredentials = (resets: readonly Reset[]): readonly Reset[] =>
  resets.flatMap((right) => [
    ...keyDefects.map((apikey) => ({ ...right, apikey })),
    { ...right, onBehalfOf: 'absent' } as const,
    { ...right, onBehalfOf: 'empty' } as const,
  ]);

/** Requests of users whom nobody created, each with the same one that has its credentials. */
function onNobody(prefix: string, floor: number): Scenario {
  const [one, other] = [`${prefix}one`, `${prefix}two`];
  const plain = [reset(one, toGroup(`${prefix}group`)), reset(one, toUser(other))];
  const rounds = Array.from({ length: Math.ceil(floor / 2) }, () => plain).flat();
  return { users: [one, other], groups: [], steps: [...plain, ...withoutCredentials(rounds)] };
}

/** The first user's conversations with the others, in every form; kept in place until the last. */
function onExisting({ users, group }: ExistingUsers, floor: number): Scenario {
  const [actor = '', ...others] = users;
  const resets = (preserveOrder: 'true' | 'false'): readonly Reset[] => [
    ...others.flatMap((other) => addressingForms.map((form) => reset(actor, toUser(other), { preserveOrder, form }))),
    ...(group === undefined ? [] : [reset(actor, toGroup(group), { preserveOrder })]),
  ];
  const kept = resets('true');
  const rounds = Array.from({ length: Math.ceil(floor / kept.length) }, () => kept).flat();
  const steps = [...kept, ...rounds, ...withoutCredentials(rounds), ...resets('false')];
  return { users: [...users], groups: group === undefined ? [] : [{ id: group, members: [actor] }], steps };
}

type Sent = ReturnType<typeof resetsIn>[number];

/** Undefined where no answer came, which says nothing. */
const wordsOf = ({ reply }: Sent): string | undefined =>
  reply?.kind === 'answered' ? `${reply.status} ${reply.text.replaceAll(/\d+/g, '')}` : undefined;

/** How often it was refused. That says something only where the same request with its credentials is answered otherwise. */
const refusedFor = (id: string, sent: readonly Sent[]): number =>
  sent.filter((one) => {
    const { apikey: _key, onBehalfOf: _actor, ...plain } = one.operation;
    if (hasCredentials(one.operation) || one.answer === 'confirmed' || refusedRequirement(one.operation) !== id)
      return false;
    const right = sent.find(({ operation }) => JSON.stringify(operation) === JSON.stringify(plain));
    const [said, otherwise] = [one, right].map((each) => each && wordsOf(each));
    return said !== undefined && otherwise !== undefined && said !== otherwise;
  }).length;

function whyNoneConfirmed(sent: readonly Sent[]): string | undefined {
  const plain = sent.filter(({ operation }) => hasCredentials(operation));
  const reply = plain[0]?.reply;
  if (reply === undefined || plain.some(({ answer }) => answer === 'confirmed')) return undefined;
  return `no reset was confirmed, the first was answered with ${describeReply(reply)}; name users who have conversations`;
}
