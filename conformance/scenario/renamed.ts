import type { Peer } from '../target/driver.ts';
import { held, withIds } from './ids.ts';
import { isReset, type Operation, type Scenario, withMembers, withOperations } from './scenario.ts';

/** The same scenario with other ids. */
export function renamed(scenario: Scenario, user: (id: string) => string, group: (id: string) => string): Scenario {
  const peer = ({ kind, id }: Peer): Peer => ({ kind, id: kind === 'user' ? user(id) : group(id) });
  const renamedIn = (extra: Readonly<Record<string, unknown>>) =>
    withIds(extra, (one) => held(peer(one))) as typeof extra;
  const operation = (one: Operation): Operation =>
    isReset(one)
      ? {
          ...one,
          actor: user(one.actor),
          conversation: peer(one.conversation),
          ...(one.path === undefined ? {} : { path: user(one.path) }),
          ...(one.extra === undefined ? {} : { extra: renamedIn(one.extra) }),
        }
      : { ...one, from: user(one.from), to: peer(one.to) };
  return {
    ...withOperations(scenario, operation),
    ...(scenario.watched === undefined ? {} : { watched: scenario.watched.map(user) }),
    users: scenario.users.map(user),
    groups: scenario.groups.map((one) => withMembers({ ...one, id: group(one.id) }, (uids) => uids.map(user))),
  };
}
