import type { RequirementResult } from '../report/document.ts';
import { failureArticle } from '../writers/html-failure.ts';
import { failureScript, htmlPage } from '../writers/html-page.ts';
import { type Html, html, nothing } from '../writers/markup.ts';
import { lookOf, verdictWords } from '../writers/report-words.ts';
import type { ComparedAxis, ComparedReport, ComparedRequirement, ReportComparison } from './compare-reports.ts';
import { alikeWords, cellWords, columnFacts, comparisonSentence, failuresOf, valueWords } from './compare-words.ts';

/** The comparison as one page that needs no network, no other file, and no script to be read. */
export function comparisonHtml(comparison: ReportComparison): string {
  const { reports, requirements, behaviours } = comparison;
  const failures = failuresOf(comparison);
  return htmlPage({
    title: `${reports.map(({ name }) => name).join(', ')} compared`,
    look: 'comparison',
    script: failureScript + filterScript,
    style,
    content: html`<header class="verdict">
  <p class="eyebrow">Conversation Reset API</p>
  <h1>${reports.length} implementations compared</h1>
  <p>${comparisonSentence(comparison)}</p>${filters(comparison)}
</header>
<main>
  <section>
    <h2>Requirements</h2>${tables('requirement', requirements, reports, (row) => requirementRow(row, reports))}
  </section>
  <section>
    <h2>Behaviour where the spec is silent</h2>
    <p class="lead">None of it is right or wrong.</p>${tables('axis', behaviours, reports, (row) => axisRow(row, reports))}
  </section>${
    failures.length === 0
      ? nothing
      : html`
  <section>
    <h2>Violations</h2>${failures.map(({ result, report, anchor }) => html`<div class="${result.level}" data-column="${report.name}">${failureArticle({ result, target: report.target, anchor, of: report.name })}</div>`)}
  </section>`
  }
</main>`,
  });
}

/** What differs, and folded what does not. */
function tables<Row extends { readonly isAlike: boolean }>(
  title: string,
  rows: readonly Row[],
  reports: readonly ComparedReport[],
  write: (row: Row) => Html,
): Html {
  const tableOf = (isAlike: boolean) => {
    const own = rows.filter((row) => row.isAlike === isAlike);
    if (own.length === 0) return nothing;
    const table = html`
    <div class="wide" tabindex="0" role="region" aria-label="${title}"><table class="compared"><thead><tr><th>${title}</th>${reports.map(columnHead)}</tr></thead><tbody>${own.map(write)}
    </tbody></table></div>`;
    return isAlike
      ? html`
    <details><summary>${alikeWords(own.length)}</summary>${table}</details>`
      : table;
  };
  return html`${tableOf(false)}${tableOf(true)}`;
}

const column = ({ name, isIncomplete }: ComparedReport): Html =>
  html`data-column="${name}"${isIncomplete ? html` class="apart"` : nothing}`;

const columnHead = (report: ComparedReport): Html => html`
      <th ${column(report)}><b>${report.name}</b><span class="verdict ${report.verdict}">${verdictWords[report.verdict]}</span><details><summary>run</summary><dl>${columnFacts(
        report,
      ).map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl></details></th>`;

function requirementRow({ id, level, title, results }: ComparedRequirement, reports: readonly ComparedReport[]): Html {
  return html`
      <tr class="${level}"><td><b>${id}</b> <span class="pill ${level}">${level}</span><br>${title}</td>${reports.map(
        (report, index) => html`<td ${column(report)}>${cell(results[index] ?? null, `${id}-${index + 1}`)}</td>`,
      )}</tr>`;
}

function cell(result: RequirementResult | null, anchor: string): Html {
  const { sign, word } = cellWords(result);
  const said = html`<span class="sign">${sign}</span> ${word}`;
  const look = result === null ? 'absent' : lookOf(result);
  return result?.counterexample === undefined
    ? html`<span class="${look}">${said}</span>`
    : html`<a class="${look}" href="#${anchor}">${said}</a>`;
}

const axisRow = (row: ComparedAxis, reports: readonly ComparedReport[]): Html => html`
      <tr><td><b>${row.axis}</b></td>${reports.map((report, index) => html`<td ${column(report)}>${valueWords(row.values[index] ?? null, row)}</td>`)}</tr>`;

/** What they choose stands in the address, so that a view can be sent to somebody. Without a script they are not shown. */
const filters = ({ reports }: ReportComparison): Html => html`
  <form class="filters" hidden>
    <fieldset><legend>Requirements</legend>${['', 'required', 'derived'].map((level) => html`<label><input type="radio" name="level" value="${level}"> ${level || 'all'}</label> `)}</fieldset>
    <fieldset><legend>Hide</legend>${reports.map(({ name }) => html`<label><input type="checkbox" name="hide" value="${name}"> ${name}</label> `)}</fieldset>
  </form>`;

const filterScript = `
const form = document.querySelector('form.filters');
const chosen = new URLSearchParams(location.search);
for (const input of form.elements) {
  if (input.name) input.checked = chosen.getAll(input.name).includes(input.value) || (input.value === '' && !chosen.get(input.name));
}
const apply = () => {
  const data = new FormData(form);
  const hidden = data.getAll('hide');
  const level = data.get('level');
  for (const part of document.querySelectorAll('[data-column], tr.required, tr.derived')) {
    const row = part.matches('.required, .derived') && level && !part.classList.contains(level);
    part.hidden = Boolean(row) || hidden.includes(part.dataset.column);
  }
  const kept = new URLSearchParams([...data].filter(([, value]) => value !== ''));
  history.replaceState(null, '', location.pathname + (kept.size ? '?' + kept : '') + location.hash);
};
form.hidden = false;
form.onchange = apply;
if (location.search) apply();
`;

const style = `
.comparison header.verdict, .comparison main { max-width: 90rem; }
.wide { overflow-x: auto; } .compared { border-collapse: separate; border-spacing: 0; } .compared th { vertical-align: top; min-width: 9rem; } .compared th > b { display: block; color: var(--ink); font-size: .95rem; }
.compared td:first-child, .compared th:first-child { position: sticky; left: 0; z-index: 1; width: 28rem; min-width: 11rem; background: var(--paper); } .compared td b { font: 600 .88rem var(--mono); }
.compared .apart { border-left: 3px double var(--line); color: var(--soft); font-style: italic; } .compared th .verdict { color: var(--verdict); }
.compared td a.fail { font-weight: 600; } .compared td .absent { color: var(--soft); }
.compared dl { display: grid; grid-template-columns: auto 1fr; gap: 0 .6rem; margin: .2rem 0; font-weight: 400; font-style: normal; } .compared dd { margin: 0; color: var(--ink); } .compared th details { margin: 0; }
.filters { display: flex; flex-wrap: wrap; gap: .4rem 1rem; margin-top: 1.2rem; font-size: .92rem; } .filters fieldset { padding: .2rem .8rem .4rem; border: 1px solid var(--line); border-radius: 6px; } .filters label { white-space: nowrap; } .filters legend { color: var(--soft); font-size: .8rem; }
@media (max-width: 44rem) { .compared td:first-child, .compared th:first-child { width: 9.5rem; min-width: 9.5rem; max-width: 9.5rem; } .compared td b { font-size: .78rem; } .compared th { min-width: 8rem; } }
`;
