import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../target/target.ts';
import type { Conclusion } from './probe.ts';

/** A group without messages: is it in its member's list? */
export async function findGroupAppears(target: Target): Promise<Conclusion<'first-message' | 'joining'>> {
  const [member, guid] = [`${target.prefix}g-member`, `${target.prefix}g-group`];
  await target.driver.createUser(member);
  await target.driver.createGroup(guid, [member]);
  await sleep(target.settleMs, undefined, { signal: target.signal });
  const listed = (await target.driver.conversations(member)).some(({ id }) => id === guid);
  return {
    value: listed ? 'joining' : 'first-message',
    evidence: `a group without messages ${listed ? 'stands' : 'does not stand'} in its member's list`,
  };
}
