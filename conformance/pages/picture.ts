import { fileURLToPath } from 'node:url';
import { writeWhole } from '../report/write-whole.ts';
import { reportOn } from '../self-test/job.ts';
import { serverNamed } from '../self-test/servers.ts';
import { failureOf, howReliable } from '../writers/failure.ts';
import { styleSheet } from '../writers/html.ts';
import { comparisonPicture } from '../writers/html-failure.ts';
import { html, verbatim } from '../writers/markup.ts';

/** `npm run picture`: draws what a run finds of a server that loses the place of a group, for the front page. */
const picture = fileURLToPath(new URL('../../../conformance/pages/violation.svg', import.meta.url));

const fault = 'group-order-lost-by-one';
const only = ['group-order-kept'];
const { report } = await reportOn(serverNamed(fault), {
  wire: true,
  seed: 4,
  only,
  name: `broken: ${fault}`,
});
const [{ id, level, rule, diagnosis, counterexample } = {}] = report.requirements.map((one) =>
  failureOf(one, report.target),
);
if (counterexample?.comparison.of !== 'list') throw new Error('the run has not found what is to be shown');
const rows = Math.max(counterexample.comparison.before.length, counterexample.comparison.seen.length);
const [width, height] = [860, 440 + 36 * rows + 26 * Math.ceil(counterexample.diagnosis.length / 80)];
const { markup } =
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${diagnosis}">
<style>${verbatim(styleSheet)} body { background: none; } .failure { margin: 0; }</style>
<foreignObject width="100%" height="100%"><body xmlns="http://www.w3.org/1999/xhtml"><article class="failure">
<h2>${diagnosis}</h2><p class="note">✗ ${id}, ${level}: ${rule}</p>${comparisonPicture(counterexample)}
<p class="note">${howReliable(counterexample)}</p>
</article></body></foreignObject>
</svg>
`;
await writeWhole(picture, markup);
console.log(picture);
