import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparisonPage } from '../compare/compare-page.ts';
import { compareReports } from '../compare/compare-reports.ts';
import type { Report } from '../report/document.ts';
import { writeAs, writeReport } from '../report/write-report.ts';
import { brokenMock, mockWith, naive, reportOf } from './servers.ts';

/**
 * `npm run compare-page`: runs the suite against the servers of this repository, one after the other, and writes their
 * reports and the page that compares them into a new folder for temporary files. Prints the path of the page, and exits with
 * 1 where a verdict is not what it has to be.
 */
const servers = [
  mockWith('reference'),
  mockWith('strict'),
  mockWith('lenient'),
  naive,
  brokenMock('group-order-lost-by-one'),
];

const folder = await mkdtemp(join(tmpdir(), 'compare-'));
const reports: Report[] = [];
for (const [index, server] of servers.entries()) {
  const report = await reportOf(server, { seed: 4, budget: 'smoke', settleMs: 50 });
  await writeReport(report, join(folder, `${index + 1}.json`));
  console.error(`${server.name}: ${report.verdict}`);
  if (report.verdict !== server.verdict) process.exitCode = 1;
  reports.push(report);
}
const page = join(folder, 'compare.html');
const comparison = compareReports(reports);
await writeAs(page, { data: comparison, page: comparisonPage(comparison) });
console.log(page);
