#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createHandler } from './handle-request.ts';
import { help, type Options, parseOptions } from './options.ts';
import { startServer } from './server.ts';
import { readStartingPoint } from './starting-point.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const now = (): number => Math.floor(Date.now() / 1000);
const log = (line: string): void => console.error(line);

const commandLine = parseOptions(process.argv.slice(2), process.env);
if (!commandLine.ok) fail([commandLine.refusal]);
else if (commandLine.value.kind === 'help') process.stdout.write(help);
else if (commandLine.value.kind === 'version') process.stdout.write(`${version()}\n`);
else await serve(commandLine.value.options);

async function serve({ host, port, world, behaviour, apiKey, authOnlyKey }: Options): Promise<void> {
  const start = await readStartingPoint({ world, behaviour }, now());
  if (!start.ok) {
    fail(start.refusal);
    return;
  }
  const keys = authOnlyKey === undefined ? { apiKey } : { apiKey, authOnlyKey };
  const handle = createHandler({ ...keys, behaviour: start.value.behaviour, now });
  try {
    const server = await startServer({ host, port, handle, state: start.value.state, log });
    stopOnSignals(process, {
      finish: () => void server.close().then(() => process.exit(0)),
      cut: () => void server.close(0),
    });
    process.stdout.write(`listening on ${server.origin}/v3\n`);
  } catch (error) {
    fail([cannotListen(error, host, port)]);
  }
}

function cannotListen(error: unknown, host: string, port: number): string {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use; choose another with --port, where 0 picks a free one.`;
    case 'EACCES':
      return `Port ${port} of ${host} needs more rights than this process has; choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${host} is no address of this machine; the default is 127.0.0.1.`;
    default:
      return `Cannot listen on port ${port} of ${host}: ${error.message}.`;
  }
}

function fail(sentences: readonly string[]): void {
  for (const sentence of sentences) log(sentence);
  process.exitCode = 2;
}

function version(): string {
  // From dist/mock-server/.
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
