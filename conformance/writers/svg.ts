import { wrapped } from './columns.ts';
import type { CellWords, FailureWords, ListWords } from './failure-words.ts';
import { linesBetween } from './html-lists.ts';
import { type Html, html, nothing, verbatim } from './markup.ts';

/** Where things stand, in the units of the picture. */
const width = 840;
const edge = 24;
const column = { width: 216, step: 288 };
const row = 34;

/**
 * One violation of a list as a picture that stands by itself: the diagnosis, the list before, the operation, and what was
 * expected and seen after it. `lead` is the line at the top. Undefined where what was seen is no list.
 */
export function failureSvg(words: FailureWords, lead: string): string | undefined {
  const { comparison } = words;
  if (comparison.of === 'answer') return undefined;
  const diagnosis = wrapped(words.diagnosis, 74);
  const operation = wrapped(words.operation, 58);
  const top = edge + 22 + diagnosis.length * 24;
  const lists = top + 30 + operation.length * 20 + 34;
  const end = lists + comparison.rows.length * row;
  const foot = [...comparison.legend.map(({ sign, meaning }) => `${sign} ${meaning}`), words.reproduction].join(' · ');
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${end + 52}" width="${width}" height="${end + 52}" role="img" aria-label="${words.diagnosis}">
<style>${verbatim(style)}</style>
<rect class="paper" width="${width}" height="${end + 52}" rx="10"/>
${line('lead', edge, edge + 10, lead)}${diagnosis.map((text, at) => line('diagnosis', edge, edge + 38 + at * 24, text))}
<rect class="operation" x="${edge + column.step}" y="${top + 14}" width="${width - 2 * edge - column.step}" height="${operation.length * 20 + 12}" rx="6"/>${operation.map((text, at) => line('act', edge + column.step + 12, top + 34 + at * 20, text))}
${comparison.columns.map((_, at) => listOf(comparison, at, lists))}
${line('soft', edge, end + 30, foot)}
</svg>
`.markup;
}

const line = (look: string, x: number, y: number, text: string): Html =>
  html`<text class="${look}" x="${x}" y="${y}">${text}</text>`;

function listOf({ columns, rows, subject }: ListWords, at: number, top: number): Html {
  const x = edge + at * column.step;
  const { list, heading, empty } = columns[at] ?? { list: '', heading: '', empty: '' };
  const cells = rows.map((one, index): Html => {
    const y = top + index * row;
    if ('leftOut' in one) return at === 0 ? line('soft', x, y + 21, `⋯ ${one.leftOut} more`) : nothing;
    const cell = one.cells[at];
    return cell === undefined ? nothing : entry(cell, one.place, x, y);
  });
  const from = x - column.step + column.width;
  const links = linesBetween(rows, at).map(({ left, right, mark }) => {
    const [begin, end] = [top + left * row - 2, top + right * row - 2];
    const middle = (from + x) / 2;
    return html`<path class="${mark}" d="M${from} ${begin} C${middle} ${begin} ${middle} ${end} ${x} ${end}"/>`;
  });
  return html`<g class="${list}">${line('soft', x, top - 10, at === 0 ? `${subject}, ${heading}` : heading)}${
    empty === undefined ? cells : line('soft', x, top + 21, empty)
  }${at === 0 ? nothing : links}</g>
`;
}

const entry = ({ mark, sign, kind, name }: CellWords, place: number, x: number, y: number): Html =>
  html`<rect class="${mark}" x="${x}" y="${y}" width="${column.width}" height="${row - 4}" rx="6"/>${line('soft', x + 10, y + 20, String(place))}${line(
    'name',
    x + 30,
    y + 20,
    `${kind === undefined ? '' : `${kind} `}${name}`,
  )}${sign === '' ? nothing : line('sign', x + column.width - 22, y + 20, sign)}
`;

const style = `
text { font: 14px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; fill: #1c1b1a; }
.paper { fill: #fbfaf8; stroke: #e4e0d9; } .lead, .soft { font-size: 13px; fill: #66625c; } .diagnosis { font-size: 17px; font-weight: 600; } .act { font-weight: 600; }
.name { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; } .operation { fill: #f0ece5; } .sign { font-weight: 700; fill: #c02b2b; }
.same, .free { fill: #fff; stroke: #d8d3ca; } .free { stroke-dasharray: 2 3; } .moved, .extra { fill: #fde9e7; stroke: #c02b2b; } .lost { fill: #fde9e7; stroke: #c02b2b; stroke-dasharray: 5 3; }
path { stroke-width: 1.5; } path.same, path.free, path.moved, path.lost, path.extra { fill: none; } path.moved { stroke-width: 2.5; }
.before rect { fill: none; stroke: #d8d3ca; stroke-dasharray: none; } .before .sign { display: none; }
@media (prefers-color-scheme: dark) {
  text { fill: #e9e7e3; } .paper { fill: #16171a; stroke: #34363c; } .lead, .soft { fill: #a8a49d; } .operation { fill: #26282d; } .sign { fill: #ff8a80; }
  .same, .free { fill: #1e2024; stroke: #4a4d54; } .moved, .extra, .lost { fill: #43201e; stroke: #ff8a80; }
}
`;
