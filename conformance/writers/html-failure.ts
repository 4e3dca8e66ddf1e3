import type { Counterexample, RequirementResult } from '../report/document.ts';
import { type FailureWords, failureWords } from './failure-words.ts';
import { comparisonPicture } from './html-lists.ts';
import { type Html, html, nothing } from './markup.ts';
import { shellScript } from './shell-script.ts';

export interface Failure {
  readonly result: RequirementResult;
  readonly target: string;
  /** The id of the article in its page. */
  readonly anchor: string;
  /** Whose failure it is, where the page is about several implementations. */
  readonly of?: string;
}

/** One violation: its diagnosis, the picture, how reliably it shows, and everything that was done. */
export function failureArticle({ result, target, anchor, of }: Failure): Html {
  const { id, level, clause, title, counterexample } = result;
  const words = failureWords(result);
  return html`
    <article class="failure" id="${anchor}">
      <h3>${words?.diagnosis ?? title}</h3>
      <p class="rule">${of === undefined ? nothing : html`<span class="pill value">${of}</span> `}<a href="#${anchor}">${id}</a> <span class="pill ${level}">${level}</span>${(
        words?.marks ?? []
      ).map(
        (mark) => html` <span class="pill doubt">${mark}</span>`,
      )}<br>${title} (${clause})</p>${words === undefined || counterexample === undefined ? nothing : details(words, counterexample, target)}
    </article>`;
}

function details(words: FailureWords, counterexample: Counterexample, target: string): Html {
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
        <button type="button" class="copy" hidden>Copy</button><pre>${shellScript(counterexample, target)}</pre>
      </details>`;
}
