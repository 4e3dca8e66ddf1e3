import { setTimeout as sleep } from 'node:timers/promises';
import { nextScope } from '../execution/run-scenarios.ts';
import type { Target } from '../target/target.ts';

/**
 * Notes whether reads lag behind writes. Asked of two who have been there for a while: of whom a replica has never
 * heard, it may ask the source.
 */
export async function findLag(target: Target): Promise<void> {
  const { driver } = target;
  const scope = nextScope(target);
  const [one, two] = [`${scope}one`, `${scope}two`];
  await Promise.all([one, two].map((uid) => driver.createUser(uid)));
  const peer = { kind: 'user', id: two } as const;
  await driver.sendMessage(one, peer, 'first');
  await sleep(target.settleMs, undefined, { signal: target.signal });
  for (const text of ['second', 'third']) {
    await driver.sendMessage(one, peer, text);
    const seen = await driver.messages(two, { kind: 'user', id: one });
    if (!seen.includes(text)) target.noteLag();
  }
}
