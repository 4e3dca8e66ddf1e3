import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, median } from './figures.ts';

/** The suite's own pace, on the mock server that it brings along. */
export async function benchConformance(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-conformance-'));
  const main = fileURLToPath(new URL('../../conformance/main.js', import.meta.url));
  const report = join(folder, 'report.json');
  try {
    const seconds: number[] = [];
    const rates: number[] = [];
    for (const seed of ['1', '2', '3']) {
      const begun = performance.now();
      const child = spawn(process.execPath, [main, '--seed', seed, '--report', report], { stdio: 'ignore' });
      const [code] = (await once(child, 'close')) as [number];
      if (code !== 0) throw new Error(`the conformance run with seed ${seed} ended with ${code}`);
      seconds.push((performance.now() - begun) / 1000);
      const { requests, durationMs } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
      rates.push(((requests ?? 0) * 1000) / (durationMs ?? 0));
    }
    return [
      {
        name: 'conformance, default budget, embedded',
        value: median(seconds),
        unit: 's',
        reach: { atMost: 6 },
      },
      { name: 'conformance, requests of the run', value: median(rates), unit: '/s' },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
