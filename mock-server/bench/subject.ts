import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startProgram } from '../../core/testing/run-program.ts';

/** A server under measurement, in a process of its own. */
export type Subject = Awaited<ReturnType<typeof startSubject>>;

/**
 * Starts a program of `dist` that prints its URL, as the mock server does. On no core of its own: there V8's helpers,
 * which collect garbage beside the program, would stand in its way, and that alone was a quarter of the time.
 */
export async function startSubject(program: string, args: readonly string[] = []) {
  const file = fileURLToPath(new URL(program, new URL('../', import.meta.url)));
  const { child, output, ended } = startProgram(process.execPath, [file, ...args]);
  await Promise.race([once(child.stdout, 'data'), ended]);
  const port = /^listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output.stdout)?.[1];
  if (port === undefined) throw new Error(`${program} did not start: ${output.stderr}`);
  return {
    port: Number(port),
    /** User and system time so far, in seconds. */
    cpu: (): number => {
      // Behind the program's name, which may hold anything: utime and stime, in hundredths of a second.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    /** Resident memory in MiB. */
    memory: (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
