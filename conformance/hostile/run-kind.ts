import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keys } from '../self-test/mock-targets.ts';
import type { Kind } from './kinds.ts';

/** The command as it is built, also where this file is not. */
const built = import.meta.url.endsWith('.ts') ? '../../dist/conformance/main.js' : '../main.js';
const main = fileURLToPath(new URL(built, import.meta.url));

/** What a run on a hostile target came to. */
export type Outcome = Awaited<ReturnType<typeof runKind>>;

/** Its last act is to say how much memory it has taken. */
const measuring = `data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)))`;
/** A run may take so much longer than its limit before it is given up. */
const graceMs = 60_000;

interface RunOptions {
  /** For its report. */
  readonly directory: string;
  readonly name: string;
  readonly timeLimit: number;
}

/** A run of the command as it is built, on a target of this kind. */
export async function runKind(kind: Pick<Kind, 'start'>, { directory, name, timeLimit }: RunOptions) {
  let child: ChildProcess | undefined;
  const target = await kind.start((signal) => child?.kill(signal));
  try {
    const report = join(directory, `${name.replaceAll(/\W+/g, '-')}.json`);
    const args = ['--budget', 'quick', '--seed', '1', '--settle', '20', '--time-limit', `${timeLimit}`];
    const begun = performance.now();
    child = spawn(process.execPath, ['--import', measuring, main, target.url, ...args, '--report', report], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: { ...process.env, CONVERSATION_RESET_API_KEY: keys.apiKey },
    });
    let [stderr, memory] = ['', ''];
    child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.stdio[3]?.on('data', (text) => (memory += text));
    const timer = setTimeout(() => child?.kill('SIGKILL'), timeLimit * 1_000 + graceMs);
    const [code] = await once(child, 'close');
    clearTimeout(timer);
    const written = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
    return {
      // None where the process was killed.
      code: typeof code === 'number' ? code : undefined,
      seconds: (performance.now() - begun) / 1_000,
      mebibytes: memory === '' ? undefined : Math.round(Number(memory) / 1_024),
      verdict: String(written.verdict ?? 'no report'),
      reason: String(written.reason ?? ''),
      stderr,
      left: target.left(),
      reportedLeft: Number(written.left?.length ?? 0),
    };
  } finally {
    target.close();
  }
}

/** What is wrong with what a run came to; empty where nothing is. */
export function complaints({ codes, says }: Kind, outcome: Outcome, timeLimit: number): readonly string[] {
  const { code, seconds, mebibytes, verdict, reason, stderr, left, reportedLeft } = outcome;
  const wrong: readonly (readonly [isWrong: boolean, what: string])[] = [
    [code === undefined || !codes.includes(code), `exit code ${code}, not ${codes.join(' or ')}`],
    [seconds >= timeLimit + 1, `took ${Math.round(seconds)} s`],
    [mebibytes === undefined || mebibytes >= 400, `took ${mebibytes} MiB`],
    [verdict === 'no report', 'wrote no report'],
    [says?.test(reason) === false, `does not say ${says}`],
    [stderr.includes('The suite itself has failed'), stderr.slice(0, 1_500)],
    [left > reportedLeft, `left ${left} behind, and reported ${reportedLeft}`],
  ];
  return wrong.filter(([isWrong]) => isWrong).map(([, what]) => what);
}
