import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { inParallel } from '../target/pool.ts';
import { chooseJobs, type Plan } from './choose-jobs.ts';
import { type Outcome, runJob } from './job.ts';

const threads = 2;
/** How many jobs each thread has under way: most of a run is waiting. */
const jobsEach = 8;

/** Every so-manieth job of a plan, from one on. */
interface Share {
  readonly plan: Plan;
  readonly from: number;
  readonly every: number;
}

/**
 * Runs the jobs of a plan on threads of their own, each of which has its share. Ends when all is done or the signal has
 * come; rejects when the suite itself fails. From sources, where no thread can read this file, everything runs on this
 * thread.
 */
export async function runJobs(plan: Plan, onOutcome: (outcome: Outcome) => void, signal?: AbortSignal): Promise<void> {
  const file = fileURLToPath(import.meta.url);
  if (file.endsWith('.ts')) return runShare({ plan, from: 0, every: 1 }, onOutcome, signal);
  await Promise.all(
    Array.from({ length: threads }, async (_, thread) => {
      const share: Share = { plan, from: thread, every: threads };
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
async function runShare({ plan, from, every }: Share, onOutcome: (outcome: Outcome) => void, signal?: AbortSignal) {
  const jobs = chooseJobs(plan).filter((_, at) => at % every === from);
  await inParallel(jobs, jobsEach, async (job) => {
    if (signal?.aborted) return;
    const outcome = await runJob(job, signal);
    if (!signal?.aborted) onOutcome(outcome);
  });
}

if (!isMainThread && typeof workerData === 'object' && workerData !== null && 'selfTest' in workerData) {
  const stopped = new AbortController();
  parentPort?.once('message', () => stopped.abort(new Error('the self-test was stopped')));
  await runShare(workerData.selfTest as Share, (outcome) => parentPort?.postMessage(outcome), stopped.signal);
  parentPort?.close();
}
