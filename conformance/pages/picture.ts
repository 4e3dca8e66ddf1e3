import { fileURLToPath } from 'node:url';
import { writeWhole } from '../report/write-whole.ts';
import { reportOn } from '../self-test/job.ts';
import { failureWords } from '../writers/failure-words.ts';
import { failureSvg } from '../writers/svg.ts';

/**
 * `npm run picture`: runs the suite against a mock server that loses the place of a group conversation, and writes what it
 * finds as the picture of the front page.
 */
const picture = fileURLToPath(new URL('../../../conformance/pages/violation.svg', import.meta.url));

const { report } = await reportOn(
  { subject: { kind: 'first', name: 'group-order-lost-by-one', over: 'mock' }, wire: true, seed: 1 },
  { seed: 4, only: ['group-order-kept'], name: 'broken: group-order-lost-by-one' },
);
const [result] = report.requirements;
if (result === undefined) throw new Error('the run has not judged what is to be shown');
await writeWhole(picture, failureSvg(failureWords(result, report.target)));
console.log(picture);
