import { parseArgs } from 'node:util';
import { accept, type Result, refuse } from '../core/index.ts';
import { nearestName } from '../fixtures/nearest-name.ts';

export interface Options {
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
  | { readonly kind: 'serve'; readonly options: Options };

export const keyVariable = 'CONVERSATION_RESET_API_KEY';

export const help = `Usage: conversation-reset-mock [options]

Serves the Conversation Reset API, with the calls around it, on a world kept in
memory. Every request needs the header apikey.

  --host HOST          where to listen (127.0.0.1)
  --port PORT          0 picks a free one (4010)
  --world FILE         the starting world, or the name of a shipped one, such as
                       two-friends
  --behaviour FILE     what to do where the specification is silent, or the name
                       of a shipped one, such as strict
  --api-key KEY        the key with full access; better handed over in the
                       environment's ${keyVariable} (local-key)
  --auth-only-key KEY  a key that lacks the scope, refused with 403 (none)
  --help               this page
  --version            the version

The first line on stdout is "listening on URL", once requests are answered. Logs
go to stderr. SIGINT and SIGTERM finish what is in flight and exit with 0; a bad
option, file or address exits with 2.
`;

const names = {
  host: { type: 'string' },
  port: { type: 'string' },
  world: { type: 'string' },
  behaviour: { type: 'string' },
  'api-key': { type: 'string' },
  'auth-only-key': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type Name = keyof typeof names;
type Given = Readonly<Partial<Record<Name, string>>>;

/** What the command line asks for, or one sentence that says what is wrong with it. */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv): Result<CommandLine, string> {
  const given = readArguments(args);
  if (!given.ok) return given;
  const { value } = given;
  if (value.help !== undefined) return accept({ kind: 'help' });
  if (value.version !== undefined) return accept({ kind: 'version' });
  return readOptions(value, env);
}

/** The last one counts when an option is given twice. */
function readArguments(args: readonly string[]): Result<Given, string> {
  const { tokens } = parseArgs({ args: [...args], options: names, strict: false, tokens: true });
  const given: Partial<Record<Name, string>> = {};
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') return refuse(`Unexpected argument ${token.value}; see --help.`);
    const { name, rawName, value, inlineValue } = token;
    if (!isName(name)) return refuse(unknownOption(rawName));
    if (names[name].type === 'boolean') {
      if (value !== undefined) return refuse(`The option ${rawName} takes no value.`);
      given[name] = '';
    } else {
      // What looks like an option is one, unless it is written with an equals sign.
      if (value === undefined || (!inlineValue && /^-./.test(value))) {
        return refuse(`The option ${rawName} needs a value, as in ${rawName} ${examples[name] ?? 'VALUE'}.`);
      }
      given[name] = value;
    }
  }
  return accept(given);
}

const isName = (name: string): name is Name => Object.hasOwn(names, name);

const examples: Readonly<Partial<Record<Name, string>>> = {
  host: '127.0.0.1',
  port: '4010',
  world: 'world.yaml',
  behaviour: 'behaviour.yaml',
  'api-key': 'KEY',
  'auth-only-key': 'KEY',
};

function unknownOption(rawName: string): string {
  const nearest = nearestName(rawName.replace(/^-+/, ''), Object.keys(names));
  return `Unknown option ${rawName}; ${nearest === undefined ? 'see --help.' : `did you mean --${nearest}?`}`;
}

function readOptions(given: Given, env: NodeJS.ProcessEnv): Result<CommandLine, string> {
  const { host = '127.0.0.1', port = '4010', world, behaviour, 'auth-only-key': authOnlyKey } = given;
  if (host === '') return refuse('The value of --host is empty; the default is 127.0.0.1.');
  if (world === '') return refuse('The value of --world is empty; it is a file, or the name of a shipped world.');
  if (behaviour === '') {
    return refuse('The value of --behaviour is empty; it is a file, or the name of a shipped behaviour.');
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return refuse(`The port must be a whole number from 0 to 65535, not ${port === '' ? 'empty' : port}.`);
  }

  const apiKey = given['api-key'] ?? env[keyVariable] ?? 'local-key';
  const badKey =
    wrongKey(apiKey, given['api-key'] === undefined ? keyVariable : '--api-key') ??
    (authOnlyKey === undefined ? undefined : wrongKey(authOnlyKey, '--auth-only-key'));
  if (badKey !== undefined) return refuse(badKey);
  if (authOnlyKey === apiKey) return refuse('The keys of --api-key and --auth-only-key must differ.');

  return accept({ kind: 'serve', options: { host, port: Number(port), world, behaviour, apiKey, authOnlyKey } });
}

/** What is wrong with a key, without repeating it. */
function wrongKey(key: string, source: string): string | undefined {
  if (key === '') return `The key in ${source} is empty.`;
  if (/^[\x21-\x7e]+$/.test(key)) return undefined;
  return `The key in ${source} has characters that no header can carry; allowed are visible ASCII characters.`;
}
