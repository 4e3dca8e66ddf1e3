import type { Operation, Scenario, Step } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';

/** The scenario with ids of which no two look alike; nothing where they are plain. */
export function withPlainIds(scenario: Scenario): readonly Scenario[] {
  const tails = [...scenario.users, ...scenario.groups.map(({ id }) => id)];
  if (tails.every((tail) => /^[a-z]-[a-z]+\d*$/.test(tail)) && new Set(tails).size === tails.length) return [];
  const users = new Map(scenario.users.map((tail, at) => [tail, `${letter(at)}-user${at + 1}`]));
  const groups = new Map(scenario.groups.map(({ id }, at) => [id, `${letter(at + 3)}-group${at + 1}`]));
  return [
    renamed(
      scenario,
      (uid) => users.get(uid) ?? uid,
      (guid) => groups.get(guid) ?? guid,
    ),
  ];
}

const letter = (at: number): string => 'mazcxetgqk'.charAt(at % 10);

function renamed(scenario: Scenario, user: (id: string) => string, group: (id: string) => string): Scenario {
  const peer = ({ kind, id }: Peer): Peer => ({ kind, id: kind === 'user' ? user(id) : group(id) });
  const operation = (one: Operation): Operation =>
    one.do === 'send'
      ? { ...one, from: user(one.from), to: peer(one.to) }
      : {
          ...one,
          actor: user(one.actor),
          conversation: peer(one.conversation),
          ...(one.path === undefined ? {} : { path: user(one.path) }),
        };
  const step = (one: Step): Step => {
    if (one.do === 'wait') return one;
    return one.do === 'together' ? { ...one, operations: one.operations.map(operation) } : operation(one);
  };
  return {
    users: scenario.users.map(user),
    groups: scenario.groups.map(({ id, members }) => ({ id: group(id), members: members.map(user) })),
    steps: scenario.steps.map(step),
  };
}
