#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createMock } from './mock.ts';
import { help, keyVariable, type Options, parseOptions, urlVariable } from './options.ts';
import { type RunningServer, startServer } from './server.ts';
import { readStartingPoint } from './starting-point.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const log = (line: string): void => console.error(line);

const commandLine = parseOptions(process.argv.slice(2), process.env);
if (!commandLine.ok) fail([commandLine.refusal]);
else if (commandLine.value.kind === 'help') process.stdout.write(help);
else if (commandLine.value.kind === 'version') process.stdout.write(`${version()}\n`);
else if (commandLine.value.kind === 'exec') await exec(commandLine.value.options, commandLine.value.command);
else await serve(commandLine.value.options);

async function serve(options: Options): Promise<void> {
  const server = await start(options);
  if (server === undefined) return;
  stopOnSignals(process, {
    finish: () => void server.close().then(() => process.exit(0)),
    cut: () => void server.close(0),
  });
  process.stdout.write(`listening on ${server.origin}/v3\n`);
}

async function exec(options: Options, command: readonly [string, ...string[]]): Promise<void> {
  const [{ runCommand }, server] = await Promise.all([import('./run-command.ts'), start(options)]);
  if (server === undefined) return;
  const env = { [urlVariable]: `${server.origin}/v3`, [keyVariable]: options.apiKey };
  const { code, problem } = await runCommand(command, env);
  if (problem !== undefined) log(problem);
  await server.close(0);
  process.exit(code);
}

/** Undefined when it could not, which has been told then. */
async function start(options: Options): Promise<RunningServer | undefined> {
  const { host, port, world, behaviour, apiKey, authOnlyKey, journal, worlds, failOnUnspecified, control } = options;
  const point = await readStartingPoint({ world, behaviour }, Math.floor(Date.now() / 1000));
  if (!point.ok) {
    fail(point.refusal);
    return undefined;
  }
  const mock = await createMock({
    start: point.value,
    keys: authOnlyKey === undefined ? { apiKey } : { apiKey, authOnlyKey },
    journal,
    worlds,
    failOnUnspecified,
    control,
    milliseconds: Date.now,
  });
  try {
    const server = await startServer({ host, port, ...mock.served, log });
    const close = (grace?: number): Promise<void> => {
      mock.closing.abort();
      return server.close(grace);
    };
    return { ...server, close };
  } catch (error) {
    fail([cannotListen(error, host, port)]);
    return undefined;
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
