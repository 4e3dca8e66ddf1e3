import type { Counterexample, RequirementResult } from '../report/document.ts';
import { comparisonPicture } from './html-lists.ts';
import { type Html, html, nothing } from './markup.ts';
import { alsoViolated, didNotComeBack, notBack, reproduction } from './report-words.ts';
import { isSameStep, shellScript } from './shell-script.ts';
import { type ShortNames, shortNames } from './short-names.ts';

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
  const { id, level, clause, title, counterexample, known } = result;
  const diagnosis = counterexample === undefined ? title : shortNames(counterexample)(counterexample.diagnosis);
  return html`
    <article class="failure" id="${anchor}">
      <h3>${diagnosis}</h3>
      <p class="rule">${of === undefined ? nothing : html`<span class="pill value">${of}</span> `}<a href="#${anchor}">${id}</a> <span class="pill ${level}">${level}</span>${
        known === undefined ? nothing : html` <span class="pill">known: ${known}</span>`
      }${
        counterexample !== undefined && didNotComeBack(counterexample)
          ? html` <span class="pill doubt">${notBack}</span>`
          : nothing
      }<br>${title} (${clause})</p>${counterexample === undefined ? nothing : details(counterexample, target)}
    </article>`;
}

function details(counterexample: Counterexample, target: string): Html {
  const names = shortNames(counterexample);
  return html`${comparisonPicture(counterexample, names)}
      <p class="reproduction">${reproduction(counterexample)} ${alsoViolated(counterexample)}</p>
      <details>
        <summary>Steps</summary>
        <ol class="steps">${stepItems(counterexample, names)}</ol>
      </details>
      <details>
        <summary>Shell script</summary>
        <button type="button" class="copy" hidden>Copy</button><pre>${shellScript(counterexample, target)}</pre>
      </details>`;
}

function stepItems({ steps }: Counterexample, names: ShortNames): readonly Html[] {
  const groups = steps.filter((step, index) => {
    const before = steps[index - 1];
    return step.phase !== 'look' && (before === undefined || !isSameStep(before, step));
  });
  return groups.map(
    ({ phase, what, answer, together }) =>
      html`<li class="${phase}">${together === undefined ? nothing : html`<span class="pill">sent at once</span> `}${names(what)}${
        phase === 'act' && answer !== '' ? html`<samp>→ ${names(answer)}</samp>` : nothing
      }</li>`,
  );
}
