import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { inParallel } from '../target/pool.ts';
import { type Job, type Outcome, runJob } from './job.ts';

const threads = 2;
/** How many jobs each thread has under way: most of a run is waiting. */
const jobsEach = 8;

/**
 * Runs jobs on threads of their own, each with its share of the list. Ends when all is done or the signal has come;
 * rejects when the suite itself fails. From sources, where no thread can read this file, everything runs on this thread.
 */
export async function runJobs(
  jobs: readonly Job[],
  onOutcome: (outcome: Outcome) => void,
  signal?: AbortSignal,
): Promise<void> {
  const file = fileURLToPath(import.meta.url);
  if (file.endsWith('.ts')) return runShare(jobs, onOutcome, signal);
  await Promise.all(
    Array.from({ length: threads }, async (_, thread) => {
      const share = jobs.filter((_, at) => at % threads === thread);
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
async function runShare(
  jobs: readonly Job[],
  onOutcome: (outcome: Outcome) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  await inParallel(jobs, jobsEach, async (job) => {
    if (signal?.aborted) return;
    const outcome = await runJob(job, signal);
    if (!signal?.aborted) onOutcome(outcome);
  });
}

if (!isMainThread && typeof workerData === 'object' && workerData !== null && 'selfTest' in workerData) {
  const stopped = new AbortController();
  parentPort?.once('message', () => stopped.abort(new Error('the self-test was stopped')));
  await runShare(workerData.selfTest as readonly Job[], (outcome) => parentPort?.postMessage(outcome), stopped.signal);
  parentPort?.close();
}
