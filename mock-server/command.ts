import { keyVariable } from '../fixtures/command-line/api-keys.ts';
import { hasColour, orRefuse, Refusal, say, unlessRefused } from '../fixtures/command-line/output.ts';
import { type CommandLine, help, type Options, parseCommandLine } from './command-line.ts';
import { type OpenMock, openMock } from './mock.ts';
import { controlVariable, tokenVariable, urlVariable } from './settings.ts';

// A reader that goes away, such as head, has read what it wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  say(`What should be printed could not be written: ${error.message}.`);
  process.exitCode = 2;
});

/** Does what the command line asks for. Resolves to the exit code, which a server that serves may still change. */
export const command = (): Promise<number> =>
  unlessRefused(() => obey(parseCommandLine(process.argv.slice(2), process.env)));

async function obey(asked: CommandLine): Promise<number> {
  if (asked.kind === 'exec') return exec(asked.options, asked.command);
  if (asked.kind === 'serve') await serve(asked.options);
  else if (asked.kind === 'init') await init(asked.file);
  else if (asked.kind === 'help') process.stdout.write(help);
  else process.stdout.write(`${(await import('../fixtures/command-line/version.ts')).version()}\n`);
  return 0;
}

async function serve(options: Options): Promise<void> {
  const { url, close } = await open(options);
  // A terminal sends Ctrl-C to npm and to what npm started, and npm passes it on: the second one changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void close(inFlight).then(() => process.exit(0)));
  process.stdout.write(`listening on ${url}\n`);
}

/** More milliseconds than all faults on purpose together let an answer wait. */
const inFlight = 180_000;

async function exec(options: Options, command: readonly [string, ...string[]]): Promise<never> {
  const [{ runCommand }, { url, close }] = await Promise.all([import('./run-command.ts'), open(options)]);
  // Where it listens on every address, a command of this machine reaches it on one of its own.
  const own = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const { code, problem } = await runCommand(command, {
    [urlVariable]: own,
    [keyVariable]: options.apiKey,
    [controlVariable]: options.control ? new URL('/_mock', own).href : undefined,
    [tokenVariable]: options.controlToken,
  });
  if (problem !== undefined) say(problem);
  await close(0);
  process.exit(code);
}

async function init(file: string): Promise<void> {
  const { writeStarterWorld } = await import('./init.ts');
  const problem = writeStarterWorld(file);
  if (problem !== undefined) throw new Refusal(problem);
  process.stdout.write(`${file} is written; serve it with npx conversation-reset-mock --world ${file} --watch\n`);
}

/** Closing it writes what the log still has to say. */
async function open(options: Options): Promise<OpenMock> {
  const { world } = options;
  const requests = (options.log ?? process.stderr.isTTY) ? await openLog(options) : undefined;
  const { mock, url, close } = orRefuse(await openMock({ ...options, log: say, ...requests }));
  if (options.watch && typeof world === 'string') {
    const { watchWorld } = await import('./watch-world.ts');
    watchWorld(mock, world, say);
  }
  return { mock, url, close: (grace) => close(grace).then(requests?.flush) };
}

async function openLog(options: Options) {
  const { requestLog } = await import('./request-log.ts');
  return requestLog((text) => process.stderr.write(text), options, hasColour(process.stderr));
}
