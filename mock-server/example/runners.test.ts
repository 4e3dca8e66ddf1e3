import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { freePort, runProgram } from '../../core/testing/run-program.ts';
import { root } from '../../core/testing/sources.ts';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { startMockServer } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';

// Each recipe with its own tool, in a project of its own that has the package from a tarball. In `npm run full`: the tools
// are 170 MB from the registry. Pages run in Debian's Chromium.

const project = temporaryFolder();
const launchOptions = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] };
const tools = ['@playwright/test@1', 'axios@1', 'happy-dom@21', 'jest@30', 'jsdom@26', 'msw@2', 'vitest@4'];

const run = (command: string, ...args: readonly string[]) => runProgram(command, args, project);

/** Runs one of the programs that the project has; all that it said is shown when it fails. */
async function passes(program: string, ...args: readonly string[]): Promise<string> {
  const { code, out } = await run(join(project, 'node_modules/.bin', program), ...args);
  expect(code, `${program} ${args.join(' ')}\n${out}`).toBe(0);
  return out;
}

beforeAll(async () => {
  const packed = await run('npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', project, root);
  expect(packed.code, packed.out).toBe(0);
  cpSync(join(root, 'mock-server/example'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  // Else vite finds out what a page imports while the page is open, and loads it again.
  const vite = "export default { optimizeDeps: { include: ['msw', 'msw/browser'], entries: [] } };";
  writeFileSync(join(project, 'vite.config.mjs'), vite);
  const tarball = join(project, packed.out.trim().split('\n').at(-1) ?? '');
  const installed = await run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', tarball, ...tools);
  expect(installed.code, installed.out).toBe(0);
}, 600_000);

/** The recipe with other ports than those that it names, as they may be in use. */
function onPorts(file: string, mock: number, app: number): void {
  const text = readFileSync(join(project, file), 'utf8');
  writeFileSync(join(project, file), text.replace(/\b4010\b/g, String(mock)).replace(/\b5173\b/g, String(app)));
}

it('should pass in Jest, from CommonJS, in two processes at once', async () => {
  writeFileSync(join(project, 'second.test.cjs'), readFileSync(join(project, 'jest.test.cjs')));
  const jest = [join(project, 'node_modules/.bin/jest'), '--rootDir', project, '--testMatch', '**/*.test.cjs'];
  const exec = ['exec', '--world', 'two-friends', '--', ...jest, '--maxWorkers', '2'];
  const out = await passes('conversation-reset-mock', ...exec);
  expect(out).toMatch(/Tests: +4 passed/);
});

it.each([
  ['jsdom', ['browser-like', 'msw-node'], 3],
  ['happy-dom', ['browser-like'], 1],
  ['node', ['msw-node', 'reset.test.ts', 'tidy-conversations'], 6],
])('should pass in vitest with the environment %s', async (environment, files, count) => {
  const out = await passes('vitest', 'run', '--no-color', '--environment', environment, ...files);
  expect(out).toMatch(new RegExp(`Tests +${count} passed`));
});

it('should pass in Playwright, with a key for each worker', async () => {
  const [mock, app] = await Promise.all([freePort(), freePort()]);
  for (const file of ['playwright.config.mjs', 'playwright.spec.mjs']) onPorts(file, mock, app);
  writeFileSync(
    join(project, 'chromium.config.mjs'),
    `import config from './playwright.config.mjs';
    export default { ...config, use: { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} } };`,
  );
  expect(await passes('playwright', 'test', '-c', 'chromium.config.mjs')).toContain('2 passed');
});

/** A page from a server of its own, as an app has it during development, and the browser that shows it. */
async function withPage<Value>(view: (page: Page, origin: string) => Promise<Value>): Promise<Value> {
  const port = await freePort();
  const vite = spawn(join(project, 'node_modules/.bin/vite'), ['--port', `${port}`, '--strictPort'], { cwd: project });
  const browser = await chromium.launch(launchOptions);
  try {
    for await (const text of vite.stdout.setEncoding('utf8')) if (text.includes('ready')) break;
    return await view(await browser.newPage(), `http://localhost:${port}`);
  } finally {
    await browser.close();
    vite.kill();
  }
}

it('should run in a page of another port what the README has for one, and keep the control surface from it', async () => {
  await using mock = await startMockServer();
  // That is what its reader has done before.
  await ask(mock, 'DELETE /users/bob/conversation');
  const readme = readFileSync(join(root, 'mock-server/README.md'), 'utf8');
  const [, pasted = '', shown = ''] = /```js\n(.*?)```\n\n```text\n(.*?)```/s.exec(readme) ?? [];
  const script = `(async () => {
    const lines = [];
    await (async (console) => { ${pasted} })({ log: (line) => lines.push(line) });
    await fetch('http://localhost:4010/_mock/reset', { method: 'POST' }).then(() => lines.push('open'), () => {});
    return lines;
  })()`;
  const lines = await withPage(async (page, origin) => {
    await page.goto(`${origin}/page.html`);
    return page.evaluate<unknown>(script.replaceAll('localhost:4010', new URL(mock.url).host));
  });
  expect(lines).toEqual(shown.trim().split('\n'));
});

it('should be called by a page as MSW in the browser has it', async () => {
  await using mock = await startMockServer();
  onPorts('msw-browser.mjs', Number(new URL(mock.url).port), 0);
  await passes('msw', 'init', '.', '--no-save');
  writeFileSync(
    join(project, 'msw.html'),
    `<script type="module">
      import { worker } from './msw-browser.mjs';
      worker.start({ quiet: true }).then(() => { window.isReady = true; });
    </script>`,
  );
  const answer = await withPage(async (page, origin) => {
    await page.goto(`${origin}/msw.html`);
    await page.waitForFunction('window.isReady', undefined, { timeout: 30_000 });
    return page.evaluate<object>(`(async () => {
      const headers = { apikey: 'local-key', onBehalfOf: 'alice', 'Content-Type': 'application/json' };
      const body = JSON.stringify({ conversationWith: 'bob' });
      return (await fetch('https://chat.example/v3/users/alice/conversation', { method: 'DELETE', headers, body })).json();
    })()`);
  });
  expect(answer).toMatchObject({ data: { success: true } });
  expect(mock.sandbox().journal.entries({ method: 'DELETE' })).toHaveLength(1);
});
