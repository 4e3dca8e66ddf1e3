import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../target/target.ts';

/** Something that is looked at until it is as it should be, or the settling time is over. */
export interface Look<Value, Finding> {
  readonly read: () => Promise<Value>;
  /** What is not as it should be. */
  readonly judge: (value: Value) => Finding | undefined;
  /** Called once, with the value that counts. */
  readonly adopt?: (value: Value) => void;
}

/** A look of any kind, bound so that looks of several kinds can be settled together. */
export type AnyLook<Finding> = () => Promise<{ readonly finding: Finding | undefined; readonly adopt: () => void }>;

export const look =
  <Value, Finding>({ read, judge, adopt }: Look<Value, Finding>): AnyLook<Finding> =>
  async () => {
    const value = await read();
    return { finding: judge(value), adopt: () => adopt?.(value) };
  };

export interface Settling {
  readonly target: Target;
  /** When something was last changed, by `performance.now()`. */
  readonly changedAt: number;
}

/**
 * Looks at everything until nothing is amiss, for at most the settling time of the target. Reads that lag behind
 * within it are no finding; the target is then known to lag, and from there on every first look waits.
 */
export async function settle<Finding>(
  { target, changedAt }: Settling,
  looks: readonly AnyLook<Finding>[],
): Promise<readonly Finding[]> {
  const begun = performance.now();
  const early = changedAt + target.settleMs - begun;
  // A timer leaves out fractions, and may end a millisecond early.
  if (target.lags() && early > 0) await sleep(Math.ceil(early) + 1, undefined, { signal: target.signal });
  let open = looks;
  for (let round = 0; ; round += 1) {
    // What counts is when it was asked: an answer may be long under way, and as old as its question.
    const late = performance.now() - begun >= target.settleMs;
    const seen = await Promise.all(open.map((glance) => glance()));
    const amiss: AnyLook<Finding>[] = [];
    const findings: Finding[] = [];
    for (const [index, { finding, adopt }] of seen.entries()) {
      const glance = open[index];
      if (finding === undefined || late || glance === undefined) adopt();
      else amiss.push(glance);
      if (finding !== undefined) findings.push(finding);
    }
    if (round > 0 && findings.length < open.length) target.noteLag();
    if (amiss.length === 0) return findings;
    open = amiss;
    await sleep(Math.min(15 * 2 ** round, 150), undefined, { signal: target.signal });
  }
}
