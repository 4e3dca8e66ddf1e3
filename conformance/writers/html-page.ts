import { createHash } from 'node:crypto';
import { styleSheet } from './html-style.ts';
import { type Html, html, verbatim } from './markup.ts';

export interface Page {
  readonly title: string;
  /** The class of the body, which decides the colour of its heading. */
  readonly look: string;
  readonly content: Html;
  /** Of ours; the page says all that it has to say without it. */
  readonly script: string;
  readonly style?: string;
}

/** One page that needs no network and no other file. Its policy lets no other script run than this one. */
export function htmlPage({ title, look, content, script, style = '' }: Page): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="${verbatim(policy)}">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <style>${verbatim(styleSheet + style)}</style>
</head>
<body class="${look}">
${content}
<script>${verbatim(script)}</script>
</body>
</html>
`.markup;
}

/** Copies a script at the press of its button, and opens what a link leads into. */
export const failureScript = `
for (const button of document.querySelectorAll('button.copy')) {
  button.hidden = false;
  button.onclick = () => {
    getSelection().selectAllChildren(button.nextElementSibling);
    button.textContent = document.execCommand('copy') ? 'Copied' : 'Selected: copy it now';
  };
}
const reveal = () => {
  const folds = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('details');
  if (folds && !folds.open) { folds.open = true; folds.scrollIntoView(); }
};
addEventListener('hashchange', reveal);
reveal();
`;
