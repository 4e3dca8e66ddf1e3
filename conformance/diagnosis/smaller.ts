import {
  conversationOf,
  keyOf,
  type Operation,
  operationsOf,
  participantsOf,
  type Reset,
  type Scenario,
  type Step,
} from '../scenario/scenario.ts';
import { withPlainIds } from './plain-ids.ts';

/**
 * Scenarios that are smaller than this one or plainer, the smallest first. The last step stays: it is what fails.
 */
export function smallerScenarios(scenario: Scenario): readonly Scenario[] {
  const { steps } = scenario;
  const last = steps.at(-1);
  if (last === undefined) return [];
  const fewer = withFewerSteps(scenario).map((some) => ({ ...scenario, steps: [...some, last] }));
  // What leaves most out comes first, then what could give the violation another name.
  const candidates = [
    ...fewer.slice(0, 4),
    ...withPlainIds(scenario),
    ...plainerLast(last).map((one) => ({ ...scenario, steps: [...steps.slice(0, -1), ...one] })),
    ...fewer.slice(4),
    ...withFewerMessages(scenario),
    ...withFewerMembers(scenario),
  ];
  const seen = new Set([JSON.stringify(scenario)]);
  return candidates.map(withoutStrangers).filter((candidate) => {
    const text = JSON.stringify(candidate);
    return seen.has(text) ? false : seen.add(text);
  });
}

/** The scenario without what would give its violation another name: a spelling, a deletion, ids that look alike, all at once. */
export function plainerScenarios(scenario: Scenario, wasRefused: boolean): readonly Scenario[] {
  const { steps } = scenario;
  const last = steps.at(-1);
  if (last?.do !== 'reset' && last?.do !== 'together') return withPlainIds(scenario);
  const instead = (some: readonly Step[]): Scenario => ({ ...scenario, steps: [...steps.slice(0, -1), ...some] });
  if (last.do === 'together') return [instead(last.operations), ...withPlainIds(scenario)];
  // What was done before may have come undone by itself.
  const alone = wasRefused && steps.length > 1 ? [instead([{ do: 'wait', until: 'settled' }])] : [];
  const temporary = isPermanent(last) ? [instead([{ ...last, deleteMessagesPermanently: 'false' }])] : [];
  return [...alone, ...lessSpelled(last).map((one) => instead([one])), ...temporary, ...withPlainIds(scenario)];
}

const isPermanent = ({ conversation, deleteMessagesPermanently }: Reset): boolean =>
  conversation.kind === 'user' && deleteMessagesPermanently !== 'false';

/** The steps before the last one: few of them, then all but a part, then all but one. */
function withFewerSteps(scenario: Scenario): readonly (readonly Step[])[] {
  const { steps } = scenario;
  const before = steps.slice(0, -1);
  const last = steps.at(-1);
  const involved = new Set(last === undefined ? [] : operationsOf(last).map(nameOf));
  const ownSends = before.filter((step) => step.do === 'send' && involved.has(nameOf(step)));
  const sends = before.filter((step) => step.do === 'send');
  const [actor] = last === undefined ? [] : operationsOf(last).map((one) => conversationOf(one)[0]);
  // What the acting user's list is made of.
  const actorsSends = sends.filter((one) => participantsOf(scenario, one.from, one.to).includes(actor ?? ''));
  const own = before.filter(
    (step) => step.do === 'wait' || operationsOf(step).some((one) => involved.has(nameOf(one))),
  );
  const first = before.findIndex((step) => step.do !== 'send');
  const begin = first === -1 ? before : before.slice(0, first);
  const tails = [1, 2, 4]
    .filter((count) => count < before.length - begin.length)
    .map((count) => [...begin, ...before.slice(-count)]);
  const parts = [2, 4, 8].flatMap((count) => {
    const size = Math.ceil(before.length / count);
    return size < 2 ? [] : Array.from({ length: count }, (_, at) => without(before, at * size, size));
  });
  const singles = before.length > 14 ? [] : before.map((_, at) => without(before, at, 1)).reverse();
  return [ownSends, actorsSends, begin, sends, own, ...tails, ...parts, ...singles].filter(
    (some) => some.length < before.length,
  );
}

const without = <Entry>(entries: readonly Entry[], from: number, count: number): readonly Entry[] => [
  ...entries.slice(0, from),
  ...entries.slice(from + count),
];

/** Names the conversation, whoever sees it. */
function nameOf(operation: Operation): string {
  const [user, peer] = conversationOf(operation);
  return peer.kind === 'group' ? keyOf(peer) : [user, peer.id].sort().join(' ');
}

/** The last step one after the other, with fewer operations, or with plainer requests. */
function plainerLast(step: Step): readonly (readonly Step[])[] {
  if (step.do === 'reset') return plainer(step).map((one) => [one]);
  if (step.do !== 'together') return [];
  const { operations } = step;
  const reversed = operations.toReversed();
  return [
    operations,
    reversed,
    ...operations.map((one) => [...operations.filter((other) => other !== one), one]),
    ...(operations.length > 2
      ? operations.map((one): readonly Step[] => [{ ...step, operations: operations.filter((other) => other !== one) }])
      : []),
  ];
}

/** The same reset as it is mostly spelled, or with one of its spellings. */
function lessSpelled({ wire = [], ...plain }: Reset): readonly Reset[] {
  if (wire.length === 0) return [];
  return wire.length === 1 ? [plain] : [plain, ...wire.map((one) => ({ ...plain, wire: [one] }))];
}

/** The same reset with one thing less about it. */
export function plainer(reset: Reset): readonly Reset[] {
  const { extra, wrongTypes, body, path, apikey, onBehalfOf, ...rest } = reset;
  const plain: Reset = { ...reset };
  const changed = (change: Partial<Reset>, ...gone: readonly (keyof Reset)[]): Reset => {
    const next: Record<string, unknown> = { ...plain, ...change };
    for (const name of gone) delete next[name];
    return next as unknown as Reset;
  };
  return [
    ...lessSpelled(reset),
    ...(extra === undefined ? [] : [changed({}, 'extra')]),
    ...(apikey !== undefined && onBehalfOf !== undefined ? [changed({}, 'apikey'), changed({}, 'onBehalfOf')] : []),
    ...(rest.preserveOrder === 'false' ? [] : [changed({ preserveOrder: 'false' })]),
    ...(isPermanent(reset) ? [changed({ deleteMessagesPermanently: 'false' })] : []),
    ...(body === undefined && path === undefined && wrongTypes === undefined && rest.form !== 'path-actor'
      ? [changed({ form: 'path-actor' })]
      : []),
  ];
}

/** Fewer messages at once: a half, then one less. */
function withFewerMessages(scenario: Scenario): readonly Scenario[] {
  return scenario.steps.flatMap((step, at) => {
    if (step.do !== 'send' || step.times === undefined || step.times < 2) return [];
    const { times } = step;
    return [...new Set([1, Math.floor(times / 2), times - 1])].map((fewer) => {
      const { times: _, ...one } = step;
      return { ...scenario, steps: scenario.steps.with(at, fewer === 1 ? one : { ...one, times: fewer }) };
    });
  });
}

/** Groups without those who do nothing in the scenario. */
function withFewerMembers(scenario: Scenario): readonly Scenario[] {
  const active = actorsOf(scenario);
  const fewer = scenario.groups.map(({ id, members }) => ({ id, members: members.filter((uid) => active.has(uid)) }));
  const isSmaller = fewer.some(({ members }, at) => members.length < (scenario.groups[at]?.members.length ?? 0));
  return isSmaller && fewer.every(({ members }) => members.length > 0) ? [{ ...scenario, groups: fewer }] : [];
}

function actorsOf({ steps }: Scenario): ReadonlySet<string> {
  const active = new Set<string>();
  for (const operation of steps.flatMap(operationsOf)) {
    const [user, peer] = conversationOf(operation);
    active.add(user);
    if (peer.kind === 'user') active.add(peer.id);
    if (operation.do === 'reset' && operation.path !== undefined) active.add(operation.path);
  }
  return active;
}

/** Without groups that nothing happens in, and without users who are in nothing. */
function withoutStrangers(scenario: Scenario): Scenario {
  const peers = scenario.steps.flatMap(operationsOf).map((operation) => keyOf(conversationOf(operation)[1]));
  const groups = scenario.groups.filter(({ id }) => peers.includes(`group:${id}`));
  const needed = new Set([...actorsOf(scenario), ...groups.flatMap(({ members }) => members)]);
  return { ...scenario, groups, users: scenario.users.filter((uid) => needed.has(uid)) };
}
