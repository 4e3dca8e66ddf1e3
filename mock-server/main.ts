#!/usr/bin/env node
import { keyVariable } from '../fixtures/command-line/api-keys.ts';
import { version } from '../fixtures/command-line/version.ts';
import { type OpenMock, openMock } from './open-mock.ts';
import { help, type Options, parseOptions, urlVariable } from './options.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const log = (line: string): void => console.error(line);

const commandLine = parseOptions(process.argv.slice(2), process.env);
if (!commandLine.ok) fail([commandLine.refusal]);
else if (commandLine.value.kind === 'help') process.stdout.write(help);
else if (commandLine.value.kind === 'version') process.stdout.write(`${version()}\n`);
else if (commandLine.value.kind === 'exec') await exec(commandLine.value.options, commandLine.value.command);
else await serve(commandLine.value.options);

async function serve(options: Options): Promise<void> {
  const opened = await open(options);
  if (opened === undefined) return;
  const { url, close } = opened;
  stopOnSignals(process, {
    finish: () => void close().then(() => process.exit(0)),
    cut: () => void close(0),
  });
  process.stdout.write(`listening on ${url}\n`);
}

async function exec(options: Options, command: readonly [string, ...string[]]): Promise<void> {
  const [{ runCommand }, opened] = await Promise.all([import('./run-command.ts'), open(options)]);
  if (opened === undefined) return;
  const { code, problem } = await runCommand(command, { [urlVariable]: opened.url, [keyVariable]: options.apiKey });
  if (problem !== undefined) log(problem);
  await opened.close(0);
  process.exit(code);
}

/** Undefined when it could not, which has been told then. */
async function open(options: Options): Promise<OpenMock | undefined> {
  const opened = await openMock({ ...options, listen: true, log });
  if (opened.ok) return opened.value;
  fail(opened.refusal);
  return undefined;
}

function fail(sentences: readonly string[]): void {
  for (const sentence of sentences) log(sentence);
  process.exitCode = 2;
}
