import { mayDelete } from '../execution/views.ts';
import { onlySent } from '../scenario/as-sent.ts';
import { conversationName, conversationOf, participantsOf } from '../scenario/conversations.ts';
import { renamed } from '../scenario/renamed.ts';
import {
  type Operation,
  operationsOf,
  type Reset,
  type Scenario,
  type Step,
  withMembers,
} from '../scenario/scenario.ts';
import { withPlainIds, withPlainWorld } from './plain-world.ts';

/** The scenario with these steps alone before the last one, which stays: it is what fails. */
export const withStepsBefore = (scenario: Scenario, before: readonly Step[]): Scenario =>
  withoutStrangers({ ...scenario, steps: [...before, ...scenario.steps.slice(-1)] });

/** With those steps alone that have to do with the last one, where they are far fewer; the fewest first. */
export function relatedScenarios(scenario: Scenario): readonly Scenario[] {
  const fewer = relatedSteps(scenario).filter(({ length }) => length * 2 < scenario.steps.length);
  return distinct(
    scenario,
    fewer.map((some) => withStepsBefore(scenario, some)),
  );
}

/** How a scenario becomes plainer without one step less; first what could give the violation another name. */
export const plainerWays: readonly ((scenario: Scenario) => readonly Scenario[])[] = [
  withPlainerBefore,
  withPlainIds,
  withPlainWorld,
  withPlainerLast,
  withFewerMembers,
].map((way) => (scenario: Scenario) => distinct(scenario, way(scenario)));

function distinct(scenario: Scenario, candidates: readonly Scenario[]): readonly Scenario[] {
  const seen = new Set([JSON.stringify(scenario)]);
  return candidates.map(withoutStrangers).filter((candidate) => {
    const text = JSON.stringify(candidate);
    return seen.has(text) ? false : seen.add(text);
  });
}

/**
 * The scenario without one thing that would give its violation another name: a spelling, a deletion, a field left out,
 * ids that look alike, all at once.
 */
export function plainerScenarios(scenario: Scenario): readonly Scenario[] {
  const last = scenario.steps.at(-1);
  const plainer = last?.do === 'together' ? [last.operations] : last?.do === 'reset' ? lessNamed(last) : [];
  return [...plainer.map((some) => withLast(scenario, some)), ...withPlainIds(scenario)];
}

function lessNamed(reset: Reset): readonly (readonly Step[])[] {
  const { preserveOrder } = reset;
  const temporary: readonly Reset[] = mayDelete(reset) ? [{ ...reset, deleteMessagesPermanently: 'false' }] : [];
  const saying: readonly Reset[] = preserveOrder === 'absent' ? [{ ...reset, preserveOrder: 'false' }] : [];
  return otherThan(reset, [...lessSpelled(reset), ...temporary, ...saying]).map((one) => [one]);
}

const withLast = (scenario: Scenario, last: readonly Step[]): Scenario => ({
  ...scenario,
  steps: [...scenario.steps.slice(0, -1), ...last],
});

/** The last step after what was written in its conversation, and after all that was done there, where that is more. */
export function inItsConversation(scenario: Scenario): readonly Scenario[] {
  const { steps } = scenario;
  const names = new Set(steps.slice(-1).flatMap(operationsOf).map(conversationName));
  const own = steps.slice(0, -1).filter((step) => operationsOf(step).some((one) => names.has(conversationName(one))));
  return (own.every(isSend) ? [own] : [own.filter(isSend), own]).map((before) => withStepsBefore(scenario, before));
}

/** Of the steps before the last one those that have to do with what fails; the fewest first. */
function relatedSteps(scenario: Scenario): readonly (readonly Step[])[] {
  const { steps, watched = [] } = scenario;
  const before = steps.slice(0, -1);
  const last = operationsOf(steps.at(-1) ?? { do: 'wait', until: 'second' });
  const conversations = new Set(last.map(conversationName));
  const isOwn = (one: Operation): boolean => conversations.has(conversationName(one));
  // What the lists are made of that somebody looked at.
  const ofUsers = [...watched, ...last.map((one) => conversationOf(one)[0])].map(
    (uid) => (one: Operation) => participantsOf(scenario, ...conversationOf(one)).includes(uid),
  );
  const related = [isOwn, ...ofUsers].flatMap((isRelated) => {
    const isNeeded = (one: Operation): boolean => isOwn(one) || isRelated(one);
    const all = before.filter((step) => step.do === 'wait' || operationsOf(step).some(isNeeded));
    return [all.filter(isSend), all];
  });
  return [...related, before.filter(isSend)].toSorted((one, other) => one.length - other.length);
}

const isSend = (step: Step): boolean => step.do === 'send';

/** The last step one after the other, with fewer operations, or with plainer requests. */
function withPlainerLast(scenario: Scenario): readonly Scenario[] {
  return scenario.steps.slice(-1).flatMap((last) => plainerLast(last).map((some) => withLast(scenario, some)));
}

function plainerLast(step: Step): readonly (readonly Step[])[] {
  if (step.do === 'reset') return [...plainest(step), ...plainer(step)].map((one) => [one]);
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

/** The same reset without anything that it can do without. */
function plainest(reset: Reset): readonly Reset[] {
  const [next] = plainer(reset);
  return next === undefined ? [] : [...plainest(next), next].slice(0, 1);
}

/** The same reset with one thing less about it. */
export function plainer(reset: Reset): readonly Reset[] {
  const { wrongTypes, body, path, form, preserveOrder } = reset;
  const { apikey, ...withKey } = reset;
  const { onBehalfOf, ...withActor } = reset;
  const isPlainlyNamed = body === undefined && path === undefined && wrongTypes === undefined;
  const changed = (change: Partial<Reset>): Reset => ({ ...reset, ...change });
  return otherThan(reset, [
    ...lessSpelled(reset),
    ...lessBeside(reset),
    ...(apikey !== undefined && onBehalfOf !== undefined ? [withKey, withActor] : []),
    ...(preserveOrder === 'false' ? [] : [changed({ preserveOrder: 'false' })]),
    ...(mayDelete(reset) ? [changed({ deleteMessagesPermanently: 'false' })] : []),
    ...(isPlainlyNamed && form !== 'path-actor' ? [changed({ form: 'path-actor' })] : []),
  ]);
}

/** What is sent of these, where that is not what was given: a field where there is no body is none. */
const otherThan = (reset: Reset, all: readonly Reset[]): readonly Reset[] =>
  all.map(onlySent).filter((one) => JSON.stringify(one) !== JSON.stringify(reset));

/** The same reset without foreign fields, or with one of several. */
function lessBeside(reset: Reset): readonly Reset[] {
  const { extra = {}, ...plain } = reset;
  const each = Object.entries(extra).map(([name, value]) => ({ ...reset, extra: { [name]: value } }));
  return each.length > 1 ? [plain, ...each] : each.map(() => plain);
}

/** Before the last step plainly spelled resets without fields that nobody knows, or one operation after the other. */
function withPlainerBefore(scenario: Scenario): readonly Scenario[] {
  const before = scenario.steps.slice(0, -1);
  const plain = before.map((step): Step => {
    if (step.do !== 'reset') return step;
    const { wire: _, extra: __, ...others } = step;
    return others;
  });
  const inTurn = before.flatMap((step): readonly Step[] => (step.do === 'together' ? step.operations : [step]));
  return [plain, inTurn].map((steps) => ({ ...scenario, steps: [...steps, ...scenario.steps.slice(-1)] }));
}

/** Fewer messages at once: one of each, then a half, then one less. */
export function withFewerMessages(scenario: Scenario): readonly Scenario[] {
  const { steps } = scenario;
  const sent = (step: Step, times: number): Step => {
    if (step.do !== 'send' || step.times === undefined) return step;
    const { times: _, ...one } = step;
    return times === 1 ? one : { ...one, times };
  };
  const each = steps.flatMap((step, at) => {
    if (step.do !== 'send' || step.times === undefined || step.times < 2) return [];
    const fewer = new Set([1, Math.floor(step.times / 2), step.times - 1]);
    return [...fewer].map((times) => ({ ...scenario, steps: steps.with(at, sent(step, times)) }));
  });
  return each.length === 0 ? [] : [{ ...scenario, steps: steps.map((step) => sent(step, 1)) }, ...each];
}

/** Groups without those who do nothing in the scenario. */
function withFewerMembers(scenario: Scenario): readonly Scenario[] {
  const { users } = namedIn(scenario);
  const fewer = scenario.groups.map((group) => withMembers(group, (uids) => uids.filter((uid) => users.has(uid))));
  const isSmaller = fewer.some(({ members }, at) => members.length < (scenario.groups[at]?.members.length ?? 0));
  return isSmaller && fewer.every(({ members }) => members.length > 0) ? [{ ...scenario, groups: fewer }] : [];
}

/** Without groups that nothing happens in, and without users who are in nothing. */
function withoutStrangers(scenario: Scenario): Scenario {
  const named = namedIn(scenario);
  const groups = scenario.groups.filter(({ id }) => named.groups.has(id));
  const members = new Set(groups.flatMap(({ members }) => members));
  return { ...scenario, groups, users: scenario.users.filter((uid) => named.users.has(uid) || members.has(uid)) };
}

/** Whom the steps name, anywhere in a request: all that other ids would change. */
function namedIn({ steps }: Scenario) {
  const [users, groups] = [new Set<string>(), new Set<string>()];
  const noting = (ids: Set<string>) => (id: string) => {
    ids.add(id);
    return id;
  };
  renamed({ users: [], groups: [], steps }, noting(users), noting(groups));
  return { users, groups };
}
