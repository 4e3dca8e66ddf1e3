import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './testing/run-program.ts';
import { root } from './testing/sources.ts';

// The package as somebody else gets it: packed, installed from the tarball, and used with nothing else of this repository.

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly exports: Readonly<Record<string, Door>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** A file, or what leads to files under conditions. */
type Door = string | { readonly [condition: string]: Door };
const filesOf = (door: Door): readonly string[] =>
  typeof door === 'string' ? [door] : Object.values(door).flatMap(filesOf);

const directory = mkdtempSync(join(tmpdir(), 'package-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const consumer = join(directory, 'consumer');
const installed = join(consumer, 'node_modules/conversation-reset');
const bin = (name: string): string => join(consumer, 'node_modules/.bin', name);

const run = (command: string, args: readonly string[], cwd = consumer) => runProgram(command, args, cwd);

const npm = async (args: readonly string[], cwd: string): Promise<void> => {
  const { code, out } = await run('npm', args, cwd);
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${out}`);
};

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(consumer, name), text);
};

beforeAll(async () => {
  // In a copy: packing empties and fills `dist`, which other tests are using.
  const copy = join(directory, 'copy');
  const parts = ['core', 'fixtures', 'mock-server', 'conformance', '.ci', 'package.json', 'tsconfig.json', 'README.md'];
  for (const part of [...parts, 'LICENSE']) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  await npm(['pack', '--silent', '--pack-destination', directory], copy);
  cpSync(join(root, 'fixtures/worlds'), consumer, { recursive: true }); // Makes the directory, too.
  write({ 'package.json': '{ "name": "consumer", "private": true, "type": "module" }' });
  const tarball = join(directory, `conversation-reset-${manifest.version}.tgz`);
  await npm(['install', '--no-audit', '--no-fund', tarball], consumer);
}, 120_000);

/** Every file below, with slashes. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));

const isCode = /^dist\/.*\.(?:c?js|d\.c?ts)$/;

/** What a shipped file imports of the others: programs import programs, declarations import declarations. */
function importsOf(file: string): readonly string[] {
  const ending = /\.d\.c?ts$/.test(file) ? '.d.ts' : '.js';
  const source = readFileSync(join(installed, file), 'utf8');
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"\n]+)['"]/g)].map(([, path = '']) =>
    join(dirname(file), path.replace(/\.js$/, ending)).replaceAll(sep, '/'),
  );
}

describe('what is shipped', () => {
  const entries = filesOf({ ...manifest.exports, ...manifest.bin }).map((path) => path.replace(/^\.\//, ''));

  it('should hold all that the doors and the programs import', () => {
    const code = filesIn(installed).filter((file) => isCode.test(file));
    const missing = [...entries, ...code.flatMap(importsOf)].filter((file) => !existsSync(join(installed, file)));
    expect(missing).toEqual([]);
  });

  it('should hold nothing else that runs, and the data', () => {
    const shipped = filesIn(installed).filter((file) => file.startsWith('dist/'));
    const code = shipped.filter((file) => isCode.test(file));
    // The folder is read as a list.
    const listed = code.filter((file) => /^dist\/conformance\/requirements\/[\w-]+\.js$/.test(file));
    const wanted = new Set([...entries, ...listed, ...code.flatMap(importsOf)]);
    const data =
      /^dist\/(?:fixtures\/.*\.(?:css|json|yaml)|(?:mock-server\/inspector|conformance\/writers)\/[a-z-]+\.(?:css|js))$/;
    expect(shipped.filter((file) => !wanted.has(file) && !data.test(file))).toEqual([]);
  });

  it('should hold the four folders as they are read, without what only serves the tests', () => {
    const shipped = filesIn(installed).filter((file) => !file.startsWith('dist/'));
    // The examples of tests are for readers.
    const examples = ['reset', 'tidy-conversations'].map((name) => `mock-server/example/${name}.test.ts`);
    const tests = shipped.filter((file) => /\.test\.ts|\/(?:bench|fuzz|arbitrary|testing)\//.test(file));
    expect(tests.toSorted()).toEqual(examples);
    const others = shipped.filter((file) => !/^(?:core|fixtures|mock-server|conformance)\//.test(file));
    expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  });

  it('should hold whatever its pages link to and show', () => {
    const pages = filesIn(installed).filter((file) => file.endsWith('README.md'));
    const links = pages.flatMap((page) =>
      Array.from(readFileSync(join(installed, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link = '']) =>
        join(dirname(page), link),
      ),
    );
    expect(pages).toHaveLength(5);
    expect(links.filter((link) => !existsSync(join(installed, link)))).toEqual([]);
  });
});

describe('the programs', () => {
  it.each(Object.keys(manifest.bin))('%s should say what it is', async (name) => {
    expect(await run(bin(name), ['--version'])).toEqual({ code: 0, out: `${manifest.version}\n` });
    const help = await run(bin(name), ['--help']);
    expect(help).toEqual({ code: 0, out: expect.stringContaining(`Usage: ${name} `) });
  });

  it('should verify the embedded mock server', async () => {
    const { code, out } = await run(bin('conversation-reset-conformance'), ['--budget', 'quick', '--report', 'r.html']);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Conforms.') });
    expect(readFileSync(join(consumer, 'r.html'), 'utf8')).toContain('</html>');
  });

  it('should try the suite on broken servers, which come with it', async () => {
    // Whether it catches them all is for its own tests to say.
    const { out } = await run(bin('conversation-reset-conformance'), ['--self-test']);
    expect(out).toMatch(/first catalogue +[1-9]\d* of [1-9]\d* /);
    expect(out).not.toContain('Not finished');
  }, 600_000);
});

/** Uses every door; valid as JavaScript, and under the strictest types. */
const everyDoor = `
import { parseUid, referenceBehaviour, resetUserConversation } from 'conversation-reset/core';
import { readWorldFile, worldState } from 'conversation-reset/fixtures';
import { startMockServer } from 'conversation-reset/mock-server';
import { connectMockServer } from 'conversation-reset/mock-server/connect';
import { verify } from 'conversation-reset/conformance';

const world = readWorldFile('team');
const alice = parseUid('alice', 'folded');
const bob = parseUid('bob', 'folded');
if (!world.ok || !alice.ok || !bob.ok) throw new Error('there is no such world');
const state = worldState(world.value, referenceBehaviour, 1_700_000_000);
const { outcome } = resetUserConversation(state, { actor: alice.value, path: bob.value }, referenceBehaviour);
console.log(outcome.ok);

const mock = await startMockServer({ world: world.value, behaviour: { nonMember: 'accepted' } });
const report = await verify({ baseUrl: mock.url, apiKey: mock.apiKey, budget: 'quick', seed: 1 });
console.log(report.verdict, report.requirements.every(({ outcome }) => outcome === 'pass'));
const sandbox = await connectMockServer(mock.url).freshWorld({ world: 'two-friends' });
console.log((await sandbox.read()).users?.length);
await mock.close();
`;

describe('the doors', () => {
  beforeAll(async () => {
    const { typescript, vitest, '@types/node': types } = manifest.devDependencies;
    const tools = [`typescript@${typescript}`, `vitest@${vitest}`, `@types/node@${types}`];
    await npm(['install', '--no-audit', '--no-fund', ...tools], consumer);
  }, 120_000);

  const strict = { target: 'es2022', types: ['node'], strict: true, noEmit: true };

  it('should open for plain JavaScript', async () => {
    write({ 'doors.js': everyDoor });
    expect(await run(process.execPath, ['doors.js'])).toEqual({ code: 0, out: 'true\nconforms true\n2\n' });
  });

  it.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('should open for strict TypeScript with module %s and resolution %s', async (module, moduleResolution) => {
    write({
      'doors.ts': everyDoor,
      'suite.ts': `import { describeConformance } from 'conversation-reset/conformance/vitest';
        import type { DriverFactory, Report } from 'conversation-reset/conformance';
        export const driver = (other: DriverFactory): DriverFactory => async (target) => ({ ...(await other(target)) });
        export const failed = (report: Report) => report.requirements.filter(({ outcome }) => outcome === 'fail');
        describeConformance({ baseUrl: async () => 'http://localhost:4010/v3' });`,
      'wrong.ts': `import { startMockServer } from 'conversation-reset/mock-server';
        import { verify } from 'conversation-reset/conformance';
        await startMockServer({ port: '4010' });
        (await verify({ baseUrl: '', apiKey: '' })).verdict === 'perfect';`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...strict, module, moduleResolution, exactOptionalPropertyTypes: true, skipLibCheck: false },
        include: ['*.ts'],
      }),
    });
    const { code, out } = await run(bin('tsc'), ['--pretty', 'false']);
    expect(code).not.toBe(0);
    expect(out.split('\n').filter((line) => line.includes('error'))).toEqual([
      expect.stringMatching(/^wrong\.ts\(3,\d+\): error TS2322: .*'string'.*'number'/),
      expect.stringMatching(/^wrong\.ts\(4,\d+\): error TS2367: .*no overlap/),
    ]);
  });

  it('should open the client of a mock server for CommonJS, in TypeScript too', async () => {
    const code = `import { connectMockServer, type ConnectedSandbox } from 'conversation-reset/mock-server/connect';
      export const fresh = (): Promise<ConnectedSandbox> => connectMockServer(WRONG).freshWorld();`;
    write({ 'good.cts': code.replace('WRONG', ''), 'bad.cts': code.replace('WRONG', '5') });
    const config = { compilerOptions: { ...strict, module: 'nodenext' }, include: ['*.cts'] };
    write({ 'tsconfig.json': JSON.stringify(config) });
    const { out } = await run(bin('tsc'), ['--pretty', 'false']);
    expect(out.trim()).toMatch(/^bad\.cts\(2,\d+\): error TS2345: .*'number'.*'string'[^\n]*$/);

    write({ 'client.cjs': "console.log(typeof require('conversation-reset/mock-server/connect').connectMockServer);" });
    const ran = await run(process.execPath, ['--no-experimental-require-module', 'client.cjs']);
    expect(ran).toEqual({ code: 0, out: 'function\n' });
  });
});
