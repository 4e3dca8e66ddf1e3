import { spawn } from 'node:child_process';
import { constants } from 'node:os';

interface Ended {
  /** As a shell has it: 128 and the signal's number where one ended the command, 126 or 127 where it could not start. */
  readonly code: number;
  readonly problem?: string;
}

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a program, without a shell, with more in its environment, and without what is undefined there; what this process
 * is sent meanwhile, it is sent.
 */
export function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ended> {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const passOn = (signal: NodeJS.Signals): void => {
    // A terminal has sent its Ctrl-C to the command already.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of passedOn) process.on(signal, passOn);
  return new Promise<Ended>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(notStarted(program, error)));
    child.once('close', (code, signal) => resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0) }));
  }).finally(() => {
    for (const signal of passedOn) process.off(signal, passOn);
  });
}

function notStarted(program: string, { code, message }: NodeJS.ErrnoException): Ended {
  if (code === 'ENOENT') return { code: 127, problem: `There is no program ${program}.` };
  if (code === 'EACCES') return { code: 126, problem: `${program} may not be run.` };
  return { code: 126, problem: `${program} could not be started: ${message}.` };
}
