import type { FailureWords } from './failure-words.ts';
import { comparisonPicture } from './html-failure.ts';
import { styleSheet } from './html-style.ts';
import { html, verbatim } from './markup.ts';

const width = 860;

/** One violation as a picture that stands by itself, with what its page shows and in its look. */
export function failureSvg({ id, level, title, diagnosis, shown }: FailureWords): string {
  if (shown === undefined) throw new Error(`nothing was kept that shows the violation of ${id}`);
  const { comparison, reproduction } = shown;
  const rows = comparison.of === 'answer' ? 3 : comparison.rows.length;
  const height = 340 + 34 * rows + 26 * Math.ceil(diagnosis.length / 80);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${diagnosis}">
<style>${verbatim(styleSheet)} body { background: none; } .failure { margin: 0; }</style>
<foreignObject width="100%" height="100%"><body xmlns="http://www.w3.org/1999/xhtml"><article class="failure">
<h2>${diagnosis}</h2><p class="rule">✗ ${id}, ${level}: ${title}</p>${comparisonPicture(shown)}
<p class="reproduction">${reproduction}</p>
</article></body></foreignObject>
</svg>
`.markup;
}
