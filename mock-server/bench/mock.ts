import { once } from 'node:events';
import { createConnection } from 'node:net';
import { arrangeConversations } from './arrange.ts';
import { type Figure, median, shown, spread } from './figures.ts';
import { putLoad, type Slice } from './load.ts';
import { type Subject, startSubject } from './subject.ts';

const mockServer = 'main.js';
const bareServer = 'bench/bare.js';
const anyPort = ['--port', '0'];

/**
 * The mock server against a bare `node:http` server, slice by slice in turns, so that a slow moment meets both. A second
 * bare server takes its turn too: what it differs from the first is the machine's doing.
 */
export async function benchMock(rounds: number): Promise<readonly Figure[]> {
  const bare = { ...(await startSubject(bareServer)), conversations: few };
  const mock = { ...(await startSubject(mockServer, anyPort)), conversations: few };
  const again = { ...(await startSubject(bareServer)), conversations: few };
  const large = { ...(await startSubject(mockServer, anyPort)), conversations: many };
  try {
    await arrangeConversations(mock.port, few);
    await arrangeConversations(large.port, many);
    const busy = await compare([bare, mock, again], rounds, 16);
    const single = await compare([bare, mock, again], rounds, 1);
    const grown = await compare([mock, large], rounds, 16);
    return [
      {
        name: 'throughput at 16 connections, against bare',
        ...ratio(busy, ({ perSecond }) => perSecond, 'a second'),
        reach: { atLeast: 0.8 },
      },
      { name: 'CPU time for a request, against bare', ...ratio(busy, ({ cpu }) => cpu, 'µs') },
      {
        name: 'median latency at 1 connection, against bare',
        ...ratio(single, ({ p50 }) => p50, 'µs'),
        reach: { atMost: 1.15 },
      },
      {
        name: 'p99 at 16 connections, against bare',
        ...ratio(busy, ({ p99 }) => p99, 'µs'),
        reach: { atMost: 1.5 },
      },
      {
        name: '100,000 conversations, throughput against 50',
        ...ratio(grown, ({ perSecond }) => perSecond, 'a second'),
        reach: { atLeast: 0.8 },
      },
    ];
  } finally {
    await Promise.all([bare, mock, again, large].map((subject) => subject.stop()));
  }
}

const few = 50;
const many = 100_000;

type Loaded = Subject & { readonly conversations: number };

type Measured = Slice & {
  /** Microseconds for one request. */
  readonly cpu: number;
};

/** One slice of each, in the order of the subjects. */
type Round = readonly Measured[];

async function compare(subjects: readonly Loaded[], rounds: number, connections: number): Promise<readonly Round[]> {
  const slice = async ({ port, cpu, conversations }: Loaded): Promise<Measured> => {
    const before = cpu();
    const seen = await putLoad({ port, connections, conversations });
    return { ...seen, cpu: ((cpu() - before) * 1e6) / seen.requests };
  };
  const measured: Round[] = [];
  // The first round is for the compilers.
  for (let round = 0; round <= rounds; round += 1) {
    const slices: Measured[] = [];
    for (const subject of subjects) slices.push(await slice(subject));
    if (round > 0) measured.push(slices);
  }
  return measured;
}

function ratio(
  rounds: readonly Round[],
  figure: (measured: Measured) => number,
  unit: string,
): Pick<Figure, 'value' | 'unit' | 'behind'> {
  const figuresOf = (place: number) =>
    rounds.flatMap(({ [place]: slice }) => (slice === undefined ? [] : [figure(slice)]));
  const yardstick = figuresOf(0);
  const against = (figures: readonly number[]) =>
    figures.map((value, round) => value / (yardstick[round] ?? Number.NaN));
  const ratios = against(figuresOf(1));
  const noise = against(figuresOf(2));
  return {
    value: median(ratios),
    unit: '×',
    behind: [
      `${shown(median(figuresOf(1)))} against ${shown(median(yardstick))} ${unit}; ${spread(ratios)}`,
      ...(noise.length === 0 ? [] : [`bare against bare: ${shown(median(noise))}; ${spread(noise)}`]),
    ],
  };
}

/** From the start of the process to the first answer. */
export async function benchStart(rounds: number): Promise<readonly Figure[]> {
  const timeOf = async (program: string, args?: readonly string[]): Promise<number> => {
    const begun = performance.now();
    const subject = await startSubject(program, args);
    const answer = await fetch(`http://127.0.0.1:${subject.port}/v3/users/alice`, { headers: { apikey: 'local-key' } });
    await answer.text();
    const time = performance.now() - begun;
    await subject.stop();
    return time;
  };
  const pairs: [number, number][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair: [number, number] = [await timeOf(bareServer), await timeOf(mockServer, anyPort)];
    if (round > 0) pairs.push(pair);
  }
  const [bare, mock] = [median(pairs.map(([time]) => time)), median(pairs.map(([, time]) => time))];
  return [
    {
      name: 'start to first answer, against bare',
      value: median(pairs.map(([one, other]) => other / one)),
      unit: '×',
      reach: { atMost: 1.5 },
      behind: [`${shown(mock)} against ${shown(bare)} ms`],
    },
  ];
}

/** What the process holds, before and after half a million resets. */
export async function benchMemory(): Promise<readonly Figure[]> {
  const mock = await startSubject(mockServer, anyPort);
  try {
    await arrangeConversations(mock.port, few);
    const idle = mock.memory();
    const seen: number[] = [];
    for (let step = 1, requests = 0; step <= 5; step += 1) {
      while (requests < step * 100_000) {
        requests += (await putLoad({ port: mock.port, connections: 16, conversations: few })).requests;
      }
      seen.push(mock.memory());
    }
    return [
      { name: 'memory when idle', value: idle, unit: 'MiB', reach: { atMost: 60 } },
      {
        name: 'memory after 500,000 requests',
        value: seen.at(-1) ?? Number.NaN,
        unit: 'MiB',
        reach: { atMost: 110 },
        behind: [`after each 100,000: ${seen.map(shown).join(', ')} MiB`],
      },
    ];
  } finally {
    await mock.stop();
  }
}

/** A world of a thousand conversations that is changed, and put back by `/_mock/reset`. */
export async function benchReset(): Promise<readonly Figure[]> {
  const mock = await startSubject(mockServer, anyPort);
  try {
    await arrangeConversations(mock.port, 1000);
    const { port } = mock;
    const wire = await openWire(port);
    const times: number[] = [];
    for (let round = 0; round < 500; round += 1) {
      await wire('DELETE', '/v3/users/alice/conversation', '{"conversationWith":"bob"}');
      const begun = performance.now();
      await wire('POST', '/_mock/reset', '');
      if (round >= 100) times.push(performance.now() - begun);
    }
    return [
      {
        name: 'reset of a world by /_mock, 1 connection',
        value: median(times),
        unit: 'ms',
        reach: { atMost: 0.3 },
        behind: [spread(times)],
      },
    ];
  } finally {
    await mock.stop();
  }
}

/** One connection, one request at a time; throws unless each is answered with 200. */
async function openWire(port: number): Promise<(method: string, path: string, body: string) => Promise<void>> {
  const socket = createConnection({ port, host: '127.0.0.1' }).setEncoding('latin1').setNoDelay();
  await once(socket, 'connect');
  return async (method, path, body) => {
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\napikey: local-key\r\nonBehalfOf: alice\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const [answer] = (await once(socket, 'data')) as [string];
    if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`${method} ${path} was answered with ${answer}`);
  };
}
