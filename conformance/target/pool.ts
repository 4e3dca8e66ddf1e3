/** Leaves a job's place to others while it only waits; afterwards it takes the next one that is free. */
export type Rest = <Value>(waiting: () => Promise<Value>) => Promise<Value>;

/** So many times the width may have begun; the others of them rest. */
const mostBegun = 8;

/**
 * Runs jobs side by side, at most `width` at once, in order of their list; results keep that order. Once a job fails no
 * other one begins, and the failure is told when those that had begun have ended.
 */
export function inParallel<Job, Value>(
  jobs: readonly Job[],
  width: number,
  run: (job: Job, index: number, rest: Rest) => Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = [];
  const returning: (() => void)[] = [];
  const failures: unknown[] = [];
  let [next, free, begun] = [0, width, 0];
  return new Promise((resolve, reject) => {
    function fill(): void {
      while (free > 0 && next < jobs.length && begun < width * mostBegun) start(next++);
      if (begun > 0) return;
      if (failures.length > 0) reject(failures[0]);
      else resolve(results);
    }
    async function start(index: number): Promise<void> {
      free -= 1;
      begun += 1;
      try {
        results[index] = await run(jobs[index] as Job, index, rest);
      } catch (error) {
        failures.push(error);
        next = jobs.length;
      }
      begun -= 1;
      leave();
    }
    function leave(): void {
      const first = returning.shift();
      if (first === undefined) {
        free += 1;
        fill();
      } else first();
    }
    async function rest<Waited>(waiting: () => Promise<Waited>): Promise<Waited> {
      leave();
      try {
        return await waiting();
      } finally {
        if (free > 0) free -= 1;
        else await new Promise<void>((resolve) => returning.push(resolve));
      }
    }
    fill();
  });
}
