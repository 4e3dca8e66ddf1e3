import type { AnswerComparison, Counterexample, ListComparison } from '../report/document.ts';
import { answerIn, type Failure, howReliable, thingsDone } from './failure.ts';
import { type DiffRow, listDiff, signs } from './list-diff.ts';
import { escaped, type Html, html, verbatim } from './markup.ts';

/** One violation: its diagnosis, the picture, how reliably it shows, and everything that was done. */
export function failureArticle({ id, level, clause, title, diagnosis, marks, anchor, of, ...shown }: Failure): Html {
  const pills = marks.map((mark) => html` <span class="pill open">${mark}</span>`);
  const whose = of && html`<span class="pill">${of}</span> `;
  return html`
    <article class="failure ${of && level}" id="${anchor}"${of && html` data-column="${of}"`}>
      <h2>${diagnosis}</h2>
      <p class="rule">${whose}<a href="#${anchor}">${id}</a> <span class="pill">${level}</span>${pills}<br>${title} (${clause})</p>${shown.counterexample && details(shown.counterexample, shown.script)}
    </article>`;
}

function details(counterexample: Counterexample, script: string): Html {
  const steps = thingsDone(counterexample).map(({ phase, what, answer, together }) => {
    const atOnce = together !== undefined && html`<span class="pill">sent at once</span> `;
    return html`<li${phase === 'act' && html` class="act"`}>${atOnce}${what}${samp(answer)}</li>`;
  });
  return html`${comparisonPicture(counterexample)}
      <p class="reproduction">${howReliable(counterexample)}</p>
      <details>
        <summary>Steps</summary>
        <ol class="steps">${steps}</ol>
      </details>
      <details>
        <summary>Shell script</summary>
        <button type="button" class="copy" hidden>Copy</button><pre>${verbatim(escaped(script))}</pre>
      </details>`;
}

const samp = (answer: string) => answer && html`<samp>→ ${answer}</samp>`;

/**
 * Before, the operation, and what was expected and seen after it, as one picture: a line leads from each entry to where
 * it stands next. Every row has the same height, so the lines need no script to find their rows.
 */
export function comparisonPicture(counterexample: Counterexample): Html {
  const { comparison, operation, scenario } = counterexample;
  const act = html`<p class="operation">${operation}${samp(answerIn(counterexample))}</p>`;
  return html`
      <figure>
        ${comparison.of === 'answer' ? answers(comparison, act) : lists(comparison, scenario, act)}
      </figure>`;
}

const answers = ({ expected, seen }: AnswerComparison, act: Html): Html => html`
        ${act}<dl class="answer"><div class="expected"><dt>expected</dt><dd>${expected}</dd></div><div class="seen"><dt>seen</dt><dd>${seen}</dd></div></dl>`;

const columns = ['before', 'expected', 'seen'];

function lists(comparison: ListComparison, scenario: Counterexample['scenario'], act: Html): Html {
  const { headings, rows, legend } = listDiff(comparison, scenario);
  const parts = columns.map(
    (list, column) => html`${column > 0 && links(rows, column)}
        <div class="list ${list}"><h4>${headings[column] ?? ''}</h4><ol>${rows.map((row) => item(row, column))}</ol></div>`,
  );
  const kinds = ['user', 'group'].map((kind) => html`<span><span class="kind ${kind}"></span> ${kind}</span> `);
  return html`<figcaption>${comparison.subject}</figcaption>
        <div class="columns">${act}${parts}
        </div>
        <p class="legend">${comparison.of === 'list' && kinds}${legend.map((words) => html`<span>${words}</span> `)}</p>`;
}

function item(row: DiffRow, column: number): Html {
  if ('leftOut' in row) return html`<li class="left-out">⋯ ${row.leftOut} more</li>`;
  const cell = row.cells[column];
  if (cell === undefined) return html`<li class="none"></li>`;
  const { text, mark } = cell;
  if (mark === 'empty') return html`<li class="empty">${text}</li>`;
  const [, kind, name = text] = /^(user|group):(.*)$/su.exec(text) ?? [];
  const dot = kind && html`<span class="kind ${kind}"><span>${kind} </span></span>`;
  const sign = signs[mark] && html`<span class="sign">${signs[mark]}</span>`;
  return html`
          <li class="${mark}"><span class="place">${row.place}</span>${dot}<span class="name" title="${name}"><span>${name.slice(0, -alwaysShown)}</span>${name.slice(-alwaysShown)}</span>${sign}</li>`;
}

/** So many characters at the end of a name: those before them give way where there is no room. */
const alwaysShown = 6;

const rowHeight = 20;

/** A line from each entry of the column before this one to where it stands here. */
function links(rows: readonly DiffRow[], column: number): Html {
  const entries = (at: number) =>
    rows.flatMap((row, index) => {
      const cell = 'leftOut' in row ? undefined : row.cells[at];
      return cell === undefined || cell.mark === 'empty' ? [] : [{ ...cell, height: (index + 0.5) * rowHeight }];
    });
  const here = new Map(entries(column).map(({ key, height }) => [key, height]));
  const paths = entries(column - 1).map(({ key, mark, height: begin }) => {
    const end = here.get(key);
    return end !== undefined && html`<path class="${mark}" d="M0 ${begin} C50 ${begin} 50 ${end} 100 ${end}"/>`;
  });
  return html`
        <svg xmlns="http://www.w3.org/2000/svg" class="links" viewBox="0 0 100 ${rows.length * rowHeight}" preserveAspectRatio="none" style="--rows:${rows.length}" aria-hidden="true">${paths}</svg>`;
}
