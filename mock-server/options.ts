import { accept, type Result, refuse } from '../core/index.ts';
import { keyVariable, readKeys, wrongKey } from '../fixtures/command-line/api-keys.ts';
import { readArguments, type Written } from '../fixtures/command-line/read-arguments.ts';
import { nearestName } from '../fixtures/nearest-name.ts';
import { type Axis, axes } from './axis.ts';
import { wrongOrigin } from './cors.ts';
import type { MockSettings } from './mock.ts';
import { controlVariable, mockDefaults, type Numeric, tokenVariable, urlVariable, wrongNumber } from './settings.ts';

export interface Options extends Omit<MockSettings, 'start' | 'keys' | 'milliseconds' | 'observe'> {
  /** Whether a line is written for each request; undefined where nobody said so. */
  readonly log: boolean | undefined;
  /** Whether the world is read again when its file changes. */
  readonly watch: boolean;
  readonly host: string;
  readonly port: number;
  /** A file, or the name of a shipped world; undefined is the embedded one. */
  readonly world: string | undefined;
  /** A file, or the name of a shipped behaviour; undefined is the reference behaviour. */
  readonly behaviour: string | undefined;
  readonly apiKey: string;
  readonly authOnlyKey: string | undefined;
}

export type CommandLine =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** Writes a world to begin with. */
  | { readonly kind: 'init'; readonly file: string }
  | { readonly kind: 'serve'; readonly options: Options }
  /** Serves for as long as a command runs; its first word is the program. */
  | { readonly kind: 'exec'; readonly options: Options; readonly command: readonly [string, ...string[]] };

export const help = `Usage: conversation-reset-mock [options]
       conversation-reset-mock exec [options] -- COMMAND
       conversation-reset-mock init [FILE]

Serves the Conversation Reset API, with the calls around it, on a world kept in
memory. Every request needs the header apikey. A key KEY.name, of a-z 0-9 -,
opens a sandbox: the same world, for its own requests alone.

Examples
  conversation-reset-mock
      serves a team of five on http://127.0.0.1:${mockDefaults.port}/v3
  conversation-reset-mock --world two-friends
      the same with a smaller world, one of those that come by name
  conversation-reset-mock exec --world two-friends -- npm test
      serves on a free port for as long as your tests run
  conversation-reset-mock --behaviour found.yaml
      answers as your service does where the specification is silent, once
      conversation-reset-conformance --behaviour-out found.yaml found that out

With exec, COMMAND finds the address in ${urlVariable}, the key in
${keyVariable} and the control surface in
${controlVariable}; signals are passed on to it.
init writes a world to begin with to FILE (world.yaml).

Options
  --host HOST          where to listen (127.0.0.1)
  --port PORT          0 picks a free one (${mockDefaults.port}; with exec 0)
  --world FILE         the starting world, or the name of a shipped one, such as
                       two-friends
  --watch              read the world again when its file changes
  --behaviour FILE     what to do where the specification is silent, or the name
                       of a shipped one, such as strict
  --api-key KEY        the key with full access; better handed over in the
                       environment's ${keyVariable} (local-key)
  --auth-only-key KEY  a key that lacks the scope, refused with 403 (none)
  --fail-on-unspecified
                       refuse resets that rest on a choice where the
                       specification is silent and could be said otherwise
  --allow-unspecified AXIS
                       but for this one; may repeat
  --cors ORIGIN        pages of this origin may call the API too, not only those
                       of this machine; may repeat, and * is any
  --no-cors            no page may
  --journal N          requests that each sandbox's journal keeps (${mockDefaults.journal})
  --sandboxes N        sandboxes with a name that are open at once (${mockDefaults.sandboxes})
  --control-token TOKEN
                       opens /_mock to whoever has it, from anywhere, and to
                       nobody else; better handed over in
                       ${tokenVariable}
  --no-control         serve no /_mock
  --log                write a line for each request to stderr, as is done where
                       that is a terminal
  --quiet              write none
  --help               this page
  --version            the version

The first line on stdout is "listening on URL", once requests are answered. Logs
go to stderr. SIGINT and SIGTERM finish what is in flight.

Exit codes
  0 stopped by a signal    2 bad option, file or address
  With exec, the one of COMMAND: where a signal ended it, 128 and the signal's
  number; 126 where it cannot be started, 127 where there is no such program
`;

const examples = {
  host: '127.0.0.1',
  port: '4010',
  world: 'world.yaml',
  behaviour: 'behaviour.yaml',
  'api-key': 'KEY',
  'auth-only-key': 'KEY',
  journal: '1000',
  sandboxes: '128',
  'control-token': 'TOKEN',
  'fail-on-unspecified': null,
  'allow-unspecified': 'addressing',
  watch: null,
  log: null,
  quiet: null,
  cors: 'http://app.test:5173',
  'no-cors': null,
  'no-control': null,
  help: null,
  version: null,
};

type Given = Written<keyof typeof examples>['values'];

/** What the command line asks for, or one sentence that says what is wrong with it. */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv): Result<CommandLine, string> {
  if (args[0] === 'exec') return parseExec(args.slice(1), env);
  if (args[0] === 'init') return parseInit(args.slice(1));
  const written = readArguments(args, examples);
  if (!written.ok) return written;
  const { values, positionals, options } = written.value;
  if (positionals[0] === 'exec') return refuse('exec comes before the options, as in exec --port 4010 -- npm test.');
  if (positionals[0] !== undefined) return refuse(`Unexpected argument ${positionals[0]}; see --help.`);
  for (const kind of ['help', 'version'] as const) if (values[kind] !== undefined) return accept({ kind });
  const all = (wanted: string) => options.flatMap(([name, value]) => (name === wanted ? [value] : []));
  return readOptions(values, all('cors'), all('allow-unspecified'), env);
}

function parseExec(args: readonly string[], env: NodeJS.ProcessEnv): Result<CommandLine, string> {
  const end = args.indexOf('--');
  if (end === -1 && args[0] !== undefined && !args[0].startsWith('-')) return refuse(needsCommand);
  const [program, ...rest] = end === -1 ? [] : args.slice(end + 1);
  const own = parseOptions(end === -1 ? args : ['--port', '0', ...args.slice(0, end)], env);
  if (!own.ok || own.value.kind !== 'serve') return own;
  if (program === undefined) return refuse(needsCommand);
  return accept({ kind: 'exec', options: own.value.options, command: [program, ...rest] });
}

function parseInit([file = 'world.yaml', ...rest]: readonly string[]): Result<CommandLine, string> {
  if (file.startsWith('-') || rest.length > 0) return refuse('init takes the name of one file, as in init world.yaml.');
  return accept({ kind: 'init', file });
}

const needsCommand = 'exec needs a command behind --, as in exec -- npm test.';

function readOptions(
  given: Given,
  origins: readonly string[],
  allowed: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<CommandLine, string> {
  const { host = mockDefaults.host, world, behaviour } = given;
  const port = readNumber(given, 'port');
  if (!port.ok) return port;

  const written = { apiKey: given['api-key'], authOnlyKey: given['auth-only-key'] };
  const keys = readKeys(written, env, { apiKey: '--api-key', authOnlyKey: '--auth-only-key' });
  if (!keys.ok) return keys;

  const journal = readNumber(given, 'journal');
  if (!journal.ok) return journal;
  const sandboxes = readNumber(given, 'sandboxes');
  if (!sandboxes.ok) return sandboxes;
  const control = readControl(given, env);
  if (!control.ok) return control;

  const cors = readCors(given, origins);
  if (!cors.ok) return cors;
  const strict = readStrict(given, allowed);
  if (!strict.ok) return strict;
  if (given.log !== undefined && given.quiet !== undefined) {
    return refuse('The options --log and --quiet exclude each other.');
  }
  if (given.watch !== undefined && world === undefined) return refuse('The option --watch needs --world FILE.');

  const options: Options = {
    host,
    port: port.value,
    world,
    behaviour,
    ...keys.value,
    journal: journal.value,
    sandboxes: sandboxes.value,
    failOnUnspecified: strict.value,
    log: given.log !== undefined ? true : given.quiet !== undefined ? false : undefined,
    watch: given.watch !== undefined,
    cors: cors.value,
    control: control.value,
  };
  return accept({ kind: 'serve', options });
}

function readNumber(given: Given, name: Numeric): Result<number, string> {
  const text = given[name];
  if (text === undefined) return accept(mockDefaults[name]);
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  const wrong = wrongNumber(name, value, `--${name}`, text);
  return wrong === undefined ? accept(value) : refuse(wrong);
}

function readStrict(given: Given, allowed: readonly string[]): Result<Options['failOnUnspecified'], string> {
  const unknown = allowed.find((axis) => !axes.some((known) => known === axis));
  if (unknown !== undefined) {
    const near = nearestName(unknown, axes);
    return refuse(
      `${unknown} is no axis; ${near === undefined ? `those are ${axes.join(', ')}` : `did you mean ${near}?`}`,
    );
  }
  if (given['fail-on-unspecified'] !== undefined) return accept({ allowed: allowed as readonly Axis[] });
  return allowed.length === 0 ? accept(false) : refuse('The option --allow-unspecified needs --fail-on-unspecified.');
}

function readCors(given: Given, origins: readonly string[]): Result<Options['cors'], string> {
  if (given['no-cors'] !== undefined) {
    return origins.length === 0 ? accept(false) : refuse('The options --cors and --no-cors exclude each other.');
  }
  const wrong = origins.map((origin) => wrongOrigin(origin, '--cors')).find((sentence) => sentence !== undefined);
  return wrong === undefined ? accept(origins) : refuse(wrong);
}

function readControl(given: Given, env: NodeJS.ProcessEnv): Result<Options['control'], string> {
  if (given['no-control'] !== undefined) {
    if (given['control-token'] === undefined) return accept(false);
    return refuse('The options --no-control and --control-token exclude each other.');
  }
  const token = given['control-token'] ?? env[tokenVariable];
  const bad =
    token === undefined
      ? undefined
      : wrongKey(token, given['control-token'] === undefined ? tokenVariable : '--control-token');
  return bad === undefined ? accept({ token }) : refuse(bad);
}
