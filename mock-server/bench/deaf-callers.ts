import { once } from 'node:events';
import { createConnection } from 'node:net';
import { parseArgs } from 'node:util';
import { median, shown } from './figures.ts';
import { type Subject, startSubject } from './subject.ts';

// Two callers who send small requests without end and read no answer, against the mock server and against a bare
// `node:http` server: how much memory that costs, and how long another caller waits meanwhile.

const { values } = parseArgs({ options: { seconds: { type: 'string' } } });
const seconds = Number(values.seconds ?? 20);
const most = { memory: 150, median: 100 };

interface Seen {
  /** The most that the process held, in MiB. */
  readonly memory: number;
  /** Of the answers to the other caller, in milliseconds. */
  readonly times: readonly number[];
}

async function besideDeafCallers(subject: Subject): Promise<Seen> {
  const deaf = [1, 2].map(() => sendForEver(subject.port));
  const times: number[] = [];
  let memory = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const begun = performance.now();
    const headers = { apikey: 'local-key', connection: 'close' };
    await (await fetch(`http://127.0.0.1:${subject.port}/v3/users/alice`, { headers })).text();
    times.push(performance.now() - begun);
    memory = Math.max(memory, subject.memory());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const stop of deaf) stop();
  return { memory, times };
}

/** Nothing of what comes back is read. */
function sendForEver(port: number): () => void {
  const socket = createConnection({ host: '127.0.0.1', port }).on('error', () => {});
  const requests = 'GET / HTTP/1.1\r\nHost:\r\n\r\n'.repeat(10_000);
  let stopped = false;
  const send = async (): Promise<void> => {
    while (!stopped && !socket.destroyed) if (!socket.write(requests)) await once(socket, 'drain');
  };
  socket.pause();
  send().catch(() => {});
  return () => {
    stopped = true;
    socket.destroy();
  };
}

let isWithin = true;
for (const program of ['bench/bare.js', 'main.js']) {
  const subject = await startSubject(program, program === 'main.js' ? ['--port', '0'] : []);
  const { memory, times } = await besideDeafCallers(subject);
  const slowest = Math.max(...times);
  console.log(
    `${program}: ${shown(memory)} MiB at most; others waited ${shown(median(times))} ms, at most ${shown(slowest)} ms, ` +
      `in ${times.length} requests over ${seconds} s`,
  );
  if (program === 'main.js') isWithin = memory < most.memory && median(times) < most.median;
  await subject.stop();
}
process.exitCode = isWithin ? 0 : 1;
