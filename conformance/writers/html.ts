import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureArticle } from './html-failure.ts';
import { type Html, html, verbatim } from './markup.ts';
import { type Block, type Cell, cellText, type Fold, isEmpty, type Page, type Row, type Table } from './page.ts';

const fileOf = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
export const styleSheet = fileOf('page-style.css').replaceAll(/\s+/gu, ' ');
const script = fileOf('page-script.js');
const scriptHash = createHash('sha256').update(script).digest('base64');
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'`;

/**
 * A page that needs no network, no other file, and no script to be read. Its policy lets no other script run than the
 * one that it brings.
 */
export function htmlText(page: Page): string {
  const { title, tone, columns, again } = page;
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
<body${columns === undefined ? classes(tone) : html` class="wide-page" style="--columns:${columns.length}"`}>
${heading(page)}
<main>${page.blocks.map((block) => blockHtml(block, page))}
</main>${again && html`<footer><p>${again}</p></footer>`}
<script>${verbatim(script)}</script>
</body>
</html>
`.markup;
}

const classes = (name = '') => name && html` class="${name}"`;

function heading({ about, headline, lead, facts, contents = [], squares = [], columns }: Page): Html {
  const links = contents.map(({ to, text }) => html`<li><a href="#${to}">${text}</a></li>`);
  const strip = squares.map(
    ({ to, text, tone }) => html`<a${classes(tone)} href="#${to}" title="${text}"><span>${text}</span></a>`,
  );
  const said = facts?.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return html`<header class="verdict">
  <p class="eyebrow">${about}</p>
  <h1>${headline}</h1>${lead.map((text) => html`\n  <p class="lead">${text}</p>`)}${
    links.length > 0 && html`\n  <ul class="diagnoses">${links}</ul>`
  }${strip.length > 0 && html`\n  <nav class="strip" aria-label="Requirements">${strip}</nav>`}
  ${said && html`<dl class="facts">${said}</dl>`}${columns && filters(columns)}
</header>`;
}

/** Shown by the script alone, which does what is chosen. */
const filters = (columns: NonNullable<Page['columns']>): Html => html`
  <form class="filters" hidden>
    <fieldset><legend>Requirements</legend>${['', 'required', 'derived'].map((level) => html`<label><input type="radio" name="level" value="${level}"> ${level || 'all'}</label> `)}</fieldset>
    <fieldset><legend>Hide</legend>${columns.map(({ name }) => html`<label><input type="checkbox" name="hide" value="${name}"> ${name}</label> `)}</fieldset>
  </form>`;

function blockHtml(block: Block, page: Page): Html {
  switch (block.kind) {
    case 'section':
      return html`\n  <section>
    <h2>${block.title}</h2>${block.blocks.map((inner) => blockHtml(inner, page))}
  </section>`;
    case 'text':
      return html`\n    <p>${block.text}</p>`;
    case 'list':
      return html`\n    <ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>`;
    case 'table':
      return tableHtml(block, page);
    case 'fold':
      return foldHtml(block, page);
    case 'failure':
      return failureArticle(block);
  }
}

function foldHtml(fold: Fold, page: Page): Html {
  const { summary, tone, isOpen, group, blocks } = fold;
  const attributes = html`${group && html` data-group="${group}"`}${isEmpty(fold) && html` hidden`}${isOpen && html` open`}`;
  return html`
  <details${attributes}><summary${classes(tone)}>${summary}</summary>${blocks.map((inner) => blockHtml(inner, page))}
  </details>`;
}

function tableHtml({ head, rows }: Table, { columns }: Page): Html {
  const column = head.map((_, at) => {
    const own = columns?.[at - 1];
    return own && html` data-column="${own.name}"${own.isApart && html` data-apart`}`;
  });
  const rowHtml = ({ cells, id, level }: Row): Html => html`
      <tr${id && html` id="${id}"`}${classes(level)}>${cells.map((cell, at) => cellHtml(cell, column[at], head[at] ?? ''))}</tr>`;
  return html`
    <div class="wide" tabindex="0" role="region" aria-label="${head[0] || 'table'}"><table><thead><tr>${head.map((name, at) => html`<th${column[at]}>${name}</th>`)}</tr></thead><tbody>${rows.map(rowHtml)}
    </tbody></table></div>`;
}

function cellHtml(cell: Cell, column: Html | undefined, head: string): Html {
  const { text, tone, isCode, to, note, value } = typeof cell === 'object' ? cell : { text: cellText(cell) };
  const words = isCode
    ? html`<code${classes(tone)}>${breakable(text)}</code>`
    : html`<span${classes(tone)}>${text}</span>`;
  const attributes = html`${column}${text !== '' && html` data-head="${head}"`}${typeof value === 'string' && html` data-value="${value}"`}`;
  return html`<td${attributes}${typeof cell === 'number' && html` class="number"`}>${
    to === undefined ? words : html`<a href="#${to}">${words}</a>`
  }${note !== undefined && html`<small>${note}</small>`}</td>`;
}

/** A long name may be broken between its words, and not within one; a text with spaces, there alone. */
const breakable = (name: string): readonly Html[] =>
  name
    .split(name.includes(' ') ? /$/u : /(?<=[a-z])(?=[A-Z])|(?<=\.)/u)
    .map((part, at) => html`${at > 0 && html`<wbr/>`}${part}`);
