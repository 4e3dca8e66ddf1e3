import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureArticle } from './html-failure.ts';
import { type Html, html, verbatim } from './markup.ts';
import { type Block, type Cell, type Column, cellText, type Page, type Row, type Table, type Tone } from './page.ts';

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

function blockHtml(block: Block, columns: Page['columns']): Html {
  const inner = (blocks: readonly Block[]) => blocks.map((one) => blockHtml(one, columns));
  switch (block.kind) {
    case 'section':
      return html`\n  <section>
    <h2>${block.title}</h2>${inner(block.blocks)}
  </section>`;
    case 'text':
      return html`\n    <p>${block.text}</p>`;
    case 'list':
      return html`\n    <ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>`;
    case 'table':
      return tableHtml(block, columns);
    case 'fold':
      return html`
  <details${block.isOpen && html` open`}><summary${toned(block.tone)}>${block.summary}</summary>${inner(block.blocks)}
  </details>`;
    case 'failure':
      return failureArticle(block);
  }
}

function tableHtml({ head, rows }: Table, columns: Page['columns']): Html {
  const hideable = head.map((_, at) => {
    const column = columns?.[at - 1];
    return column && html` data-of="${column.id}"${column.isApart && html` class="apart"`}`;
  });
  const rowHtml = ({ cells, id, level }: Row): Html => html`
      <tr${id && html` id="${id}"`}${level && html` data-of="${level}"`}>${cells.map((cell, at) => html`<td${hideable[at]}>${cellHtml(cell)}</td>`)}</tr>`;
  return html`
    <div class="wide" tabindex="0" role="region" aria-label="${head[0] || 'table'}"><table><thead><tr>${head.map((name, at) => html`<th${hideable[at]}>${name}</th>`)}</tr></thead><tbody>${rows.map(rowHtml)}
    </tbody></table></div>`;
}

function cellHtml(cell: Cell): Html {
  const { text, tone, isCode, to, note } = typeof cell === 'object' ? cell : { text: cellText(cell) };
  const words = isCode ? html`<code${toned(tone)}>${text}</code>` : html`<span${toned(tone)}>${text}</span>`;
  return html`${to === undefined ? words : html`<a href="#${to}">${words}</a>`}${note && html`<small>${note}</small>`}`;
}
