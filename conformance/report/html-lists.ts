import type { Counterexample, ListComparison } from '../report.ts';
import { type Html, html, nothing } from './html-markup.ts';
import { type Cell, type ListDiff, listDiff, type Mark, type ShownRow, shownRows } from './list-diff.ts';
import { emptyWords, expectedHeading, meaningOf, signs } from './list-words.ts';
import type { ShortNames } from './short-names.ts';

const rowHeight = 20;

/**
 * The lists before, expected and seen, side by side, with a line from each entry to where it stands in the next one.
 * Every row has the same height, so the lines need no script to find their rows.
 */
export function listPicture(comparison: ListComparison, counterexample: Counterexample, names: ShortNames): Html {
  const diff = listDiff(comparison, counterexample);
  const rows = shownRows(diff);
  const column = (name: keyof ListDiff, title: string = name) => html`
        <div class="list ${name}">
          <h4>${title}</h4>
          <ol>${diff[name].length === 0 ? html`<li class="empty">${emptyWords[comparison.of]}</li>` : rows.map((shown) => ('leftOut' in shown ? leftOut(shown.leftOut) : entry(diff[name][shown.row], shown.row, comparison, names)))}</ol>
        </div>`;
  return html`
      <figure class="lists">
        <figcaption>${names.text(comparison.subject)}</figcaption>
        <div class="columns">${column('before')}
        ${links(rows, diff.before, diff.expected)}${column('expected', expectedHeading(comparison))}
        ${links(rows, diff.expected, diff.seen)}${column('seen')}
        </div>
        ${legend(comparison, [...diff.expected, ...diff.seen])}
      </figure>`;
}

function entry(cell: Cell | undefined, row: number, comparison: ListComparison, names: ShortNames): Html {
  if (cell === undefined) return html`<li class="none"></li>`;
  const { kind, name } = names.entry(cell.text);
  const sign = signs[cell.mark];
  return html`
            <li class="${cell.mark}" title="${cell.text}"><span class="place">${row + 1}</span>${
              kind === undefined ? nothing : html`<span class="kind ${kind}"><span>${kind}</span></span>`
            }<span class="name">${name}</span>${sign === '' ? nothing : html`<span class="sign" title="${meaningOf(cell.mark, comparison)}">${sign}</span>`}</li>`;
}

const leftOut = (count: number): Html => html`
            <li class="left-out">⋯ ${count} more</li>`;

function links(rows: readonly ShownRow[], from: readonly Cell[], to: readonly Cell[]): Html {
  const height = rows.length * rowHeight;
  return html`<svg class="links" viewBox="0 0 100 ${height}" preserveAspectRatio="none" style="--rows:${rows.length}" aria-hidden="true">${pairs(
    rows,
    from,
    to,
  ).map(
    ({ left, right, mark }) => html`<path class="${mark}" d="M0 ${left} C50 ${left} 50 ${right} 100 ${right}"/>`,
  )}</svg>`;
}

/** The heights at which the entries that both columns show begin and end their lines. */
function pairs(rows: readonly ShownRow[], from: readonly Cell[], to: readonly Cell[]) {
  const middles = new Map(rows.map((shown, index) => ['row' in shown ? shown.row : -1, (index + 0.5) * rowHeight]));
  const taken = new Set<number>();
  return from.flatMap(({ text, mark }, row) => {
    const partners = to.flatMap((cell, index) => (cell.text === text && !taken.has(index) ? [index] : []));
    const other = partners.find((index) => to[index]?.mark === mark) ?? partners[0] ?? -1;
    if (other < 0) return [];
    taken.add(other);
    const [left, right] = [middles.get(row), middles.get(other)];
    return left === undefined || right === undefined ? [] : [{ left, right, mark }];
  });
}

function legend(comparison: ListComparison, cells: readonly Cell[]): Html {
  const seen = new Set(cells.map(({ mark }) => mark));
  const hasKinds = comparison.of === 'list' && cells.length > 0;
  return html`<p class="legend">${hasKinds ? html`<span><span class="kind user"></span> user</span> <span><span class="kind group"></span> group</span> ` : nothing}${(
    Object.keys(signs) as Mark[]
  )
    .filter((mark) => mark !== 'same' && seen.has(mark))
    .map(
      (mark) => html`<span class="${mark}"><b>${signs[mark]}</b> ${meaningOf(mark, comparison)}</span> `,
    )}${comparison.of === 'messages' ? html`<span>the order of messages is not judged</span>` : nothing}</p>`;
}
