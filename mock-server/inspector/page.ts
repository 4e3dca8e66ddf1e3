import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const script = fileOf('inspector.js');
const styleSheet = fileOf('../../fixtures/look.css') + fileOf('inspector.css');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only the page's own style and script count, and it talks to its own server alone. No text can become markup. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(styleSheet)}`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page under a name of this machine, such as `127.0.0.1:4010`, which needs not to be escaped. */
export const inspectorPage = (host: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Mock server at ${host}</title>
  <style>${styleSheet}</style>
</head>
<body>
<header>
  <p class="note">Conversation Reset API · mock server</p>
  <h1>http://${host}/v3</h1>
  <p class="note">Each call has an API key, <code>local-key</code> unless the server was given another one, and the id of the user who acts:</p>
  <pre tabindex="0">curl http://${host}/v3/conversations -H "apikey: \${CONVERSATION_RESET_API_KEY:-local-key}" -H "onBehalfOf: alice"</pre>
  <pre tabindex="0">await fetch('http://${host}/v3/conversations', { headers: { apikey: 'local-key', onBehalfOf: 'alice' } })</pre>
  <noscript><p>What follows needs JavaScript; the same stands under <a href="/_mock">/_mock</a>.</p></noscript>
</header>
<main>
  <p id="message" role="status"></p>
  <form id="control-token" hidden>
    <label>Control token <input type="password" name="token" autocomplete="off" required></label> <button>Go on</button>
  </form>
  <section aria-labelledby="sandboxes-title">
    <h2 id="sandboxes-title">Sandboxes</h2>
    <nav id="sandboxes" aria-labelledby="sandboxes-title"><a href="/">of the key itself</a></nav>
  </section>
  <section aria-labelledby="lists-title">
    <h2 id="lists-title">Lists</h2>
    <div id="lists" role="region" aria-labelledby="lists-title" tabindex="0"></div>
  </section>
  <section aria-labelledby="journal-title">
    <h2 id="journal-title">Journal</h2>
    <form id="filter" action="/" autocomplete="off" spellcheck="false">
      <input type="hidden" name="sandbox">
      <label>Method <input name="method" placeholder="DELETE"></label>
      <label>Path <input name="path" placeholder="/users/{uid}/conversation"></label>
      <label>Acting user <input name="onBehalfOf" placeholder="alice"></label>
      <label>Status <input name="status" placeholder="404"></label>
      <label>Fault <input name="fault" placeholder="its name"></label>
      <button>Filter</button>
      <a id="unfiltered" href="/">Show all</a>
    </form>
    <p id="facts" class="note"></p>
    <ol id="journal"></ol>
  </section>
</main>
<script>${script}</script>
</body>
</html>
`;
