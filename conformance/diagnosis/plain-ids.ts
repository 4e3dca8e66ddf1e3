import { isReset, type Operation, type Scenario, type Step } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';

/** The scenario with ids of which no two look alike, in the same alphabetical order; nothing where they are plain. */
export function withPlainIds(scenario: Scenario): readonly Scenario[] {
  const tails = [...scenario.users, ...scenario.groups.map(({ id }) => id)];
  if (tails.every((tail) => /^[a-z]-[a-z]+\d*$/.test(tail)) && new Set(tails).size === tails.length) return [];
  const users = plainNames(scenario.users, 'user');
  const groups = plainNames(
    scenario.groups.map(({ id }) => id),
    'group',
  );
  return [
    renamed(
      scenario,
      (uid) => users.get(uid) ?? uid,
      (guid) => groups.get(guid) ?? guid,
    ),
  ];
}

function plainNames(ids: readonly string[], kind: string): ReadonlyMap<string, string> {
  const sorted = ids.toSorted();
  const letter = (id: string): string => String.fromCharCode(97 + Math.floor((sorted.indexOf(id) * 26) / ids.length));
  return new Map(ids.map((id, at) => [id, `${letter(id)}-${kind}${at + 1}`]));
}

function renamed(scenario: Scenario, user: (id: string) => string, group: (id: string) => string): Scenario {
  const peer = ({ kind, id }: Peer): Peer => ({ kind, id: kind === 'user' ? user(id) : group(id) });
  const operation = (one: Operation): Operation =>
    isReset(one)
      ? {
          ...one,
          actor: user(one.actor),
          conversation: peer(one.conversation),
          ...(one.path === undefined ? {} : { path: user(one.path) }),
        }
      : { ...one, from: user(one.from), to: peer(one.to) };
  const step = (one: Step): Step => {
    if (one.do === 'wait') return one;
    return one.do === 'together' ? { ...one, operations: one.operations.map(operation) } : operation(one);
  };
  return {
    ...(scenario.watched === undefined ? {} : { watched: scenario.watched.map(user) }),
    users: scenario.users.map(user),
    groups: scenario.groups.map(({ id, members }) => ({ id: group(id), members: members.map(user) })),
    steps: scenario.steps.map(step),
  };
}
