import { expect, it } from 'vitest';
import type { ChatState } from '../../core/index.ts';
import { runScenarios } from '../execution/run-scenarios.ts';
import { judge } from '../judgement/judge.ts';
import { openKnowledge } from '../judgement/knowledge.ts';
import { reset, scenarioOf, worldOf } from '../plan/world.ts';
import { unknownProfile } from '../profile/profile.ts';
import { requirements } from '../requirements/all.ts';
import { isReset, openInMemory, type Wrap } from '../self-test/mock-targets.ts';
import type { Target } from '../target/target.ts';
import { diagnose } from './diagnose.ts';

const { me, rows, ...world } = worldOf(['user', 'user', 'user']);
const [first, second] = rows as readonly [(typeof rows)[0], (typeof rows)[0]];
/** A reset of which nothing usual is known, and one without a key. */
const scenario = scenarioOf({ ...world, me, rows }, [reset(me, first), reset(me, second, { apikey: 'absent' })]);
const profile = { ...unknownProfile, forms: ['path-actor'] as const };

async function diagnosed(target: Target) {
  const traces = await runScenarios([scenario], { target, profile, width: 1, looks: 'pooled', follow: openKnowledge });
  const failures = traces.flatMap((trace) => judge(trace, profile, requirements).failures);
  const soon = { executions: 4, until: Number.POSITIVE_INFINITY, requests: Number.POSITIVE_INFINITY };
  const { diagnoses } = await diagnose(failures, {
    ...{ target, profile, requirements },
    patience: () => soon,
    isSpent: () => false,
  });
  return { failed: failures.length > 0, told: diagnoses.map(({ requirement }) => requirement) };
}

it.concurrent('should tell what comes back when every look waits', async () => {
  const target = await openInMemory({
    settleMs: 300,
    wrap: (healthy) => (state, request) => {
      const { apikey = 'a-Key-of-3-words', ...headers } = request.headers;
      const handled = healthy(state, request);
      const done = healthy(state, { ...request, headers: { ...headers, apikey } });
      return isReset(request) ? { ...handled, state: done.state } : handled;
    },
  });
  expect(await diagnosed(target)).toEqual({ failed: true, told: ['no-key-refused'] });
  expect(target.lags()).toBe(false);
});

it.concurrent('should take what shows only before the target has settled for reads that lag', async () => {
  const target = await openInMemory({ settleMs: 300, wrap: lateBy(150) });
  expect(await diagnosed(target)).toEqual({ failed: true, told: [] });
  expect(target.lags()).toBe(true);
});

/** For so long after a reset that is done, reads show what was there before it. */
function lateBy(ms: number): Wrap {
  return (healthy) => {
    let old: { readonly state: ChatState; readonly until: number } | undefined;
    return (state, request) => {
      const isLate = request.method === 'GET' && old !== undefined && performance.now() < old.until;
      if (isLate && old !== undefined) return { ...healthy(old.state, request), state };
      const handled = healthy(state, request);
      if (isReset(request) && handled.state !== state) old = { state, until: performance.now() + ms };
      return handled;
    };
  };
}
