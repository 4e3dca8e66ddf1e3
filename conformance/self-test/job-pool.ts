import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { inParallel } from '../target/pool.ts';
import { type Job, type Outcome, runJob } from './job.ts';

/** How many threads there are, and how many jobs each of them has under way: most of a run is waiting. */
export interface PoolSize {
  readonly threads: number;
  readonly jobsEach: number;
}

interface Share {
  readonly jobs: readonly Job[];
  readonly jobsEach: number;
}

/**
 * Runs jobs on threads of their own, each with its share of the list. Ends when all is done or the signal has come;
 * rejects when the suite itself fails. From sources, where no thread can read this file, everything runs on this thread.
 */
export async function runJobs(
  jobs: readonly Job[],
  { threads, jobsEach }: PoolSize,
  onOutcome: (outcome: Outcome) => void,
  signal?: AbortSignal,
): Promise<void> {
  const file = fileURLToPath(import.meta.url);
  if (file.endsWith('.ts')) return runShare({ jobs, jobsEach }, onOutcome, signal);
  await Promise.all(
    Array.from({ length: threads }, async (_, thread) => {
      const share: Share = { jobs: jobs.filter((_, at) => at % threads === thread), jobsEach };
      const worker = new Worker(file, { workerData: { selfTest: share } });
      const stop = () => worker.postMessage('stop');
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop, { once: true });
      worker.on('message', onOutcome);
      // Rejects with what the thread has thrown.
      await once(worker, 'exit');
    }),
  );
}

/** What is under way when the signal comes says nothing of the suite. */
const runShare = async (
  { jobs, jobsEach }: Share,
  onOutcome: (outcome: Outcome) => void,
  signal: AbortSignal | undefined,
): Promise<void> => {
  await inParallel(jobs, jobsEach, async (job) => {
    if (signal?.aborted) return;
    const outcome = await runJob(job, signal);
    if (!signal?.aborted) onOutcome(outcome);
  });
};

if (!isMainThread && typeof workerData === 'object' && workerData !== null && 'selfTest' in workerData) {
  const stopped = new AbortController();
  parentPort?.once('message', () => stopped.abort(new Error('the self-test was stopped')));
  await runShare(workerData.selfTest as Share, (outcome) => parentPort?.postMessage(outcome), stopped.signal);
  parentPort?.close();
}
