import type { ReproductionWords } from './failure-words.ts';
import { comparisonPicture } from './html-lists.ts';
import { type Html, html, nothing } from './markup.ts';
import type { Failure } from './page.ts';

/** One violation: its diagnosis, the picture, how reliably it shows, and everything that was done. */
export function failureArticle({ id, level, clause, title, diagnosis, marks, shown, anchor, of }: Failure): Html {
  const pills = marks.map((mark) => html` <span class="pill open">${mark}</span>`);
  return html`
    <article class="failure ${of === undefined ? '' : level}" id="${anchor}"${of === undefined ? nothing : html` data-column="${of}"`}>
      <h2>${diagnosis}</h2>
      <p class="rule">${of === undefined ? nothing : html`<span class="pill">${of}</span> `}<a href="#${anchor}">${id}</a> <span class="pill">${level}</span>${pills}<br>${title} (${clause})</p>${shown === undefined ? nothing : details(shown)}
    </article>`;
}

function details(words: ReproductionWords): Html {
  const steps = words.steps.map(
    ({ isAct, atOnce, what, answer }) =>
      html`<li${isAct ? html` class="act"` : nothing}>${atOnce ? html`<span class="pill">sent at once</span> ` : nothing}${what}${
        answer === '' ? nothing : html`<samp>→ ${answer}</samp>`
      }</li>`,
  );
  return html`${comparisonPicture(words)}
      <p class="reproduction">${words.reproduction}</p>
      <details>
        <summary>Steps</summary>
        <ol class="steps">${steps}</ol>
      </details>
      <details>
        <summary>Shell script</summary>
        <button type="button" class="copy" hidden>Copy</button><pre>${words.script}</pre>
      </details>`;
}
