/**
 * Runs jobs side by side, at most `width` at once, in order of their list; results keep that order. Once a job fails no
 * other one begins, and the failure is reported when those that had begun have ended.
 */
export async function inParallel<Job, Value>(jobs: readonly Job[], width: number, run: (job: Job) => Promise<Value>) {
  const results: Value[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < jobs.length; index = next++) {
      try {
        results[index] = await run(jobs[index] as Job);
      } catch (error) {
        next = jobs.length;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(width, jobs.length) }, worker));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results;
}
