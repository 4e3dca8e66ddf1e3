import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orRefuse } from '../../fixtures/command-line/output.ts';
import { readBehaviourFile } from '../../fixtures/read-fixture.ts';
import { comparisonPage } from '../compare/compare-page.ts';
import { compareReports } from '../compare/compare-reports.ts';
import type { Report } from '../report/document.ts';
import { writeAs, writeReport } from '../report/write-report.ts';
import { reportOn } from '../self-test/job.ts';
import { permittedServer, type Server, serverNamed } from '../self-test/servers.ts';

/**
 * `npm run compare-page`: runs the suite against the servers of this repository, one after the other, and writes their
 * reports and the page that compares them into a new folder for temporary files. Prints the path of the page, and exits with
 * 1 where a verdict is not what it has to be.
 */
const servers: Readonly<Record<string, Server>> = {
  'mock, reference': correct('mock', 'reference'),
  'mock, strict': correct('mock', 'strict'),
  'mock, lenient': correct('mock', 'lenient'),
  'naive server': correct('naive', 'reference'),
  'broken: group-order-lost-by-one': serverNamed('group-order-lost-by-one'),
};

function correct(over: 'mock' | 'naive', behaviour: string): Server {
  return permittedServer({ over, behaviour: orRefuse(readBehaviourFile(behaviour)), style: {} });
}

const folder = await mkdtemp(join(tmpdir(), 'compare-'));
const reports: Report[] = [];
for (const [name, server] of Object.entries(servers)) {
  const { report } = await reportOn(server, { name, wire: true, seed: 4, budget: 'smoke', settleMs: 50 });
  reports.push(report);
  await writeReport(report, join(folder, `${reports.length}.json`));
  console.error(`${name}: ${report.verdict}`);
  if (!server.subject.right.includes(report.verdict)) process.exitCode = 1;
}
const page = join(folder, 'compare.html');
const comparison = compareReports(reports);
await writeAs(page, { data: comparison, page: comparisonPage(comparison) });
console.log(page);
