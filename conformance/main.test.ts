import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { mainOf, spawnCommand } from '../core/testing/spawned-program.ts';
import { jsonText } from '../fixtures/printable.ts';
import { temporaryFolder } from '../fixtures/testing/temporary-folder.ts';
import { requirements } from './requirements.ts';
import { listening } from './testing/listening.ts';
import { sampleReports } from './testing/sample-reports.ts';

const directory = temporaryFolder();
const main = mainOf('conformance');

const start = (...args: readonly string[]) => spawnCommand('conformance', args, { cwd: directory });
const run = (...args: readonly string[]) => start(...args).ended;
const listen = async (answer: RequestListener): Promise<string> => (await listening(answer)).url;
const written = (name: string): Promise<string> => readFile(join(directory, name), 'utf8');
const report = async (name: string) => JSON.parse(await written(name));

test('what is answered at once loads no package', async () => {
  const seen = new Set<string>();
  const packages: string[] = [];
  const follow = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = await readFile(file, 'utf8');
    for (const [, specifier = ''] of source.matchAll(/^(?:import|export)\b(?:[^;']*?\bfrom)? '([^']+)'/gm)) {
      if (specifier.startsWith('.')) await follow(join(dirname(file), specifier));
      else if (!specifier.startsWith('node:')) packages.push(`${specifier} in ${file}`);
    }
  };
  await follow(join(dirname(main), 'cli/command.js'));
  expect(packages).toEqual([]);
  expect(seen.size).toBeGreaterThan(3);
  expect(seen.size).toBeLessThan(20);
});

test('--help and --version are answered', async () => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  const usage = expect.stringMatching(/^Usage: conversation-reset-conformance/);
  expect(await run('--help')).toEqual({ code: 0, stdout: usage, stderr: '' });
});

test('--list names every requirement with level and clause', async () => {
  const { stdout } = await run('--list');
  expect(stdout.match(/^[a-z]\S*/gm)).toEqual(requirements.map(({ id }) => id));
  expect(stdout).toMatch(/^group-order-kept +required\n {2}with preserveOrder .*\n {2}spec: Reset group conversation/m);
});

test.each([
  [['--sed', '4'], 'Unknown option --sed; did you mean --seed?'],
  [['--driver', './restless.mjs'], 'has no function as its default export'],
  [['--driver', './endless.mjs', '--time-limit', '1'], 'The driver ./endless.mjs did not load within the time limit.'],
])('%j: exit 2 and one sentence', async (args, sentence) => {
  await writeFile(join(directory, 'endless.mjs'), 'await new Promise(() => {});\n');
  await writeFile(join(directory, 'restless.mjs'), 'setInterval(() => {}, 1_000); export default 5;\n');
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr.trimEnd()).not.toContain('\n');
});

test.each([0, 1])('a driver that ends the process with %d gives no verdict', async (code) => {
  await writeFile(join(directory, `leaving${code}.mjs`), `process.exit(${code});\n`);
  expect((await run('--driver', `./leaving${code}.mjs`)).code).toBe(2);
});

test.each([
  'conformance',
  'mock-server',
] as const)('a file of %s that cannot be loaded: exit 2 and the stack', async (folder) => {
  const alone = join(directory, folder, 'main.mjs');
  await mkdir(dirname(alone), { recursive: true });
  await copyFile(mainOf(folder), alone);
  const ended = await promisify(execFile)(process.execPath, [alone]).catch((error: unknown) => error);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/Cannot find module .*\n +at /) });
});

test('--dry-run sends nothing and writes nothing', async () => {
  let requests = 0;
  const target = await listen((_request, response) => {
    requests += 1;
    response.end();
  });
  const { code, stdout } = await run(target, '--dry-run', '--only', 'framing', '--report', 'dry.html');
  expect({ code, requests }).toEqual({ code: 0, requests: 0 });
  expect(stdout).toContain(`Would test 1 requirement on ${target}`);
  expect(stdout).toContain('Would write dry.html.');
  expect(existsSync(join(directory, 'dry.html'))).toBe(false);
});

test('a refused key: exit 2; it stands nowhere though the target repeats it, and a lost report is said', async () => {
  const gone = join(directory, 'gone');
  await mkdir(gone);
  const target = await listen(async (request, response) => {
    await rm(gone, { recursive: true, force: true });
    response.writeHead(401).end(`no such key: ${request.headers['apikey']}`);
  });
  const reports = ['gone/r.json', 'kept.json', 'kept.html'].flatMap((name) => ['--report', name]);
  const { code, stdout, stderr } = await run(target, '--api-key', 'S3CRET', '--settle', '0', ...reports);
  expect(code).toBe(2);
  expect(stderr).toContain('gone/r.json cannot be written: there is no directory gone.');
  expect(stdout).toContain('Nothing was judged.');
  expect(await report('kept.json')).toMatchObject({ schemaVersion: 1, verdict: 'not-run' });
  const page = await written('kept.html');
  expect(page).toContain('no such key: $API_KEY');
  expect(stdout + stderr + page).not.toContain('S3CRET');
});

test('ctrl-C tidies up, and a second one ends within a second and says what is left', async () => {
  const seen = new EventEmitter();
  const [created, removing] = [once(seen, 'created'), once(seen, 'removing')];
  const target = await listen(({ method, url }, response) => {
    if (method === 'POST') response.end('{"data":{}}');
    else if (method === 'GET') seen.emit('created');
    else if (url?.endsWith('/conversation')) response.writeHead(404).end();
    else seen.emit('removing');
  });
  const { child, ended } = start(target, '--deadline', '60000', '--report', 'left.json');
  await created;
  child.kill('SIGTERM');
  child.kill('SIGTERM'); // The same one, which npm passes on.
  await removing;
  await sleep(600);
  child.kill('SIGINT');
  // By itself it would wait for a minute, and so be over too late for this test.
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(3);
  expect(stderr).toContain('SIGTERM: tidying up');
  expect(stdout).toMatch(/^Incomplete\. [\s\S]*Could not be removed: cr/);
  const { left } = await report('left.json');
  expect(left).toEqual([{ kind: 'user', id: expect.stringMatching(/^cr[0-9a-f]{6}-reach1$/) }]);
});

test('--clean removes what a run has left, and says what is left still', async () => {
  const removed: (string | undefined)[] = [];
  const target = await listen(({ method, url }, response) => {
    removed.push(`${method} ${url}`);
    response.writeHead(url?.endsWith('gone') ? 404 : url?.endsWith('kept') ? 403 : 200).end('{}');
  });
  const users = ['ann', 'gone', 'kept'].map((name) => ({ kind: 'user', id: `cr0f1e2d-${name}` }));
  const left = [...users, { kind: 'group', id: 'cr0f1e2d-crew' }];
  await writeFile(join(directory, 'remains.json'), jsonText({ ...sampleReports.conforms, target, left }));
  const { code, stdout, stderr } = await run(target, '--clean', 'remains.json');
  expect(stdout).toBe('Removed 3 of the 4 users and groups of remains.json. Left: cr0f1e2d-kept.\n');
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  expect(removed[0]).toBe('DELETE /v3/groups/cr0f1e2d-crew');
});

test('a run ends in time, says why and what is left, and says when it waits', async () => {
  let begun = 0;
  const target = await listen(({ method, url }, response) => {
    begun ||= performance.now();
    if (method === 'POST') response.end('{"data":{}}');
    else if (url?.endsWith('/conversation')) response.writeHead(404).end();
    else if (method === 'GET') response.writeHead(503, { 'Retry-After': '30' }).end();
    // Removals get no answer.
  });
  const { code, stderr, stdout } = await run(target, '--time-limit', '6', '--report', 'limited.json');
  expect(performance.now() - begun).toBeLessThan(9_000);
  expect(stderr).toBe('waiting for the target: 503, 30 s\n');
  expect(stdout).toMatch(/^Incomplete\. The time limit of 6 s was reached\.[\s\S]*Could not be removed: cr/);
  const reason = 'the time limit of 6 s was reached';
  expect(await report('limited.json')).toMatchObject({ verdict: 'incomplete', reason });
  expect(code).toBe(3);
});

test('the embedded mock server conforms, and every file is written', async () => {
  const files = ['e.json', 'e.xml', 'e.html', 'e.md'];
  const reports = files.flatMap((file) => ['--report', file]);
  const args = ['--budget', 'smoke', '--seed', '7', '--behaviour-out', 'b.yaml', ...reports];
  const { code, stdout, stderr } = await run(...args);
  expect(stdout).toMatch(/^Conforms\. [\s\S]*\nname embedded mock server · target http:/);
  const warning = 'No BASE_URL was given: this verifies the embedded mock server, not a server of yours.\n';
  expect({ code, stderr }).toEqual({ code: 0, stderr: warning });
  for (const file of files) expect((await written(file)).length).toBeGreaterThan(1000);
  expect(await written('b.yaml')).toMatch(/^# yaml-language-server: .*schema\.json\n[\s\S]*\nwithoutPreserveOrder: /);
}, 60_000);

test('a reader that goes away changes no exit code', async () => {
  for (const args of [['--list'], ['--dry-run']]) {
    const { child, ended } = start(...args);
    child.stdout.destroy();
    expect((await ended).code).toBe(0);
  }
});
