import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { axisValues } from './behaviour.ts';

// The README, executed. What it relies on, and what a reader does not notice:
//
// - A block of `sh` is run by bash, in a folder that stands for the reader's project. It has to succeed, or to end as its
//   comment `# exits with N` says, and background processes with it.
// - The block of `text` after it is what it printed. A line `…` stands for lines left out; random prefixes, seeds,
//   counts of requests, durations and ports may be others.
// - A block of `ts` stands in one of our examples, or imports the suite and is run: by vitest, or by Node as it is.
// - Port 4010 is a mock server as `npm start` serves it, 8080 the reader's own implementation: here a strict mock server.
// - The chapters of one lane are read by one reader, in their order. All runs of the suite are in one: side by side, they
//   would not find the shortest reproduction in time.

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

const lanes: readonly (readonly string[])[] = [
  ['What a report looks like', 'Five minutes as an implementer', 'In CI'],
  ['Five minutes as an app developer'],
];

/** Too slow to be run here; that they exist is looked up. */
const tooSlow = [
  'npm ci && npm start',
  'npm ci && npm test',
  'npm run check',
  'npm test',
  'npm run full',
  'npm run mutate',
  'npm run bench',
  'conversation-reset-conformance --self-test',
];

interface Block {
  readonly chapter: string;
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

const blocks: readonly Block[] = [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(
  ({ index, 1: language = '', 2: text = '' }) => {
    const before = readme.slice(0, index);
    const chapter = [...before.matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? '';
    return { chapter, language, text, line: before.split('\n').length };
  },
);

const isOfTheSuite = ({ language, text }: Block): boolean =>
  language === 'ts' && text.includes("'conversation-reset/conformance");

const isSlow = (line: string): boolean => tooSlow.some((slow) => line === slow || line.startsWith(`${slow} `));
const commands = blocks.filter(
  (block) => isOfTheSuite(block) || (block.language === 'sh' && !block.text.trim().split('\n').every(isSlow)),
);

/** What the README shows below a command. */
const outputOf = (command: Block): string | undefined => {
  const next = blocks[blocks.indexOf(command) + 1];
  const follows = next !== undefined && next.line === command.line + command.text.split('\n').length + 2;
  return follows && next.language === 'text' ? next.text : undefined;
};

const leftovers: (() => unknown)[] = [];
afterAll(() => Promise.all(leftovers.map(async (remove) => remove())));

describe.concurrent('the README', () => {
  it.each(lanes)('should do what it says: %s', async (...chapters) => {
    const reader = await aReader();
    for (const command of commands.filter(({ chapter }) => chapters.includes(chapter))) await reader.follows(command);
  }, 180_000);

  it('should have no command that nobody runs, and no output that nobody compares', () => {
    expect(commands.filter(({ chapter }) => !lanes.flat().includes(chapter))).toEqual([]);
    const shown = blocks.filter(({ language }) => !['sh', 'ts', 'haproxy'].includes(language)).map(({ text }) => text);
    expect(shown).toEqual(commands.map(outputOf).filter((output) => output !== undefined));
  });

  it('should know the commands that are too slow to be run', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const lines = blocks.flatMap(({ language, text }) => (language === 'sh' ? text.trim().split('\n') : []));
    const slow = lines.filter(isSlow);
    expect(tooSlow.filter((name) => !slow.some((line) => line.startsWith(name)))).toEqual([]);
    const names = slow.flatMap((line) =>
      [...line.matchAll(/npm (?:run )?(?!ci\b)(\w+)/g)].map(([, name = '']) => name),
    );
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    const options = slow.flatMap((line) => [...line.matchAll(/(?<= )--[a-z-]+/g)].map(([option]) => option));
    const help = readFileSync(join(root, 'conformance/cli/help.ts'), 'utf8');
    expect(options.filter((option) => !help.includes(`  ${option} `))).toEqual([]);
  });

  it('should show code as it stands in our examples, and HAProxy as it is tried', () => {
    const folder = join(root, 'mock-server/example');
    const examples = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const flat = (text: string): string => `\n${text.replace(/^ +/gm, '')}`;
    const inside = examples.map((text) =>
      flat(text.replace("'../start-mock-server.ts'", "'conversation-reset/mock-server'")),
    );
    const code = blocks.filter((block) => block.language === 'ts' && !isOfTheSuite(block));
    expect(code.filter(({ text }) => !inside.some((example) => example.includes(flat(text))))).toEqual([]);

    const bench = readFileSync(join(root, 'mock-server/sharded.test.ts'), 'utf8');
    const tried = /=> `(defaults\n.*?)\$\{mocks\.map/s.exec(bench)?.[1]?.replace('$' + '{port}', '4010');
    const [shown = ''] = blocks.filter(({ language }) => language === 'haproxy').map(({ text }) => text);
    expect(shown.replace(/^ {2}server mock(\d) 127\.0\.0\.1:401\1\n/gm, '')).toBe(tried);
  });

  it('should name options that there are', () => {
    const helps = ['conformance/cli/help.ts', 'mock-server/options.ts'].map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const prose = readme.replace(/^```.*?^```$/gms, '');
    const options = [...prose.matchAll(/`(--[a-z-]+)/g)].map(([, option = '']) => option);
    expect(options.filter((option) => !helps.some((help) => new RegExp(`^ *${option}\\b`, 'm').test(help)))).toEqual(
      [],
    );
  });

  it('should name doors that the package has', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const doors = [...readme.matchAll(/['`]conversation-reset(\/[a-z/-]+)['`]/g)].map(([, door]) => `.${door}`);
    expect(doors.filter((door) => !(door in exports))).toEqual([]);
  });

  it('should link to what there is', () => {
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });

  it('should list the axes with their values, the default first', () => {
    const rows = Object.entries(axisValues).map(([axis, values]) => [
      axis,
      values.map((value) => `\`${value}\``).join(', '),
    ]);
    expect(rows.filter(([axis, values]) => !rowOf(`\`${axis}\``)?.includes(values ?? ''))).toEqual([]);
  });

  it('should list all that a sandbox can be told, both ways', async () => {
    const { port } = await serve();
    const index = await (await fetch(`http://127.0.0.1:${port}/_mock`)).json();
    const table = /^\| `sandbox\(name\)`.*?\n\n/ms.exec(readme)?.[0] ?? '';
    const routes = [...table.matchAll(/`((?:GET|PUT|POST) [^`]+)`/g)].map(([, route]) => route);
    expect(routes.toSorted()).toEqual(Object.keys((index as { operations: object }).operations).toSorted());

    const { startMockServer } = await import(join(root, 'dist/mock-server/index.js'));
    const mock = await startMockServer({ listen: false });
    const methods = Object.entries(mock.sandbox()).flatMap(([name, value]) =>
      typeof value === 'function'
        ? [name]
        : typeof value === 'object'
          ? Object.keys(value ?? {}).map((part) => `${name}.${part}`)
          : [],
    );
    const listed = table.split('\n').flatMap((row) => {
      let part = '';
      return [...(row.split('|')[1] ?? '').matchAll(/`([a-z]*)(\.[a-zA-Z]+)?`/g)].map(([, first = '', rest = '']) => {
        part = first === '' ? part : first;
        return `${part}${rest}`;
      });
    });
    expect(listed.toSorted()).toEqual(methods.toSorted());
  });
});

const rowOf = (first: string): string | undefined => readme.split('\n').find((line) => line.startsWith(`| ${first} `));

/** Somebody with a project of their own, our two commands, and servers on the ports that the README names. */
async function aReader() {
  if (!existsSync(join(root, 'dist/mock-server/main.js'))) throw new Error('run "npm run build" first');
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
  const command = (name: string, main: string, ...args: readonly (string | number)[]) =>
    writeFile(name, `#!/bin/sh\nexec '${process.execPath}' '${join(root, main)}' ${args.join(' ')} "$@"\n`, {
      mode: 0o755,
    });
  await command(join(bin, 'conversation-reset-mock'), 'dist/mock-server/main.js');
  await command(join(bin, 'conversation-reset-conformance'), 'dist/conformance/main.js');

  const [mock, own, idle] = await Promise.all([serve(), serve('--behaviour', 'strict'), freePort()]);
  await command(join(folder, 'start-my-server'), 'dist/mock-server/main.js', '--port', idle);
  const { CONVERSATION_RESET_API_KEY: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
    PATH: `${bin}:${process.env['PATH']}`,
  };

  return {
    follows: async (block: Block): Promise<void> => {
      const theirs = block.text.includes('./start-my-server') ? idle : own.port;
      const script = block.text.replace(/\b4010\b/g, String(mock.port)).replace(/\b8080\b/g, String(theirs));
      const shown = outputOf(block);
      const run = isOfTheSuite(block) ? await saved(script, folder) : script;
      const { code, stdout, stderr } = await shell(run, folder, env);
      const where = `README.md, line ${block.line}:\n${script}\n${stderr}`;
      expect(code, `${where}\n${stdout}`).toBe(Number(/# exits with (\d)$/m.exec(block.text)?.[1] ?? 0));
      if (shown !== undefined && !isLike(stdout, shown)) expect(settled(stdout), where).toBe(settled(shown));
    },
  };
}

/** Puts code into a file, and says how it is run there. */
async function saved(code: string, folder: string): Promise<string> {
  const isTest = code.includes('conformance/vitest');
  const file = isTest ? 'suite.test.ts' : 'suite.mjs';
  await writeFile(join(folder, file), code);
  return isTest ? `node '${join(root, 'node_modules/vitest/vitest.mjs')}' run --root . ${file}` : `node ${file}`;
}

/** Runs to its end, that of background processes included. */
async function shell(script: string, cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd, env, detached: true });
  let isOver = false;
  leftovers.push(() => isOver || process.kill(-(child.pid ?? 0), 'SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const [code] = await once(child, 'close');
  isOver = true;
  return { code, stdout, stderr };
}

/** What may be another at each run is a letter. */
const settled = (text: string): string =>
  text
    .replace(/each tried \d+ to \d+ times/g, 'each tried N to N times')
    .replace(/(127\.0\.0\.1|localhost):\d+/g, '$1:N')
    .replace(/\s+$/, '');

const isLike = (seen: string, shown: string): boolean => {
  const lines = settled(shown).split('\n');
  const source = lines.map((line) => (line === '…' ? '(?:.*\n)*' : `${line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\n`));
  return new RegExp(`^${source.join('')}$`).test(`${settled(seen)}\n`);
};

async function serve(...options: readonly string[]): Promise<{ readonly port: number }> {
  const child = spawn(process.execPath, [join(root, 'dist/mock-server/main.js'), '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  leftovers.push(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the mock server ended with ${code}`)));
  const [line] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended]);
  ended.catch(() => {}); // In the end, it does.
  return { port: Number(/:(\d+)\/v3/.exec(line)?.[1]) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
