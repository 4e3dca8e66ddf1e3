import { keyVariable } from '../fixtures/command-line/api-keys.ts';
import { flagOf } from '../fixtures/command-line/options.ts';
import { orRefuse, Refusal } from '../fixtures/command-line/output.ts';
import { readArguments, type Written } from '../fixtures/command-line/read-arguments.ts';
import { numberOf } from '../fixtures/plain-data.ts';
import { type MockServerOptions, type Settled, settleOptions } from './options.ts';
import { controlVariable, mockDefaults, tokenVariable, urlVariable } from './settings.ts';

export type Options = Settled & {
  /** Whether a line is written for each request; undefined where nobody said so. */
  readonly log: boolean | undefined;
  /** Whether the world is read again when its file changes. */
  readonly watch: boolean;
};

export type CommandLine =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
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
init writes a world to begin with to FILE (world.yaml): JSON where it ends in
.json, else YAML.

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
                       specification is silent and could be said otherwise, and
                       every call that there is not, with 501
  --allow-unspecified AXIS
                       but for this one; may repeat
  --cors ORIGIN        pages of this origin may call the API too, not only those
                       of this machine; may repeat, and * is any
  --no-cors            no page may
  --journal N          requests that each sandbox's journal keeps (${mockDefaults.journal})
  --sandboxes N        sandboxes with a name that are open at once, beside those
                       that a test holds (${mockDefaults.sandboxes})
  --control-token TOKEN
                       opens /_mock to whoever has it, from anywhere, and to
                       nobody else; better handed over in
                       ${tokenVariable}
  --no-control         serve no /_mock, and hand COMMAND none
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

/** What the command line asks for. Throws `Refusal` with one sentence. */
export function parseCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  if (args[0] === 'exec') return parseExec(args.slice(1), env);
  if (args[0] === 'init') return parseInit(args.slice(1));
  const written = readArguments(args, help);
  const [stray] = written.positionals;
  if (stray === 'exec') throw new Refusal('exec comes before the options, as in exec --port 4010 -- npm test.');
  if (stray !== undefined) throw new Refusal(`Unexpected argument ${stray}; see --help.`);
  for (const kind of ['help', 'version'] as const) if (kind in written.values) return { kind };
  return { kind: 'serve', options: serveOptions(written, env) };
}

function parseExec(args: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const end = args.indexOf('--');
  const needsCommand = 'exec needs a command behind --, as in exec -- npm test.';
  if (end === -1 && args[0] !== undefined && !args[0].startsWith('-')) throw new Refusal(needsCommand);
  const [program, ...rest] = end === -1 ? [] : args.slice(end + 1);
  const own = parseCommandLine(end === -1 ? args : ['--port', '0', ...args.slice(0, end)], env);
  if (own.kind !== 'serve') return own;
  if (program === undefined) throw new Refusal(needsCommand);
  return { kind: 'exec', options: own.options, command: [program, ...rest] };
}

function parseInit(args: readonly string[]): CommandLine {
  const { values, positionals } = readArguments(args, '');
  if ('help' in values) return { kind: 'help' };
  const [file = 'world.yaml', ...rest] = positionals;
  if (rest.length > 0) throw new Refusal('init takes the name of one file, as in init world.yaml.');
  return { kind: 'init', file };
}

function serveOptions({ values, all }: Written, env: NodeJS.ProcessEnv): Options {
  for (const [one, other] of [['cors', 'no-cors'] as const, ['log', 'quiet'] as const]) {
    if (one in values && other in values) throw new Refusal(`The options --${one} and --${other} exclude each other.`);
  }
  if ('watch' in values && !('world' in values)) throw new Refusal('The option --watch needs --world FILE.');
  const isOff = 'no-control' in values;
  const given = {
    host: values['host'],
    port: numberOf(values['port']),
    world: values['world'],
    behaviour: values['behaviour'],
    apiKey: values['api-key'] ?? env[keyVariable],
    authOnlyKey: values['auth-only-key'],
    journal: numberOf(values['journal']),
    sandboxes: numberOf(values['sandboxes']),
    failOnUnspecified: 'fail-on-unspecified' in values,
    allowUnspecified: all['allow-unspecified'],
    cors: 'no-cors' in values ? false : all['cors'],
    control: !isOff,
    controlToken: values['control-token'] ?? (isOff ? undefined : env[tokenVariable]),
  };
  const called = (name: keyof MockServerOptions): string => {
    if (name === 'control') return '--no-control';
    const option = flagOf(name);
    const variable = name === 'apiKey' ? keyVariable : name === 'controlToken' ? tokenVariable : '';
    return !(option.slice(2) in values) && variable in env ? variable : option;
  };
  const log = 'log' in values || ('quiet' in values ? false : undefined);
  return { ...orRefuse(settleOptions(given, called)), log, watch: 'watch' in values };
}
