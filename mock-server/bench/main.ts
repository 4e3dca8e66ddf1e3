import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { coreFigures } from '../../core/bench/core-figures.ts';
import { type Figure, linesOf, median, shown } from '../../core/bench/figures.ts';
import { connectMockServer } from '../connect-mock-server.ts';
import { inTurns, type Loaded, ratio, sliceOf } from './load.ts';
import { type Subject, startSubject } from './subject.ts';
import { arrange, openWire, requestText, resets } from './wire.ts';

const startBare = () => startSubject('bench/bare.js');
const startMock = () => startSubject('main.js', ['--port', '0']);
const [few, many] = [50, 100_000];

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

/** Against a bare `node:http` server that parses and answers the same JSON. */
async function pace(): Promise<readonly Figure[]> {
  await using bare = await startBare();
  await using mock = await startMock();
  await arrange(mock.port, few);
  const loaded = (subject: Subject, conversations = few) => ({ subject, requests: resets(conversations, 1) });
  const against = [loaded(bare), loaded(mock)];
  const at16 = (one: Loaded) => sliceOf(one, 16);
  const busy = await inTurns(32, against, at16);
  const single = await inTurns(32, against, (one) => sliceOf(one, 1));
  await using large = await startMock();
  await arrange(large.port, many);
  const grown = await inTurns(32, [loaded(mock), loaded(large, many)], at16);
  return [
    { name: 'throughput at 16 connections, against bare', ...ratio(busy, 'perSecond', 'a second') },
    { name: 'CPU time for a request, against bare', ...ratio(busy, 'cpu', 'µs') },
    { name: 'median latency at 1 connection, against bare', ...ratio(single, 'p50', 'µs') },
    { name: 'p99 at 16 connections, against bare', ...ratio(busy, 'p99', 'µs') },
    { name: '100,000 conversations, throughput against 50', ...ratio(grown, 'perSecond', 'a second') },
  ];
}

async function start(): Promise<readonly Figure[]> {
  const times = await inTurns(8, [startBare, startMock], async (startOne) => {
    const begun = performance.now();
    await using subject = await startOne();
    await waitFor(subject);
    return { ms: performance.now() - begun };
  });
  return [{ name: 'start to first answer, against bare', ...ratio(times, 'ms', 'ms') }];
}

/** What the process holds, before and after half a million resets. */
async function memory(): Promise<readonly Figure[]> {
  await using mock = await startMock();
  await arrange(mock.port, few);
  const idle = mock.memory();
  const seen: number[] = [];
  const load = { subject: mock, requests: resets(few, 2) };
  for (let requests = 0, step = 1; step <= 5; step += 1) {
    while (requests < step * 100_000) requests += (await sliceOf(load, 16)).count;
    seen.push(mock.memory());
  }
  const behind = `after each 100,000: ${seen.map(shown).join(', ')} MiB`;
  return [
    { name: 'memory when idle', value: idle, unit: 'MiB' },
    { name: 'memory after 500,000 requests', value: seen.at(-1) ?? Number.NaN, unit: 'MiB', behind },
  ];
}

/** A sandbox that starts with a thousand conversations, is changed, and put back by `/_mock/reset`. */
async function worldReset(): Promise<readonly Figure[]> {
  await using mock = await startMock();
  await arrange(mock.port, 1000);
  const connected = connectMockServer(`http://127.0.0.1:${mock.port}/v3`);
  const world = await (await connected.sandbox()).read();
  const { name, apiKey, read } = await connected.freshWorld({ world });
  using wire = await openWire(mock.port);
  const times: number[] = [];
  for (let round = 0; round < 500; round += 1) {
    await wire.ask(requestText('POST', '/v3/users', { uid: 'changed', name: 'Changed' }, '', apiKey));
    times.push(await timed(() => wire.ask(requestText('POST', `/_mock/reset?sandbox=${name}`))));
  }
  if (!isDeepStrictEqual(await read(), world)) throw new Error('the reset did not put the world back');
  return [{ name: 'reset of a sandbox by /_mock', value: median(times), unit: 'ms' }];
}

/** The first view of a full journal, which loads what shows it, with as many conversations in each list as a small world has. */
async function journal(): Promise<readonly Figure[]> {
  const [conversations, entries] = [5, 1000];
  const [first, again]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    await using mock = await startMock();
    await arrange(mock.port, conversations);
    using wire = await openWire(mock.port);
    for (const request of resets(conversations, 3).slice(0, entries)) await wire.ask(request);
    for (const times of [first, again]) times.push(await timed(() => viewJournal(mock)));
  }
  const behind = `each in a fresh process; the same again ${shown(median(again))} ms`;
  return [{ name: 'first view of a journal of 1,000 resets', value: median(first), unit: 'ms', behind }];
}

/** Reading the answer would take a part of the time. */
async function viewJournal({ port }: Subject): Promise<void> {
  const caller = createConnection(port, '127.0.0.1').resume();
  caller.write('GET /_mock/journal HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  await once(caller, 'end');
}

async function waitFor({ port }: Subject): Promise<void> {
  const headers = { apikey: 'local-key', connection: 'close' };
  await (await fetch(`http://127.0.0.1:${port}/v3/users/alice`, { headers })).text();
}

/** The suite's own pace: on the mock server that it brings along, and on one that takes its time. */
async function conformance(): Promise<readonly Figure[]> {
  await using slow = await startMock();
  const fault = JSON.stringify({ latencyMs: 50 });
  const armed = await fetch(`http://127.0.0.1:${slow.port}/_mock/faults/add`, { method: 'POST', body: fault });
  if (!armed.ok) throw new Error(`the fault was answered with ${armed.status}`);
  const embedded = median([1, 2, 3].map((seed) => secondsOf(['--seed', `${seed}`])));
  const remote = secondsOf([`http://127.0.0.1:${slow.port}/v3`, '--seed', '1']);
  return [
    { name: 'conformance, default budget, embedded', value: embedded, unit: 's' },
    { name: 'the same with 50 ms for each answer', value: remote, unit: 's' },
  ];
}

function secondsOf(options: readonly string[]): number {
  const report = join(tmpdir(), `bench-${process.pid}.json`);
  const main = fileURLToPath(new URL('../../conformance/main.js', import.meta.url));
  const { status } = spawnSync(process.execPath, [main, ...options, '--report', report], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`the conformance run ${options.join(' ')} ended with ${status}`);
  return (JSON.parse(readFileSync(report, 'utf8')) as { durationMs: number }).durationMs / 1000;
}

const work = 'the key, the ids, two paths of a tree and the journal are what the bare server does not have to do.';

/** What figures ought to be, and why they may not be, by their names. */
const bounds: Readonly<Record<string, Figure['reach']>> = {
  'throughput at 16 connections, against bare': { atLeast: 0.85, unless: work },
  'median latency at 1 connection, against bare': { atMost: 1.1, unless: work },
  'p99 at 16 connections, against bare': { atMost: 1.3, unless: 'what it keeps makes for longer garbage collections.' },
  '100,000 conversations, throughput against 50': { atLeast: 0.8, unless: 'it copies a path of 17 nodes, not of 6.' },
  'start to first answer, against bare': {
    atMost: 1.4,
    unless: 'it loads 58 files of its own, as dist is laid out as the source.',
  },
  'memory when idle': { atMost: 60 },
  'memory after 500,000 requests': { atMost: 100, unless: 'V8 lets its heap grow before it collects; it stays there.' },
  'reset of a sandbox by /_mock': { atMost: 0.3 },
  'first view of a journal of 1,000 resets': { atMost: 20, unless: 'each is asked under every other choice.' },
  'conformance, default budget, embedded': { atMost: 6, unless: 'some conversations have to last for four seconds.' },
  'the same with 50 ms for each answer': { atMost: 30 },
};

const parts: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  ...{ pace, start, memory, reset: worldReset, journal, conformance },
  core: async () => coreFigures(),
};
const names = Object.keys(parts);
const asked = process.argv.length === 2 ? names : process.argv.slice(2);
if (asked.some((name) => !names.includes(name))) {
  console.error(`Usage: npm run bench [-- PART...], which gates nothing; the parts are ${names.join(', ')}.`);
  process.exit(asked[0] === '--help' ? 0 : 2);
}
const load = () => loadavg().map(shown).join(', ');
console.log(`${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}; load average ${load()}`);
for (const name of asked) {
  console.log(`\n${name}`);
  for (const figure of (await parts[name]?.()) ?? []) console.log(linesOf({ reach: bounds[figure.name], ...figure }));
}
console.log(`\nload average ${load()}`);
