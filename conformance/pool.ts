/** Runs jobs side by side, at most `width` at once, in order of their list; results keep that order. */
export async function inParallel<Job, Value>(
  jobs: readonly Job[],
  width: number,
  run: (job: Job, index: number) => Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < jobs.length; index = next++) {
      results[index] = await run(jobs[index] as Job, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, worker));
  return results;
}
