import { readArguments } from '../../fixtures/command-line/read-arguments.ts';
import { fuzz } from './fuzz-mock.ts';

const usage = `Usage: node dist/mock-server/fuzz/fuzz.js [--requests N] [--seed N]

Sends so many hostile requests (1000000); exits with 1 when something was found.`;

const written = readArguments(process.argv.slice(2), { requests: '200000', seed: '1', help: null });
if (!written.ok) {
  console.error(written.refusal);
  process.exitCode = 2;
} else if (written.value.values.help !== undefined) console.log(usage);
else await run(written.value.values);

async function run(given: { readonly requests?: string; readonly seed?: string }): Promise<void> {
  const seed = Number(given.seed ?? Math.floor(Math.random() * 2 ** 20));
  const report = await fuzz({ seed, requests: Number(given.requests ?? 1_000_000), idle: 2000, parts: 10 });
  const { requests, heap, findings } = report;
  const routed = report.routed / requests;
  console.log(`seed ${seed}: ${requests} requests, ${Math.round(routed * 100)} % past key and route`);
  console.log(`statuses: ${JSON.stringify(report.statuses)}`);
  console.log(`MiB alive after each tenth: ${heap.map((value) => value.toFixed(1)).join(', ')}`);
  for (const finding of findings) console.log(finding);
  const grown = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
  process.exitCode = findings.length === 0 && routed >= 0.5 && grown < 8 ? 0 : 1;
}
