import { readArguments } from '../../fixtures/command-line/read-arguments.ts';
import { fuzz } from './fuzz-mock.ts';

const written = readArguments(process.argv.slice(2), { requests: '200000', seed: '1', help: null });
if (!written.ok || written.value.values.help !== undefined) {
  console.error(written.ok ? 'Usage: node dist/mock-server/fuzz/fuzz.js [--requests N] [--seed N]' : written.refusal);
  process.exit(written.ok ? 0 : 2);
}

// Sends so many hostile requests; exits with 1 when something was found.
const { requests: asked = '1000000', seed = String(Math.floor(Math.random() * 2 ** 20)) } = written.value.values;
const report = await fuzz({ seed: Number(seed), requests: Number(asked), idle: 2000, parts: 10 });
const { requests, routed, statuses, heap, findings } = report;
console.log(`seed ${seed}: ${requests} requests, ${Math.round((routed / requests) * 100)} % past key and route`);
console.log(`statuses: ${JSON.stringify(statuses)}`);
console.log(`MiB alive after each tenth: ${heap.map((value) => value.toFixed(1)).join(', ')}`);
for (const finding of findings) console.log(finding);
const grown = (heap.at(-1) ?? 0) - (heap[0] ?? 0);
process.exitCode = findings.length === 0 && routed >= requests / 2 && grown < 8 ? 0 : 1;
