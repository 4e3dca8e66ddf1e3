import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchConformance } from './conformance.ts';
import { type Figure, isReached, linesOf, shown } from './figures.ts';
import { hasWrk } from './load.ts';
import { benchMemory, benchMock, benchReset, benchStart } from './mock.ts';

/** `npm run bench [-- PART... --rounds N]`: prints each figure beside its bound, and gates nothing. */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string' } } });
const rounds = Number(values.rounds ?? 15);

const needsWrk =
  <Argument>(bench: (argument: Argument) => Promise<readonly Figure[]>) =>
  async (argument: Argument): Promise<readonly Figure[]> => {
    if (hasWrk()) return bench(argument);
    console.log('Left out, because wrk is not installed: apt-get install wrk.');
    return [];
  };

const parts: Readonly<Record<string, (rounds: number) => Promise<readonly Figure[]>>> = {
  mock: needsWrk(benchMock),
  start: benchStart,
  memory: needsWrk(benchMemory),
  reset: benchReset,
  conformance: benchConformance,
  core: async () => {
    const bench = fileURLToPath(new URL('../../core/bench/main.js', import.meta.url));
    spawnSync(process.execPath, ['--expose-gc', '--max-old-space-size=8192', bench], { stdio: 'inherit' });
    return [];
  },
};

const asked = positionals.length === 0 ? Object.keys(parts) : positionals;
const stray = asked.find((name) => !Object.hasOwn(parts, name));
if (stray !== undefined || !(rounds >= 1)) {
  console.error(`The parts are ${Object.keys(parts).join(', ')}; --rounds is a number from 1 (15).`);
  process.exit(2);
}

const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.version}`;
const loadBefore = loadavg();
console.log(`${machine}; load average before ${loadBefore.map(shown).join(', ')}`);
const figures: Figure[] = [];
for (const name of asked) {
  console.log(`\n${name}`);
  const found = (await parts[name]?.(rounds)) ?? [];
  for (const figure of found) console.log(linesOf(figure));
  figures.push(...found);
}
const bounded = figures.filter(({ reach }) => reach !== undefined);
const missed = bounded.filter((figure) => !isReached(figure)).map(({ name }) => name);
console.log(
  `\n${bounded.length - missed.length} of ${bounded.length} bounds reached${missed.length === 0 ? '' : `; missed: ${missed.join('; ')}`}.`,
);
const file = fileURLToPath(new URL('../../bench.json', import.meta.url));
writeFileSync(
  file,
  `${JSON.stringify({ machine, loadBefore, at: new Date().toISOString(), rounds, figures }, undefined, 2)}\n`,
);
