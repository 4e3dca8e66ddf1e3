import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { inParallel } from '../target/pool.ts';
import { chooseJobs, type Plan } from './choose-jobs.ts';
import { type Outcome, runJob } from './job.ts';

const threads = 2;
/** How many jobs each thread has under way: most of a run is waiting. */
const jobsEach = 8;

/**
 * Runs the jobs of a plan on threads of their own, each of which has its share. Ends when all is done or the signal has
 * come, as what is under way then says nothing of the suite; rejects when the suite itself fails.
 */
export async function runJobs(plan: Plan, onOutcome: (outcome: Outcome) => void, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await Promise.all(
    Array.from({ length: threads }, async (_, thread) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: { selfTest: plan, thread } });
      signal?.addEventListener('abort', () => void worker.terminate(), { once: true });
      worker.on('message', onOutcome);
      // Rejects with what the thread has thrown.
      await once(worker, 'exit');
    }),
  );
}

if (!isMainThread && typeof workerData === 'object' && workerData !== null && 'selfTest' in workerData) {
  const { selfTest: plan, thread } = workerData as { readonly selfTest: Plan; readonly thread: number };
  const jobs = chooseJobs(plan).filter((_, at) => at % threads === thread);
  await inParallel(jobs, jobsEach, async (job) => parentPort?.postMessage(await runJob(job)));
}
