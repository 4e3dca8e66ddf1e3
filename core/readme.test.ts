import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { axisValues } from './behaviour.ts';

// The pages, executed. What they rely on, and what a reader does not notice:
//
// - A block of `sh` is typed into one shell, after those before it, in a folder that stands for the reader's project. It has
//   to succeed, or to end as its comment `# exits with N` says. A mock server in the foreground has a terminal of its own.
// - The block of `text` after it is what it printed. A line `…` stands for lines left out; random prefixes, seeds,
//   counts of requests, durations and ports may be others.
// - A block of `log` stands, line by line, in what the mock servers of that shell have logged so far.
// - A block of `ts` stands in one of our examples, or imports the suite and is run: by vitest, or by Node as it is. One of
//   `js` is run by Node here, and by a page in `npm run full`.
// - On the front page, port 4010 is a mock server as `npm start` serves it, and 8080 the reader's own implementation: here a
//   strict mock server. On other pages the reader starts them.
// - The chapters of one lane are read by one reader, in their order. All runs of the suite are in one: side by side, they
//   would not find the shortest story in time.

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', 'mock-server/README.md'].map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

/** Without chapters, the whole page. */
const lanes: readonly { readonly page: string; readonly chapters?: readonly string[] }[] = [
  { page: 'README.md', chapters: ['What a report looks like', 'Five minutes as an implementer', 'In CI'] },
  { page: 'README.md', chapters: ['Five minutes as an app developer'] },
  { page: 'mock-server/README.md' },
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
  readonly page: string;
  readonly chapter: string;
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

const blocks: readonly Block[] = pages.flatMap(({ file, text: page }) =>
  [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({ index, 1: language = '', 2: text = '' }) => {
    const before = page.slice(0, index);
    const chapter = [...before.matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? '';
    return { page: file, chapter, language, text, line: before.split('\n').length };
  }),
);

const isOfTheSuite = ({ language, text }: Block): boolean =>
  language === 'ts' && text.includes("'conversation-reset/conformance");

const isSlow = (line: string): boolean => tooSlow.some((slow) => line === slow || line.startsWith(`${slow} `));
const commands = blocks.filter(
  (block) =>
    isOfTheSuite(block) ||
    ['js', 'log'].includes(block.language) ||
    (block.language === 'sh' && !block.text.trim().split('\n').every(isSlow)),
);

const isInLane = (lane: (typeof lanes)[number], { page, chapter }: Block): boolean =>
  page === lane.page && lane.chapters?.includes(chapter) !== false;

/** What the README shows below a command. */
const outputOf = (command: Block): string | undefined => {
  const next = blocks[blocks.indexOf(command) + 1];
  const follows =
    next !== undefined &&
    next.page === command.page &&
    next.line === command.line + command.text.split('\n').length + 2;
  return follows && next.language === 'text' ? next.text : undefined;
};

const leftovers: (() => unknown)[] = [];
afterAll(() => Promise.all(leftovers.map(async (remove) => remove())));

describe.concurrent('the pages', () => {
  it.each(lanes)('should do what they say: $page, $chapters', async (lane) => {
    const reader = await aReader(lane.page === 'README.md');
    for (const command of commands.filter((block) => isInLane(lane, block))) await reader.follows(command);
  }, 180_000);

  it('should have no command that nobody runs, and no output that nobody compares', () => {
    expect(commands.filter((block) => !lanes.some((lane) => isInLane(lane, block)))).toEqual([]);
    const written = ['sh', 'ts', 'js', 'log', 'haproxy'];
    const shown = blocks.filter(({ language }) => !written.includes(language)).map(({ text }) => text);
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
    const inside = examples.map(flat);
    const code = blocks.filter((block) => block.language === 'ts' && !isOfTheSuite(block));
    expect(code.filter(({ text }) => !inside.some((example) => example.includes(flat(text))))).toEqual([]);

    const bench = readFileSync(join(root, 'mock-server/bench/sharded.ts'), 'utf8');
    const tried = /=> `(defaults\n.*?)\$\{mocks\.map/s.exec(bench)?.[1]?.replace('$' + '{port}', '4010');
    const [shown = ''] = blocks.filter(({ language }) => language === 'haproxy').map(({ text }) => text);
    expect(shown.replace(/^ {2}server mock(\d) 127\.0\.0\.1:401\1\n/gm, '')).toBe(tried);
  });

  it('should name options that there are', () => {
    const helps = ['conformance/cli/help.ts', 'mock-server/options.ts'].map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const prose = pages.map(({ text }) => text.replace(/^```.*?^```$/gms, '')).join('');
    const options = [...prose.matchAll(/`(--[a-z-]+)/g)].map(([, option = '']) => option);
    expect(options.filter((option) => !helps.some((help) => new RegExp(`^ *${option}\\b`, 'm').test(help)))).toEqual(
      [],
    );
  });

  it('should name doors that the package has', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const all = pages.map(({ text }) => text).join('');
    const doors = [...all.matchAll(/['`]conversation-reset(\/[a-z/-]+)['`]/g)].map(([, door]) => `.${door}`);
    expect(doors.filter((door) => !(door in exports))).toEqual([]);
  });

  it('should link to what there is', () => {
    const links = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => [file, ...link.split('#')] as const),
    );
    const headings = (page: string): readonly string[] =>
      [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title.toLowerCase().replace(/ /g, '-'),
      );
    const isThere = ([file, path, part]: (typeof links)[number]): boolean => {
      const target = path === '' ? join(root, file) : join(root, dirname(file), path ?? '');
      return existsSync(target) && (part === undefined || headings(target).includes(part));
    };
    expect(links.filter((link) => !isThere(link))).toEqual([]);
  });

  it('should list the axes with their values, the default first', () => {
    const rows = Object.entries(axisValues).map(([axis, values]) => [
      axis,
      values.map((value) => `\`${value}\``).join(', '),
    ]);
    expect(rows.filter(([axis, values]) => !rowOf(`\`${axis}\``)?.includes(values ?? ''))).toEqual([]);
  });

  it.each(pages)('should list all that a sandbox can be told, both ways: $file', async ({ text }) => {
    const { startMockServer } = await import(join(root, 'dist/mock-server/index.js'));
    const mock = await startMockServer();
    leftovers.push(mock.close);
    const index = await (await fetch(new URL('/_mock', mock.url))).json();
    const routes = [...text.matchAll(/`((?:GET|PUT|POST) \/(?!_mock)[^`]+)`/g)].map(([, route]) => route);
    expect(routes.toSorted()).toEqual(Object.keys((index as { operations: object }).operations).toSorted());

    const methods = Object.entries(mock.sandbox()).flatMap(([name, value]) =>
      typeof value === 'function'
        ? [name]
        : typeof value === 'object'
          ? Object.keys(value ?? {}).map((part) => `${name}.${part}`)
          : [],
    );
    const table = /^\|[^|\n]*\| Under `\/_mock`.*?\n\n/ms.exec(text)?.[0] ?? '';
    const listed = table.split('\n').flatMap((row) => {
      let part = '';
      return [...(row.split('|')[1] ?? '').matchAll(/`([a-z]*)(\.[a-zA-Z]+)?`/g)].map(([, first = '', rest = '']) => {
        part = first === '' ? part : first;
        return `${part}${rest}`;
      });
    });
    expect(listed.toSorted()).toEqual(methods.toSorted());
  });

  it('should list the options and the error codes of the mock server', async () => {
    const { errorCodes } = await import(join(root, 'dist/mock-server/index.js'));
    const text = pageNamed('mock-server/README.md');
    const rows = (chapter: string): readonly (readonly string[])[] =>
      (text.split(`\n## ${chapter}\n`)[1]?.split('\n## ')[0] ?? '')
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map((line) => line.split('|').map((cell) => cell.trim()));
    const named = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const codes = rows('Statuses and error codes').flatMap(([, , code]) => named(code));
    expect(codes.toSorted()).toEqual(errorCodes.toSorted());

    const source = (file: string): string => readFileSync(join(root, 'mock-server', file), 'utf8');
    const written = [...source('options.ts').matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option);
    expect(
      rows('Options')
        .flatMap(([, cell]) => named(cell))
        .toSorted(),
    ).toEqual(written.toSorted());
    const inCode = /const optionNames = \[(.*?)\]/s.exec(source('start-mock-server.ts'))?.[1] ?? '';
    const names = [...inCode.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
    expect(
      rows('Options')
        .flatMap(([, , cell]) => named(cell))
        .toSorted(),
    ).toEqual(names.toSorted());
  });
});

const pageNamed = (name: string): string => pages.find(({ file }) => file === name)?.text ?? '';
const rowOf = (first: string): string | undefined =>
  pageNamed('README.md')
    .split('\n')
    .find((line) => line.startsWith(`| ${first} `));

/** Somebody with a project of their own, our two commands, and perhaps servers on the ports that the page names. */
async function aReader(hasServers: boolean) {
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

  const servers = hasServers ? [serve(), serve('--behaviour', 'strict')] : [freePort(), freePort()];
  const [mock = 0, own = 0, idle = 0] = await Promise.all([...servers, freePort()]);
  await command(join(folder, 'start-my-server'), 'dist/mock-server/main.js', '--port', idle);
  const { CONVERSATION_RESET_API_KEY: _, ...inherited } = process.env;
  const shell = aShell(folder, {
    ...inherited,
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
    npm_config_offline: 'true',
    PATH: `${bin}:${process.env['PATH']}`,
  });

  return {
    follows: async (block: Block): Promise<void> => {
      const where = `${block.page}, line ${block.line}:\n${block.text}`;
      if (block.language === 'log') {
        const logged = readFileSync(join(folder, 'server.log'), 'utf8').split('\n');
        for (const line of block.text.trim().split('\n')) expect(logged, where).toContain(line);
        return;
      }
      const theirs = block.text.includes('./start-my-server') || !hasServers ? idle : own;
      const ports: Readonly<Record<string, number>> = { 4010: mock, 4011: own, 8080: theirs };
      const script = block.text.replace(/\b(?:4010|4011|8080)\b/g, (port) => String(ports[port]));
      const shown = outputOf(block);
      const { code, stdout, stderr } = await shell(inForeground(await saved(block, script, folder), mock));
      const told = `${where}\n${stderr}`;
      expect(code, `${told}\n${stdout}`).toBe(Number(/# exits with (\d)$/m.exec(block.text)?.[1] ?? 0));
      if (shown !== undefined && !isLike(stdout, shown)) expect(settled(stdout), told).toBe(settled(shown));
    },
  };
}

/** A mock server that would keep the terminal has one of its own, with a log as a terminal gets it. */
const inForeground = (script: string, port: number | undefined): string =>
  /^npx conversation-reset-mock(?: --.*)?$/.test(script.trim())
    ? `: > server.out
${script.trim().replace(/mock$/, `mock --port ${port}`)} --log >> server.out 2>> server.log &
until grep -q . server.out; do sleep 0.05; done
cat server.out`
    : script;

/** Puts code into a file, and says how it is run there; what a shell runs stays as it is. */
async function saved(block: Block, code: string, folder: string): Promise<string> {
  if (block.language === 'sh') return code;
  const isTest = code.includes('conformance/vitest');
  const file = isTest ? 'suite.test.ts' : 'suite.mjs';
  await writeFile(join(folder, file), code);
  return isTest ? `node '${join(root, 'node_modules/vitest/vitest.mjs')}' run --root . ${file}` : `node ${file}`;
}

interface Typed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ends what a script prints; nothing of ours does. */
const mark = '\u001e';

/** One shell, into which one script after the other is typed. The code is that of the first command that failed. */
function aShell(cwd: string, env: NodeJS.ProcessEnv): (script: string) => Promise<Typed> {
  const child = spawn('bash', ['-uo', 'pipefail'], { cwd, env: { ...env, MARK: mark }, detached: true });
  leftovers.push(() => child.exitCode !== null || process.kill(-(child.pid ?? 0), 'SIGKILL'));
  let wake = (): void => {};
  const ended = once(child, 'close').then(() => Promise.reject(new Error('the shell ended')));
  ended.catch(() => {});
  const printed = [child.stdout, child.stderr].map((stream) => {
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      wake();
    });
    return {
      isOver: () => text.endsWith(mark),
      take: () => {
        const taken = text.slice(0, -1);
        text = '';
        return taken;
      },
    };
  });
  const [out, err] = printed as [(typeof printed)[0], (typeof printed)[0]];
  child.stdin.write(`failed=; trap ': "\${failed:=$?}"' ERR\n`);
  return async (script) => {
    child.stdin.write(
      `{ ${script}\n} < /dev/null\necho "$MARK\${failed:-0}$MARK" | tr -d '\\n'; printf %s "$MARK" >&2; failed=\n`,
    );
    while (!(out.isOver() && err.isOver())) {
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([more, ended]);
    }
    const [stdout = '', code] = out.take().split(mark);
    return { code: Number(code), stdout, stderr: err.take() };
  };
}

/** What may be another at each run is a letter. */
const settled = (text: string): string =>
  text
    .replace(/\bcr[0-9a-z]{6}-r\d+-/g, 'crP-')
    .replace(/\bseed \d+/g, 'seed N')
    .replace(/[\d,]+ (requests|resets)\b/g, 'N $1')
    .replace(/\b\d+\.\d s$/gm, 'N s')
    .replace(/each tried \d+ to \d+ times/g, 'each tried N to N times')
    .replace(/(127\.0\.0\.1|localhost):\d+/g, '$1:N')
    .replace(/\s+$/, '');

const isLike = (seen: string, shown: string): boolean => {
  const lines = settled(shown).split('\n');
  const source = lines.map((line) => (line === '…' ? '(?:.*\n)*' : `${line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\n`));
  return new RegExp(`^${source.join('')}$`).test(`${settled(seen)}\n`);
};

async function serve(...options: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'dist/mock-server/main.js'), '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  leftovers.push(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the mock server ended with ${code}`)));
  const [line] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended]);
  ended.catch(() => {}); // In the end, it does.
  return Number(/:(\d+)\/v3/.exec(line)?.[1]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
