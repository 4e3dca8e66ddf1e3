import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

// `node dist/mock-server/fuzz/main.js [--requests N] [--seed N]`: exits with 1 when something was found.
const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const begun = performance.now();
const report = await fuzz({
  host: fileURLToPath(new URL('host.js', import.meta.url)),
  seed,
  requests: Number(values.requests ?? 200_000),
  idle: 2000,
  deadline: 10_000,
});
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(
  `${report.requests} requests in ${seconds} s with seed ${seed}; ${Math.round(report.reached * 100)} % reached the ` +
    `handler; ${report.grown.toFixed(1)} MiB more alive; ${JSON.stringify(report.statuses)}`,
);
for (const finding of report.findings.slice(0, 20)) console.log(finding);
process.exitCode = report.findings.length === 0 && report.reached >= 0.3 && report.grown < 8 ? 0 : 1;
