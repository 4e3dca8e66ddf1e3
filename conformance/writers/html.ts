import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escaped, type Html, html, verbatim } from './markup.ts';
import {
  type Block,
  type Cell,
  type Column,
  cellText,
  type Failure,
  type Page,
  type RichCell,
  type Row,
  type Section,
  signs,
  type Table,
  type Tone,
} from './page.ts';

const fileOf = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const look = fileOf('../../fixtures/look.css');
export const styleSheet = (look + fileOf('page-style.css')).replaceAll(/\s+/gu, ' ');
const script = fileOf('page-script.js');
const scriptHash = createHash('sha256').update(script).digest('base64');
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'`;

/** A page that needs no network, no other file and no script to be read. It lets no script run but its own. */
export function htmlText(page: Page): string {
  const { title, columns, again } = page;
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="${verbatim(policy)}">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <style>${verbatim(styleSheet)}</style>
</head>
<body${columns && html` class="wide-page"`}>
${heading(page)}
<main>${page.blocks.map((block) => blockHtml(block, columns))}
</main>${again && html`<footer class="note">${again}</footer>`}
<script>${verbatim(script)}</script>
</body>
</html>
`.markup;
}

const toned = (tone: Tone | undefined): Html | undefined => tone && html` class="${tone}"`;

function heading({ about, headline, tone, lead, facts, blocks, squares = [], columns }: Page): Html {
  const failures = blocks.filter((block) => block.kind === 'failure');
  const diagnoses = failures.map(({ anchor, diagnosis }) => html`<li><a href="#${anchor}">${diagnosis}</a></li>`);
  const strip = squares.map((square) => {
    return html`<a${toned(square.tone)} href="#${square.to}" title="${square.text}" aria-label="${square.text}"></a>`;
  });
  const said = facts?.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return html`<header>
  <p class="note">${about}</p>
  <h1${toned(tone)}>${headline}</h1>${lead.map((text, at) => html`\n  <p class="${at === 0 ? 'lead' : 'note'}">${text}</p>`)}${
    diagnoses.length > 1 && html`\n  <ul class="diagnoses">${diagnoses}</ul>`
  }${strip.length > 0 && html`\n  <nav class="strip" aria-label="Requirements">${strip}</nav>`}
  ${said && html`<dl class="facts">${said}</dl>`}${columns && filters(columns)}
</header>`;
}

/** Shown by the script alone, which does what is chosen. */
function filters(columns: readonly Column[]): Html {
  const parts = [{ id: 'required', name: 'required' }, { id: 'derived', name: 'derived' }, ...columns];
  const boxes = parts.map(({ id, name }) => {
    return html`<label><input type="checkbox" name="hide" value="${id}"> ${name}</label> `;
  });
  return html`
  <form class="filters" hidden>Hide ${boxes}</form>`;
}

type Columns = Page['columns'];

/** One block, in a page whose tables have these columns. */
export function blockHtml(block: Block, columns?: Columns): Html {
  switch (block.kind) {
    case 'section':
      return sectionHtml(block, columns);
    case 'failure':
      return failureHtml(block);
    case 'text':
      return html`\n    <p${toned(block.tone)}>${block.text}</p>`;
    case 'act':
      return html`\n    <p class="operation">${block.text}${block.answer && html`<samp>→ ${block.answer}</samp>`}</p>`;
    case 'list':
      return html`\n    <ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>`;
    case 'steps': {
      const items = block.items.map((item) => html`<li>${item}</li>`);
      return html`\n    <details><summary>Steps</summary><ol class="note">${items}</ol></details>`;
    }
    case 'script': {
      const lines = verbatim(escaped(block.items.join('\n')));
      return html`\n    <details><summary>Shell script</summary><button type="button" class="copy" hidden>Copy</button><pre>${lines}</pre></details>`;
    }
    case 'table':
      return block.areLists ? listsHtml(block) : tableHtml(block, columns);
  }
}

function sectionHtml({ title, tone, fold, blocks }: Section, columns: Columns): Html {
  const inner = blocks.map((one) => blockHtml(one, columns));
  if (fold === undefined) return html`\n  <section>\n    <h2>${title}</h2>${inner}\n  </section>`;
  const open = fold === 'open' && html` open`;
  return html`\n  <details${open}><summary${toned(tone)}>${title}</summary>${inner}\n  </details>`;
}

function failureHtml({ id, level, diagnosis, anchor, of, blocks }: Failure): Html {
  return html`
  <article class="failure" id="${anchor}"${of && html` data-of="${of.column} ${level}"`}>
    <h2>${diagnosis}</h2>
    <p class="note">${of && html`<span class="pill">${of.name}</span> `}<code>${id}</code> <span class="pill">${level}</span></p>${blocks.map((one) => blockHtml(one))}
  </article>`;
}

function tableHtml({ head, rows }: Table, columns: Columns): Html {
  const hideable = head.map((_, at) => {
    const column = columns?.[at - 1];
    return column && html` data-of="${column.id}"${column.isApart && html` class="apart"`}`;
  });
  const body = rows.map(({ cells, id, level }) => {
    const inner = cells.map((cell, at) => html`<td${hideable[at]}>${cellHtml(cell)}</td>`);
    return html`\n      <tr${id && html` id="${id}"`}${level && html` data-of="${level}"`}>${inner}</tr>`;
  });
  const isNamed = head.some((name) => name !== '');
  const names =
    isNamed && html`<thead><tr>${head.map((name, at) => html`<th${hideable[at]}>${name}</th>`)}</tr></thead>`;
  return html`
    <div class="wide" tabindex="0" role="region" aria-label="${head[0] || 'table'}"><table>${names}<tbody>${body}
    </tbody></table></div>`;
}

function cellHtml(cell: Cell): Html {
  const { text, tone, isCode, to, note } = richOf(cell);
  const words = isCode ? html`<code${toned(tone)}>${text}</code>` : html`<span${toned(tone)}>${text}</span>`;
  return html`${to === undefined ? words : html`<a href="#${to}">${words}</a>`}${note && html`<small>${note}</small>`}`;
}

const richOf = (cell: Cell): RichCell => (typeof cell === 'object' ? cell : { text: cellText(cell) });

/** A line leads from each entry to where it stands next. Every row has one height, so that no script has to find it. */
function listsHtml({ head: [, ...names], rows }: Table): Html {
  const head = names.map((name, at) => html`${at > 0 && html`<th class="lines"></th>`}<th>${name}</th>`);
  const body = rows.map(({ cells: [place = '', ...entries] }, row) => {
    const cells = entries.map((entry, at) => html`${row === 0 && at > 0 && linesTo(at + 1, rows)}${entryHtml(entry)}`);
    return html`\n      <tr><td class="place">${cellText(place)}</td>${cells}</tr>`;
  });
  return html`
    <table class="lists"><thead><tr><th class="place"></th>${head}</tr></thead><tbody>${body}
    </tbody></table>`;
}

/** So many characters at the end of a name: those before them give way where there is no room. */
const alwaysShown = 6;

function entryHtml(cell: Cell): Html {
  const { text, mark = 'none' } = richOf(cell);
  const [beginning, end] = [text.slice(0, -alwaysShown), text.slice(-alwaysShown)];
  return html`<td class="${mark}"><div title="${text}"><b>${signs[mark]}</b><span>${beginning}</span>${end}</div></td>`;
}

const rowHeight = 32;
const rowGap = 4;

/** From the list before this one to where the same entries stand here. */
function linesTo(column: number, rows: readonly Row[]): Html {
  const entriesIn = (at: number) =>
    rows.flatMap(({ cells }, row) => {
      const { key, mark } = richOf(cells[at] ?? '');
      return key ? [{ key, mark, height: rowHeight / 2 + (rowHeight + rowGap) * row }] : [];
    });
  const here = new Map(entriesIn(column).map(({ key, height }) => [key, height]));
  const paths = entriesIn(column - 1).map(({ key, mark, height: begin }) => {
    const end = here.get(key);
    return end !== undefined && html`<path class="${mark}" d="M0 ${begin} C50 ${begin} 50 ${end} 100 ${end}"/>`;
  });
  const height = (rowHeight + rowGap) * rows.length - rowGap;
  return html`<td class="lines" rowspan="${rows.length}"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 ${height}" height="${height}" preserveAspectRatio="none" aria-hidden="true">${paths}</svg></td>`;
}
