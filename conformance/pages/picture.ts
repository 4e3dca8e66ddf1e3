import { fileURLToPath } from 'node:url';
import { writeWhole } from '../report/write-whole.ts';
import { failureWords } from '../writers/failure-words.ts';
import { failureSvg } from '../writers/svg.ts';
import { brokenMock, reportOf } from './servers.ts';

/**
 * `npm run picture`: runs the suite against a mock server that loses the place of a group conversation, and writes what it
 * finds as the picture of the front page.
 */
const picture = fileURLToPath(new URL('../../../conformance/pages/violation.svg', import.meta.url));
const requirement = 'group-order-kept';

const report = await reportOf(brokenMock('group-order-lost-by-one'), { seed: 4, only: [requirement] });
const result = report.requirements.find(({ id }) => id === requirement);
if (result === undefined) throw new Error('the run has not judged what is to be shown');
await writeWhole(picture, failureSvg(failureWords(result, report.target)));
console.log(picture);
