#!/usr/bin/env node
import { keyVariable } from '../fixtures/command-line/api-keys.ts';
import { help, type Options, parseCommandLine } from './command-line.ts';
import { type OpenMock, openMock } from './mock.ts';
import { controlVariable, tokenVariable, urlVariable } from './settings.ts';

const log = (line: string): void => console.error(line);

// A reader that goes away, such as head, has read what it wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') fail([`What should be printed could not be written: ${error.message}.`]);
});

const commandLine = parseCommandLine(process.argv.slice(2), process.env);
if (!commandLine.ok) fail([commandLine.refusal]);
else if (commandLine.value.kind === 'help') process.stdout.write(help);
else if (commandLine.value.kind === 'version') await showVersion();
else if (commandLine.value.kind === 'init') await init(commandLine.value.file);
else if (commandLine.value.kind === 'exec') await exec(commandLine.value.options, commandLine.value.command);
else await serve(commandLine.value.options);

async function showVersion(): Promise<void> {
  const { version } = await import('../fixtures/command-line/version.ts');
  process.stdout.write(`${version()}\n`);
}

async function serve(options: Options): Promise<void> {
  const opened = await open(options);
  if (opened === undefined) return;
  const { url, close } = opened;
  // A terminal sends Ctrl-C to npm and to what npm started, and npm passes it on: the second one changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void close().then(() => process.exit(0)));
  process.stdout.write(`listening on ${url}\n`);
}

async function exec(options: Options, command: readonly [string, ...string[]]): Promise<void> {
  const [{ runCommand }, opened] = await Promise.all([import('./run-command.ts'), open(options)]);
  if (opened === undefined) return;
  const { code, problem } = await runCommand(command, {
    [urlVariable]: opened.url,
    [keyVariable]: options.apiKey,
    [controlVariable]: new URL('/_mock', opened.url).href,
    ...(options.controlToken === undefined ? {} : { [tokenVariable]: options.controlToken }),
  });
  if (problem !== undefined) log(problem);
  await opened.close(0);
  process.exit(code);
}

async function init(file: string): Promise<void> {
  const { writeStarterWorld } = await import('./init.ts');
  const problem = writeStarterWorld(file);
  if (problem !== undefined) fail([problem]);
  else process.stdout.write(`${file} is written; serve it with npx conversation-reset-mock --world ${file} --watch\n`);
}

/** Undefined when it could not, which has been reported then. Closing it writes what the log still has to say. */
async function open(options: Options): Promise<OpenMock | undefined> {
  const { world } = options;
  const requests = (options.log ?? process.stderr.isTTY) ? await openLog(options) : undefined;
  const opened = await openMock({ ...options, log, observe: requests?.note });
  if (!opened.ok) {
    fail(opened.refusal);
    return undefined;
  }
  if (options.watch && typeof world === 'string') {
    const { watchWorld } = await import('./watch-world.ts');
    watchWorld(opened.value.mock, world, options, log);
  }
  return { ...opened.value, close: (grace) => opened.value.close(grace).then(requests?.flush) };
}

async function openLog(options: Options) {
  const { requestLog } = await import('./request-log.ts');
  const isColoured = process.stderr.isTTY && process.env['NO_COLOR'] === undefined;
  return requestLog((text) => process.stderr.write(text), options, isColoured);
}

function fail(sentences: readonly string[]): void {
  for (const sentence of sentences) log(sentence);
  process.exitCode = 2;
}
