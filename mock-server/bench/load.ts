import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one slice of load saw. Latencies in microseconds. */
export interface Slice {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

interface Load {
  readonly port: number;
  readonly connections: number;
  /** The actor has a conversation with each of `u000001` to this one; targets are drawn uniformly. */
  readonly conversations: number;
}

export const otherUser = (number: number): string => `u${String(number).padStart(6, '0')}`;

export const hasWrk = (): boolean => spawnSync('wrk', ['--version']).error === undefined;

/** Resets that keep the order, so that every request meets the same list. */
const script = `
local conversations, head
function init(args)
  conversations = tonumber(args[1])
  math.randomseed(tonumber(args[2]))
  head = 'DELETE /v3/users/actor/conversation HTTP/1.1\\r\\nHost: ' .. wrk.headers['Host'] ..
    '\\r\\nonBehalfOf: actor\\r\\nContent-Type: application/json\\r\\nContent-Length: 51\\r\\napikey: local-key'
end
function request()
  return head .. string.format('\\r\\n\\r\\n{"conversationWith":"u%06d","preserveOrder":true}', math.random(conversations))
end
function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format('\\nRESULT {"requests":%d,"microseconds":%d,"failed":%d,"p50":%d,"p99":%d}\\n',
    summary.requests, summary.duration, failed, latency:percentile(50), latency:percentile(99)))
end
`;

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const scriptFile = join(folder, 'resets.lua');
writeFileSync(scriptFile, script);
process.once('exit', () => rmSync(folder, { recursive: true }));

let seed = 1;

/** One slice of a second, from another process. Throws when anything was refused: then it would measure refusals. */
export async function putLoad({ port, connections, conversations }: Load): Promise<Slice> {
  seed += 1;
  const output = await outputOf('wrk', [
    ...['-t', '1', '-c', String(connections), '-d', '1s', '--timeout', '20s', '-s', scriptFile],
    ...[`http://127.0.0.1:${port}`, '--', String(conversations), String(seed)],
  ]);
  const result = /^RESULT (.*)$/m.exec(output)?.[1];
  if (result === undefined) throw new Error(`wrk said nothing of use:\n${output}`);
  const { requests, microseconds, failed, p50, p99 } = JSON.parse(result) as Record<string, number>;
  if (requests === undefined || microseconds === undefined || p50 === undefined || p99 === undefined || failed !== 0) {
    throw new Error(`wrk saw ${failed} of ${requests} requests fail`);
  }
  return { requests, perSecond: (requests * 1e6) / microseconds, p50, p99 };
}

function outputOf(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject).once('close', () => resolve(output));
  });
}
