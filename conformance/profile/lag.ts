import { setTimeout as sleep } from 'node:timers/promises';
import { nextScope } from '../execution/run-scenarios.ts';
import { type Trace, viewKey } from '../execution/trace.ts';
import { CallFailed } from '../target/call-failed.ts';
import type { Target } from '../target/target.ts';

/**
 * Notes whether reads lag behind writes, of messages or of lists. Asked of users who have been there for a while: of
 * whom a replica has never heard, it may ask the source.
 */
export async function findLag(target: Target): Promise<void> {
  const { driver, settleMs, signal } = target;
  const scope = nextScope(target);
  const [one, two, three] = [`${scope}one`, `${scope}two`, `${scope}three`];
  const peer = { kind: 'user', id: two } as const;
  try {
    await Promise.all([one, two, three].map((uid) => driver.createUser(uid)));
    await driver.sendMessage(one, peer, 'first');
    await sleep(settleMs, undefined, { signal });
    for (const text of ['second', 'third']) {
      await driver.sendMessage(one, peer, text);
      const seen = await driver.messages(two, { kind: 'user', id: one });
      if (!seen.includes(text)) target.noteLag();
    }
    await driver.sendMessage(three, peer, 'first');
    const rows = await driver.conversations(two);
    if (!rows.some(({ id }) => id === three)) target.noteLag();
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}

/** Whether something looks otherwise when the target has settled than right after the last operation. */
export function showsLag({ events }: Trace): boolean {
  const last = events.findLastIndex(({ kind }) => kind === 'operations');
  const early = new Map<string, string>();
  return events.slice(last + 1).some(
    (event) =>
      event.kind === 'observations' &&
      event.observations.some(({ view, seen }) => {
        const before = early.get(viewKey(view));
        early.set(viewKey(view), seen.join('\n'));
        return before !== undefined && before !== seen.join('\n');
      }),
  );
}
