import { fileURLToPath } from 'node:url';
import { writeWhole } from '../report/write-whole.ts';
import { reportOn } from '../self-test/job.ts';
import { serverNamed } from '../self-test/servers.ts';
import { failureOf } from '../writers/failure.ts';
import { blockHtml, styleSheet } from '../writers/html.ts';
import { html, verbatim } from '../writers/markup.ts';

/** `npm run picture`: draws what a run finds of a server that loses the place of a group, for the front page. */
const picture = fileURLToPath(new URL('../../../conformance/pages/violation.svg', import.meta.url));

const { report } = await reportOn(serverNamed('group-order-lost-by-one'), {
  ...{ wire: true, seed: 4, only: ['group-order-kept'] },
});
const [failure] = report.requirements.map((one) => failureOf(one, report.target));
const lists = failure?.blocks.find((block) => block.kind === 'table');
if (failure === undefined || lists === undefined) throw new Error('the run has not found what is to be shown');
const seen = { ...failure, blocks: failure.blocks.filter(({ kind }) => kind !== 'steps' && kind !== 'script') };
const [width, height] = [860, 440 + 36 * lists.rows.length + 26 * Math.ceil(failure.diagnosis.length / 80)];
const { markup } =
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${failure.diagnosis}">
<style>${verbatim(styleSheet)} body { background: none; } .failure { margin: 0; }</style>
<foreignObject width="100%" height="100%"><body xmlns="http://www.w3.org/1999/xhtml">${blockHtml(seen)}</body></foreignObject>
</svg>
`;
await writeWhole(picture, markup);
console.log(picture);
