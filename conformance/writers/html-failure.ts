import type { Counterexample, ListComparison } from '../report/document.ts';
import { answerIn, type Failure, howReliable, stepLines } from './failure.ts';
import { type DiffRow, type Entry, listDiff, signs } from './list-diff.ts';
import { escaped, type Html, html, verbatim } from './markup.ts';

/** One violation: its diagnosis, the picture, how reliably it shows, and everything that was done. */
export function failureArticle(failure: Failure): Html {
  const { id, level, rule, diagnosis, marks, anchor, of, counterexample, script } = failure;
  const pills = marks.map((mark) => html` <span class="pill open">${mark}</span>`);
  return html`
    <article class="failure" id="${anchor}"${of && html` data-of="${of.column} ${level}"`}>
      <h2>${diagnosis}</h2>
      <p class="note">${of && html`<span class="pill">${of.name}</span> `}<a href="#${anchor}"><code>${id}</code></a> <span class="pill">${level}</span>${pills}<br>${rule}</p>${
        counterexample &&
        html`${comparisonPicture(counterexample)}
      <p class="note">${howReliable(counterexample)}</p>
      <details><summary>Steps</summary><ol class="note">${stepLines(counterexample).map((line) => html`<li>${line}</li>`)}</ol></details>
      <details><summary>Shell script</summary><button type="button" class="copy" hidden>Copy</button><pre>${verbatim(escaped(script))}</pre></details>`
      }
    </article>`;
}

/** Before, the operation, and what was expected and seen after it, as one picture. */
export function comparisonPicture(counterexample: Counterexample): Html {
  const { comparison, operation, scenario } = counterexample;
  const answer = answerIn(counterexample);
  const shown =
    comparison.of === 'answer'
      ? html`<dl class="facts"><div><dt>expected</dt><dd><code class="good">${comparison.expected}</code></dd></div><div><dt>seen</dt><dd><code class="bad">${comparison.seen}</code></dd></div></dl>`
      : lists(comparison, scenario);
  return html`
      <figure>
        <p class="operation">${operation}${answer && html`<samp>→ ${answer}</samp>`}</p>
        ${shown}
      </figure>`;
}

/** A line leads from each entry to where it stands next. Every row has one height, so that no script has to find it. */
function lists(comparison: ListComparison, scenario: Counterexample['scenario']): Html {
  const { headings, rows, legend } = listDiff(comparison, scenario);
  const head = headings.map((heading, at) => html`${at > 0 && html`<th class="lines"></th>`}<th>${heading}</th>`);
  const body = rows.map(({ place, entries }, row) => {
    const cells = entries.map((entry, at) => html`${row === 0 && at > 0 && lines(rows, at)}${entryHtml(entry)}`);
    return html`
          <tr><td class="place">${place}</td>${cells}</tr>`;
  });
  return html`<figcaption>${comparison.subject}</figcaption>
        <table class="lists"><thead><tr><th class="place"></th>${head}</tr></thead><tbody>${body}
        </tbody></table>
        <p class="note">${legend}</p>`;
}

/** So many characters at the end of a name: those before them give way where there is no room. */
const alwaysShown = 6;

const entryHtml = ({ text, mark }: Entry): Html =>
  html`<td class="${mark}"><div title="${text}"><b>${signs[mark]}</b><span>${text.slice(0, -alwaysShown)}</span>${text.slice(-alwaysShown)}</div></td>`;

const rowHeight = 32;
const rowGap = 4;

/** From the column before this one to where the same entries stand here. */
function lines(rows: readonly DiffRow[], column: number): Html {
  const entries = (at: number) =>
    rows.flatMap(({ entries }, row) => {
      return entries[at]?.key ? [{ ...entries[at], height: rowHeight / 2 + (rowHeight + rowGap) * row }] : [];
    });
  const here = new Map(entries(column).map(({ key, height }) => [key, height]));
  const paths = entries(column - 1).map(({ key, mark, height: begin }) => {
    const end = here.get(key);
    return end !== undefined && html`<path class="${mark}" d="M0 ${begin} C50 ${begin} 50 ${end} 100 ${end}"/>`;
  });
  const height = (rowHeight + rowGap) * rows.length - rowGap;
  return html`<td class="lines" rowspan="${rows.length}"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 ${height}" height="${height}" preserveAspectRatio="none" aria-hidden="true">${paths}</svg></td>`;
}
