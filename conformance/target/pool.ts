/**
 * Runs jobs side by side, at most `width` at once, in order of their list; results keep that order. Once a job fails no
 * other one begins, and the failure is reported when those that had begun have ended.
 */
export async function inParallel<Job, Value>(jobs: readonly Job[], width: number, run: (job: Job) => Promise<Value>) {
  const results: Value[] = [];
  const entries = (function* () {
    yield* jobs.entries();
  })();
  const worker = async () => {
    // What is thrown out of one loop ends the generator, and so the loops of all others.
    for (const [index, job] of entries) results[index] = await run(job);
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(width, jobs.length) }, worker));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results;
}
