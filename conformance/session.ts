import type { Case } from './cases/case.ts';
import type { Known } from './cases/known.ts';
import { type CaseRun, runCase } from './play/run-case.ts';
import type { Target } from './target/target.ts';

/** A run in progress: the target, what is known of it, and a supply of ids that nobody has used. */
export interface Session {
  readonly target: Target;
  readonly known: Known;
  readonly concurrency: number;
  /** Plays a case again on fresh ids. */
  readonly again: (scene: Case, manner: 'careful' | 'quick') => Promise<CaseRun>;
}

/** While shrinking, a target whose reads never lagged is not waited for as long as it might take. */
const shortSettleMs = 80;

/** `label` leads the ids of repeated cases; each session of a run has its own. */
export function openSession(target: Target, known: Known, concurrency: number, label = 'r'): Session {
  let runs = 0;
  return {
    target,
    known,
    concurrency,
    again: (scene, manner) => {
      runs += 1;
      const hasty = manner === 'quick' && !target.lags();
      const paced = hasty ? { ...target, settleMs: Math.min(shortSettleMs, target.settleMs) } : target;
      return runCase(paced, known, scene, { scope: `${target.prefix}${label}${runs}`, careful: manner === 'careful' });
    },
  };
}
