import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { inParallel } from '../target/pool.ts';
import { type Job, type Outcome, runJob } from './job.ts';

/** How many threads there are, and how many jobs each of them has under way: most of a run is waiting. */
export interface PoolSize {
  readonly threads: number;
  readonly jobsEach: number;
}

interface Asked {
  readonly id: number;
  readonly job: Job;
}

type Answered = { readonly id: number; readonly outcome: Outcome } | { readonly id: number; readonly failed: string };

/**
 * Runs jobs on threads of their own, in order of their list as far as there is room. Resolves to what was done when all
 * is done or the signal has come; rejects when the suite itself fails. From sources, where no thread can read this
 * file, everything runs on this thread.
 */
export async function runJobs(
  jobs: readonly Job[],
  { threads, jobsEach }: PoolSize,
  onOutcome: (outcome: Outcome) => void,
  signal?: AbortSignal,
): Promise<readonly Outcome[]> {
  const file = fileURLToPath(import.meta.url);
  const pool = file.endsWith('.ts')
    ? [{ run: (job: Job) => runJob(job, signal), close: async () => {} }]
    : Array.from({ length: threads }, () => startThread(file, signal));
  const width = pool.length * jobsEach;
  const done: Outcome[] = [];
  const free = pool.flatMap((thread) => Array.from({ length: jobsEach }, () => thread));
  try {
    await inParallel(jobs, width, async (job) => {
      if (signal?.aborted) return;
      const thread = free.shift();
      if (thread === undefined) throw new Error('more jobs are under way than there is room for');
      try {
        const outcome = await thread.run(job);
        if (signal?.aborted) return;
        done.push(outcome);
        onOutcome(outcome);
      } finally {
        free.push(thread);
      }
    });
  } finally {
    await Promise.all(pool.map(({ close }) => close()));
  }
  return done;
}

function startThread(file: string, signal: AbortSignal | undefined) {
  const worker = new Worker(file, { workerData: { selfTest: true } });
  const waiting = new Map<number, { resolve: (outcome: Outcome) => void; reject: (error: Error) => void }>();
  let jobs = 0;
  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', (code) => failAll(new Error(`a thread of the self-test has ended with code ${code}`)));
  worker.on('message', (answered: Answered) => {
    const job = waiting.get(answered.id);
    waiting.delete(answered.id);
    if ('outcome' in answered) job?.resolve(answered.outcome);
    else job?.reject(new Error(answered.failed));
  });
  const stop = () => worker.postMessage('stop');
  signal?.addEventListener('abort', stop, { once: true });
  return {
    run: (job: Job) =>
      new Promise<Outcome>((resolve, reject) => {
        jobs += 1;
        waiting.set(jobs, { resolve, reject });
        worker.postMessage({ id: jobs, job } satisfies Asked);
      }),
    close: async () => {
      signal?.removeEventListener('abort', stop);
      worker.removeAllListeners('exit');
      await worker.terminate();
    },
  };
}

if (!isMainThread && typeof workerData === 'object' && workerData !== null && 'selfTest' in workerData) {
  const stopped = new AbortController();
  parentPort?.on('message', (message: Asked | 'stop') => {
    if (message === 'stop') {
      stopped.abort(new Error('the self-test was stopped'));
      return;
    }
    const { id, job } = message;
    runJob(job, stopped.signal).then(
      (outcome) => parentPort?.postMessage({ id, outcome } satisfies Answered),
      (error: unknown) => {
        const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
        parentPort?.postMessage({ id, failed } satisfies Answered);
      },
    );
  });
}
