import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { axisValues } from './behaviour.ts';
import { freePort, startProgram } from './testing/run-program.ts';
import { root } from './testing/sources.ts';
import { mainOf } from './testing/spawned-program.ts';

// The pages, executed. What this relies on, and what a reader does not notice:
//
// - All commands of a page are run by one bash, in their order, in a folder that stands for the reader's project. Each
//   block of `sh` has to succeed, or to end as its comment `# exits with N` says.
// - The block of `text` after it is what it printed. A line `…` stands for lines left out; random prefixes, seeds,
//   counts of requests, dates, durations and ports may be others.
// - A block of `ts` stands in one of our examples, or is run: by vitest, or by Node as it is. The block of `yaml` with
//   `users` is the reader's `my-world.yaml`. A block of `js` is run by Node here, and by a page in `npm run full`.
// - A block of `log` stands, line by line, in the log of the mock server on port 4010.
// - A run that is given no seed is given this one, so that it is the same each time: at the budget `smoke`, with a seed of
//   its own, one run in a hundred does not come to test everything.
// - Port 4010 is a mock server as `npm start` serves it, 8080 the reader's own implementation: here a lenient mock server;
//   8081 is free. The budget `quick` is `smoke` here, and only in `npm run full` itself. `npx` finds our two programs. A mock server that would serve until it is stopped is stopped at once.

const names = ['README.md', ...['core', 'fixtures', 'mock-server', 'conformance'].map((name) => `${name}/README.md`)];

/** Too slow to be run here; that the scripts exist is looked up. */
const tooSlow =
  /^(?:npm ci && npm (?:start|test)|npm run (?:check|full|mutate|bench)|(?:PROPERTY_SEED=7 )?npx vitest run|npx conversation-reset-conformance --self-test)(?: |$)/;

const seed = 7;
const isFull = process.env['FULL'] !== undefined;
const inBudget = (text: string): string => (isFull ? text : text.replace(/\b(budget:? '?)quick\b/g, '$1smoke'));

const pages = names.map((name) => {
  const text = inBudget(readFileSync(join(root, name), 'utf8'));
  const blocks = Array.from(
    text.matchAll(/^```(\w*)\n(.*?)^```$/gms),
    ({ index, 0: whole, 1: language, 2: inside }) => {
      const line = text.slice(0, index).split('\n').length;
      return { language, text: inside ?? '', line, lineAfter: line + whole.split('\n').length };
    },
  );
  return { name, text, blocks };
});
type Page = (typeof pages)[number];
type Block = Page['blocks'][number];
const blocks = pages.flatMap((page) => page.blocks);

/** Code that is run as it stands, and not found in an example. */
const isRun = ({ language, text }: Block): boolean =>
  language === 'js' || (language === 'ts' && /'conversation-reset\/(?:conformance|core|fixtures)/.test(text));

const linesOf = ({ text }: Block): readonly string[] => text.trim().split('\n');
const isCommand = (block: Block): boolean =>
  isRun(block) || (block.language === 'sh' && linesOf(block).some((line) => !tooSlow.test(line)));

/** What the page shows below a command. */
const outputOf = (page: Page, command: Block): string | undefined => {
  const next = page.blocks[page.blocks.indexOf(command) + 1];
  return next?.language === 'text' && next.line === command.lineAfter + 1 ? next.text : undefined;
};

const leftovers: (() => unknown)[] = [];
afterAll(() => Promise.all(leftovers.map(async (remove) => remove())));

describe('a page', () => {
  it.concurrent.each(pages)('should do what it says: $name', follow, 300_000);

  it.each(pages)('should have no output that nobody compares: $name', (page) => {
    const outputs = page.blocks.filter(isCommand).flatMap((command) => outputOf(page, command) ?? []);
    expect(page.blocks.filter(({ language }) => language === 'text').map(({ text }) => text)).toEqual(outputs);
  });

  it('should say everything in a minute, if it is the front page', () => {
    expect(pages[0]?.text.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(900);
  });

  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const helps = ['conformance/cli/help.ts', 'conformance/cli/compare.ts', 'mock-server/command-line.ts']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const languages = ['sh', 'text', 'ts', 'js', 'log', 'yaml', 'haproxy'];

  it.each<[what: string, named: RegExp, isThere: (name: string, page: string) => boolean]>([
    ['scripts', /npm run ([\w-]+)/g, (name) => name in manifest.scripts],
    ['options', /`(--[a-z-]+)/g, (name) => new RegExp(`^ *${name}\\b`, 'm').test(helps)],
    ['doors', /['`]conversation-reset(\/[a-z/-]+)['`]/g, (name) => `.${name}` in manifest.exports],
    ['files', /\]\((?!https?:)([^)#]+)/g, (name, page) => existsSync(join(root, dirname(page), name))],
    ['languages', /^```(\w+)$/gm, (name) => languages.includes(name)],
  ])('should name %s that there are', (_, named, isThere) => {
    const names = pages.flatMap(({ name: page, text }) =>
      Array.from(text.matchAll(named), ([, name = '']) => ({ name, page })),
    );
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter(({ name, page }) => !isThere(name, page))).toEqual([]);
  });

  it('should show code as it stands in our examples', () => {
    const folder = join(root, 'mock-server/example');
    const flat = (text: string): string => `\n${text.replace(/^ +/gm, '')}`;
    const examples = readdirSync(folder).map((file) => flat(readFileSync(join(folder, file), 'utf8')));
    const shown = blocks.filter((block) => block.language === 'ts' && !isRun(block));
    expect(shown.filter(({ text }) => !examples.some((example) => example.includes(flat(text))))).toEqual([]);
  });

  it('should list the axes with their values, the default first', () => {
    const lines = pages.flatMap(({ text }) => text.split('\n'));
    const unlisted = Object.entries(axisValues).filter(([axis, values]) => {
      const row = lines.find((line) => line.startsWith(`| \`${axis}\` `));
      return !row?.includes(values.map((value) => `\`${value}\``).join(', '));
    });
    expect(unlisted).toEqual([]);
  });

  it('should name all options, calls, methods and error codes of the mock server', async () => {
    const { errorCodes, startMockServer } = await import(join(root, 'dist/mock-server/index.js'));
    const mock = await startMockServer();
    leftovers.push(mock.close);
    const { operations } = (await (await fetch(new URL('/_mock', mock.url))).json()) as { operations: object };
    const methods = Object.entries<unknown>(mock.sandbox()).flatMap(([name, part]) =>
      typeof part === 'object' && part !== null ? Object.keys(part) : typeof part === 'function' ? [name] : [],
    );
    const inCode = (file: string, name: RegExp) =>
      Array.from(readFileSync(join(root, 'mock-server', file), 'utf8').matchAll(name), ([, found = '']) => found);
    const names = [
      ...[...Object.keys(operations), ...methods, ...errorCodes],
      ...[...inCode('command-line.ts', /^ {2}(--[a-z-]+)/gm), ...inCode('options.ts', /^ {2}readonly (\w+)\?:/gm)],
    ];
    const text = pages.find(({ name }) => name === 'mock-server/README.md')?.text ?? '';
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name) => !new RegExp(`[\`.]${name.replaceAll('/', '\\/')}\\b`).test(text))).toEqual([]);
  });
});

/** Goes through a page in one shell, as somebody with a project of their own who types what stands there. */
async function follow(page: Page): Promise<void> {
  const commands = page.blocks.filter(isCommand);
  if (commands.length === 0) return;
  const { folder, env, ports, log } = await aReader();
  for (const { text } of page.blocks.filter(({ language, text }) => language === 'yaml' && /^users:/m.test(text)))
    await writeFile(join(folder, 'my-world.yaml'), text);
  const lines: string[] = [];
  for (const [index, command] of commands.entries()) {
    const text = command.text.replace(/\b(4010|8080|8081)\b/g, (port) => String(ports[port]));
    const script = isRun(command) ? await saved(text, index, folder) : text;
    const code = /# exits with (\d)$/m.exec(command.text)?.[1];
    lines.push(`printf '${mark}'`);
    lines.push(code === undefined ? script : `set +e\n${script}\n[ $? = ${code} ] || exit 1\nset -e`);
  }
  const bash = ['-euo', 'pipefail', '-c', lines.join('\n')];
  const { child, ended } = startProgram('bash', bash, { cwd: folder, env, detached: true });
  let isOver = false;
  leftovers.push(() => isOver || process.kill(-(child.pid ?? 0), 'SIGKILL'));
  // Its background processes have ended, too.
  const { code, stdout, stderr } = await ended;
  isOver = true;
  const outputs = stdout.split(mark).slice(1);
  for (const [index, command] of commands.entries()) {
    const where = `${page.name}, line ${command.line}:\n${command.text}\n${stderr}`;
    const shown = outputOf(page, command);
    const seen = outputs[index] ?? '';
    const isLast = index === outputs.length - 1;
    if (isLast) expect(code, `${where}\n${seen}`).toBe(0);
    if (shown !== undefined && !isLike(seen, shown)) expect(settled(seen), where).toBe(settled(shown));
  }
  const logged = page.blocks.filter(({ language }) => language === 'log').flatMap(linesOf);
  expect(log().split('\n')).toEqual(expect.arrayContaining(logged));
}

/** Stands before the output of each command. */
const mark = '\u001e';

async function aReader() {
  const folder = await mkdtemp(join(tmpdir(), 'readme-'));
  leftovers.push(() => rm(folder, { recursive: true }));
  await Promise.all(
    ['core', 'fixtures', 'mock-server', 'conformance'].map((name) => symlink(join(root, name), join(folder, name))),
  );
  const test = 'node -e "process.exit(process.env.CONVERSATION_RESET_URL ? 0 : 1)"';
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'readers-project', scripts: { test } }));
  const bin = join(folder, 'node_modules/.bin');
  await mkdir(bin, { recursive: true });
  await symlink(root, join(folder, 'node_modules/conversation-reset'));
  const program = (name: string, script: string) => writeFile(name, `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  const [mockProgram, suite] = (['mock-server', 'conformance'] as const).map(
    (folder) => `'${process.execPath}' '${mainOf(folder)}'`,
  );
  await program(
    join(bin, 'conversation-reset-conformance'),
    `case " $* " in " compare "*|*" --seed "*|*" --replay "*) exec ${suite} "$@";; esac\nexec ${suite} "$@" --seed ${seed}`,
  );
  await program(
    join(bin, 'conversation-reset-mock'),
    `case "\${1:-}" in exec|init|-*help) exec ${mockProgram} "$@";; esac
exec 3< <(exec ${mockProgram} --port 0 "$@"); server=$!
if read -r line <&3; then echo "$line"; kill $server; else wait $server; fi`,
  );
  await program(join(bin, 'npx'), 'exec "$@"');

  const [mock, own, idle] = await Promise.all([serve('--log'), serve('--behaviour', 'lenient'), freePort()]);
  await program(join(folder, 'start-my-server'), `exec ${mockProgram} --port ${idle}`);
  const env = { NO_COLOR: '1', npm_config_update_notifier: 'false', PATH: `${bin}:${process.env['PATH']}` };
  const ports: Readonly<Record<string, number>> = { 4010: mock.port, 8080: own.port, 8081: idle };
  return { folder, env, ports, log: mock.log };
}

/** Puts code into a file, and says how it is run there. */
async function saved(code: string, index: number, folder: string): Promise<string> {
  const isTest = code.includes('conformance/vitest');
  const file = isTest ? `page-${index}.test.ts` : `page-${index}.mjs`;
  await writeFile(join(folder, file), code.replace(/\bbudget: '\w+'/, `$&, seed: ${seed}`));
  return isTest ? `node '${join(root, 'node_modules/vitest/vitest.mjs')}' run --root . ${file}` : `node ${file}`;
}

/** What may be another at each run is a letter. */
const settled = (text: string): string =>
  text
    .replace(/\bcr[0-9a-z]{6}-r\d+-/g, 'crP-')
    .replace(/ ·\n/g, ' · ')
    .replace(/\bseed \d+/g, 'seed N')
    .replace(/[\d,]+ (requests|resets)\b/g, 'N $1')
    .replace(/\b\d+\.\d s$/gm, 'N s')
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'DATE')
    .replace(/each tried \d+ to \d+ times/g, 'each tried N to N times')
    .replace(/(127\.0\.0\.1|localhost):\d+/g, '$1:N')
    .replace(/\s+$/, '');

const isLike = (seen: string, shown: string): boolean => {
  const lines = settled(shown).split('\n');
  const source = lines.map((line) => (line === '…' ? '(?:.*\n)*' : `${line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\n`));
  return new RegExp(`^${source.join('')}$`).test(`${settled(seen)}\n`);
};

async function serve(...options: readonly string[]): Promise<{ readonly port: number; readonly log: () => string }> {
  const { child, output, ended } = startProgram(process.execPath, [mainOf('mock-server'), '--port', '0', ...options]);
  leftovers.push(() => child.kill('SIGKILL'));
  await Promise.race([once(child.stdout, 'data'), ended]);
  const port = Number(/:(\d+)\/v3/.exec(output.stdout)?.[1]);
  if (Number.isNaN(port)) throw new Error(`the mock server did not start: ${output.stderr}`);
  return { port, log: () => output.stderr };
}
