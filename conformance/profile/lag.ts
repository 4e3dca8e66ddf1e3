import { setTimeout as sleep } from 'node:timers/promises';
import { nextScope } from '../execution/run-scenarios.ts';
import { type Trace, viewKey } from '../execution/trace.ts';
import type { Target } from '../target/target.ts';

/**
 * Notes whether reads lag behind writes. Asked of two who have been there for a while: of whom a replica has never
 * heard, it may ask the source.
 */
export async function findLag(target: Target): Promise<void> {
  const { arrange, observe, settleMs, signal } = target;
  const scope = nextScope(target);
  const [one, two] = [`${scope}one`, `${scope}two`];
  await Promise.all([one, two].map((uid) => arrange.createUser(uid)));
  const peer = { kind: 'user', id: two } as const;
  await arrange.sendMessage(one, peer, 'first');
  await sleep(settleMs, undefined, { signal });
  for (const text of ['second', 'third']) {
    const sent = await arrange.sendMessage(one, peer, text);
    const seen = await observe.messages(two, { kind: 'user', id: one });
    if (sent.kind === 'done' && seen.kind === 'done' && !seen.value.includes(text)) target.noteLag();
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
