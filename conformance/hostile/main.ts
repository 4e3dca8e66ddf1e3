import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inParallel } from '../target/pool.ts';
import { kinds } from './kinds.ts';
import { complaints, runKind } from './run-kind.ts';

// node dist/conformance/hostile/main.js [KIND]...   runs the suite on targets of these kinds, or of all, and prints what
// came of it. Exits with 1 where a run was harmed.

const timeLimit = 20;
const width = 2;

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => kinds[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no kind "${unknown}"; there are:\n${Object.keys(kinds).join('\n')}`);
  process.exit(2);
}

const directory = await mkdtemp(join(tmpdir(), 'hostile-'));
let harmed = 0;
console.log('exit seconds   MiB  kind: what the run says');
const all = Object.entries(kinds).filter(([name]) => chosen.length === 0 || chosen.includes(name));
await inParallel(all, width, async ([name, kind]) => {
  const outcome = await runKind(kind, { directory, name, timeLimit });
  const { code, seconds, mebibytes, verdict, reason } = outcome;
  const wrong = complaints(kind, outcome, timeLimit);
  if (wrong.length > 0) harmed += 1;
  const figures = [String(code).padStart(4), seconds.toFixed(1).padStart(7), String(mebibytes).padStart(5)].join(' ');
  const words = (reason === '' ? verdict : `${verdict}, ${reason}`).slice(0, 160);
  console.log(`${figures}  ${name}: ${words}${wrong.length === 0 ? '' : `\n      WRONG: ${wrong.join('; ')}`}`);
});
await rm(directory, { recursive: true });
console.log(`${all.length} kinds, ${harmed} of them harmed a run.`);
process.exit(harmed === 0 ? 0 : 1);
