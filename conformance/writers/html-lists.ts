import type { Counterexample, ListComparison } from '../report/document.ts';
import { type Cell, type ListDiff, listDiff, type ShownRow, shownRows } from './list-diff.ts';
import { type Html, html, nothing } from './markup.ts';
import { emptyWords, expectedHeading, markSigns, meaningOf, orderIsFree } from './report-words.ts';
import { entryName, type ShortNames } from './short-names.ts';

const rowHeight = 20;

/**
 * Before, the operation, and what was expected and seen after it, as one picture: a line leads from each entry to where
 * it stands next. Every row has the same height, so the lines need no script to find their rows.
 */
export function comparisonPicture({ comparison, scenario, steps, operation }: Counterexample, names: ShortNames): Html {
  const last = steps.findLast(({ phase }) => phase === 'act');
  const answer = last?.together === undefined ? (last?.answer ?? '') : '';
  const act = html`<p class="operation">${names(operation)}${answer === '' ? nothing : html`<samp>→ ${names(answer)}</samp>`}</p>`;
  const caption = html`<figcaption>${names(comparison.subject)}</figcaption>`;
  if (comparison.of === 'answer') {
    const row = (key: 'expected' | 'seen') =>
      html`<div class="${key}"><dt>${key}</dt><dd>${names(comparison[key])}</dd></div>`;
    return html`
      <figure class="answer">${act}${caption}<dl>${row('expected')}${row('seen')}</dl></figure>`;
  }
  const diff = listDiff(comparison, scenario);
  const rows = shownRows(diff);
  const column = (list: keyof ListDiff, heading: string) => html`
        <div class="list ${list}">
          <h4>${heading}</h4>
          <ol>${diff[list].length === 0 ? html`<li class="empty">${emptyWords[comparison.of]}</li>` : rows.map((shown) => ('leftOut' in shown ? leftOut(shown.leftOut) : entry(diff[list][shown.row], shown.row, comparison, names)))}</ol>
        </div>`;
  return html`
      <figure>${caption}
        <div class="columns">${act}${column('before', 'before')}${links(rows, diff.before, diff.expected)}${column('expected', expectedHeading(comparison))}${links(rows, diff.expected, diff.seen)}${column('seen', 'seen')}
        </div>
        ${legend(comparison, [...diff.expected, ...diff.seen])}
      </figure>`;
}

function entry(cell: Cell | undefined, row: number, comparison: ListComparison, names: ShortNames): Html {
  if (cell === undefined) return html`<li class="none"></li>`;
  const { kind, name } = comparison.of === 'list' ? entryName(cell.text) : { kind: undefined, name: cell.text };
  const sign = markSigns[cell.mark];
  return html`
            <li class="${cell.mark}" title="${cell.text}"><span class="place">${row + 1}</span>${
              kind === undefined ? nothing : html`<span class="kind ${kind}"><span>${kind} </span></span>`
            }<span class="name">${names(name)}</span>${sign === '' ? nothing : html`<span class="sign" title="${meaningOf(cell.mark, comparison)}">${sign}</span>`}</li>`;
}

const leftOut = (count: number): Html => html`
            <li class="left-out">⋯ ${count} more</li>`;

function links(rows: readonly ShownRow[], from: readonly Cell[], to: readonly Cell[]): Html {
  const height = rows.length * rowHeight;
  const paths = pairs(rows, from, to).map(
    ({ left, right, mark }) => html`<path class="${mark}" d="M0 ${left} C50 ${left} 50 ${right} 100 ${right}"/>`,
  );
  return html`
        <svg class="links" viewBox="0 0 100 ${height}" preserveAspectRatio="none" style="--rows:${rows.length}" aria-hidden="true">${paths}</svg>`;
}

/** The heights at which the entries that both columns show begin and end their lines. */
function pairs(rows: readonly ShownRow[], from: readonly Cell[], to: readonly Cell[]) {
  const middles = new Map(rows.map((shown, index) => ['row' in shown ? shown.row : -1, (index + 0.5) * rowHeight]));
  const open = new Map<string, number[]>();
  for (const [row, { text }] of to.entries()) open.set(text, [...(open.get(text) ?? []), row]);
  return from.flatMap(({ text, mark }, row) => {
    const partners = open.get(text) ?? [];
    const other = partners.find((index) => to[index]?.mark === mark) ?? partners[0];
    if (other === undefined) return [];
    partners.splice(partners.indexOf(other), 1);
    const [left, right] = [middles.get(row), middles.get(other)];
    return left === undefined || right === undefined ? [] : [{ left, right, mark }];
  });
}

function legend(comparison: ListComparison, cells: readonly Cell[]): Html {
  const marks = [...new Set(cells.map(({ mark }) => mark).filter((mark) => mark !== 'same'))];
  const kinds =
    comparison.of === 'list' && cells.length > 0
      ? html`<span><span class="kind user"></span> user</span> <span><span class="kind group"></span> group</span> `
      : nothing;
  return html`<p class="legend">${kinds}${marks.map(
    (mark) => html`<span class="${mark}"><b>${markSigns[mark]}</b> ${meaningOf(mark, comparison)}</span> `,
  )}${comparison.of === 'messages' ? html`<span>${orderIsFree}</span>` : nothing}</p>`;
}
