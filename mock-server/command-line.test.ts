import { expect, it } from 'vitest';
import { help, type Options, parseCommandLine } from './command-line.ts';

const defaults: Options = {
  ...{ host: '127.0.0.1', port: 4010, apiKey: 'local-key', journal: 1000, sandboxes: 128, listen: true, control: true },
  ...{ failOnUnspecified: false, allowUnspecified: [], cors: [], log: undefined, watch: false },
};

const parse = (line: string, env: NodeJS.ProcessEnv = {}) => parseCommandLine(line === '' ? [] : line.split(' '), env);
const refused = (sentence: string) => expect.objectContaining({ sentences: [expect.stringContaining(sentence)] });

it.each<[line: string, wanted: Partial<Options>]>([
  ['', {}],
  ['--host 0.0.0.0', { host: '0.0.0.0' }],
  ['--port 1 --port 2', { port: 2 }],
  ['--world a.yaml --behaviour strict --watch', { world: 'a.yaml', behaviour: 'strict', watch: true }],
  ['--api-key k --auth-only-key l', { apiKey: 'k', authOnlyKey: 'l' }],
  ['--journal 0 --sandboxes 1', { journal: 0, sandboxes: 1 }],
  ['--no-control', { control: false }],
  ['--control-token t', { controlToken: 't' }],
  ['--cors http://a.test --cors *', { cors: ['http://a.test', '*'] }],
  ['--no-cors', { cors: false }],
  ['--log', { log: true }],
  ['--quiet', { log: false }],
  [
    '--fail-on-unspecified --allow-unspecified addressing --allow-unspecified statuses.unknownUser',
    { failOnUnspecified: true, allowUnspecified: ['addressing', 'statuses.unknownUser'] },
  ],
])('should read %j', (line, wanted) => {
  expect(parse(line)).toEqual({ kind: 'serve', options: { ...defaults, ...wanted } });
});

it.each<[line: string, apiKey: string, controlToken?: string]>([
  ['', 'from-env', 'token-from-env'],
  ['--no-control', 'from-env'],
  ['--api-key a --control-token b', 'a', 'b'],
])('should take key and token from the environment too: %j', (line, apiKey, controlToken) => {
  const env = { CONVERSATION_RESET_API_KEY: 'from-env', CONVERSATION_RESET_CONTROL_TOKEN: 'token-from-env' };
  expect(parse(line, env)).toMatchObject({
    kind: 'serve',
    options: { apiKey, ...(controlToken && { controlToken }) },
  });
});

const [onFreePort, npmTest] = [{ ...defaults, port: 0, journal: 5 }, ['npm', 'test', '--', '--port', '1']];
it.each([
  ['exec --journal 5 -- npm test -- --port 1', { kind: 'exec', options: onFreePort, command: npmTest }],
  ['exec --port 99 -- true', { kind: 'exec', options: { ...defaults, port: 99 }, command: ['true'] }],
  ...['--port 99 --help', '-h', 'init --help', 'exec -h'].map((line) => [line, { kind: 'help' }] as const),
  ['init', { kind: 'init', file: 'world.yaml' }],
  ['init a.json', { kind: 'init', file: 'a.json' }],
] as const)('should not serve, but do what is asked: %s', (line, asked) => {
  expect(parse(line)).toEqual(asked);
});

it.each<[line: string, sentence: string]>([
  ['--behavior x', 'Unknown option --behavior; did you mean --behaviour?'],
  ['--frobnicate', 'Unknown option --frobnicate; see --help.'],
  ['-x', 'Unknown option -x; see --help.'],
  ['4010', 'Unexpected argument 4010; see --help.'],
  ['--control-token t exec', 'exec comes before the options, as in exec --port 4010 -- npm test.'],
  ['--world --port 0', 'The option --world needs a value, as in --world FILE; see --help.'],
  ['--help=me', 'The option --help takes no value.'],
  ['--port ', 'The value of --port is empty; it needs one, as in --port PORT; see --help.'],
  ['--port 0x10', '--port must be a whole number from 0 to 65535, not "0x10".'],
  ['--sandboxes 0', '--sandboxes must be a whole number from 1 to 100000, not 0.'],
  ['--no-control --control-token t', 'The options --no-control and --control-token exclude each other.'],
  ['--no-cors --cors *', 'The options --cors and --no-cors exclude each other.'],
  ['--cors http://a.test/', 'http://a.test/ is no origin; the value of --cors is one such as http://a.test here.'],
  ['--log --quiet', 'The options --log and --quiet exclude each other.'],
  ['--watch', 'The option --watch needs --world FILE.'],
  ['--allow-unspecified addressing', 'The option --allow-unspecified needs --fail-on-unspecified.'],
  ['--allow-unspecified adressing', 'axis of --allow-unspecified cannot be "adressing" (did you mean addressing?)'],
  ['init --log', 'Unknown option --log; see --help.'],
  ['init a b', 'init takes the name of one file, as in init world.yaml.'],
  ['exec npm test', 'exec needs a command behind --, as in exec -- npm test.'],
  ['exec --', 'exec needs a command behind --, as in exec -- npm test.'],
  ['--auth-only-key local-key', 'The keys of --api-key and --auth-only-key must differ.'],
])('should refuse %j', (line, sentence) => {
  expect(() => parse(line)).toThrow(refused(sentence));
});

it.each<[string, NodeJS.ProcessEnv, string]>([
  ['--api-key a\nb', {}, 'The key in --api-key has characters that no header can carry'],
  ['--control-token clé', {}, 'The key in --control-token has characters that no header can carry'],
  ['', { CONVERSATION_RESET_API_KEY: 'two words' }, 'The key in CONVERSATION_RESET_API_KEY has characters'],
  ['', { CONVERSATION_RESET_CONTROL_TOKEN: '' }, 'The key in CONVERSATION_RESET_CONTROL_TOKEN is empty; give one'],
])('should refuse a key without repeating it: %j, %j', (line, env, sentence) => {
  expect(() => parse(line, env)).toThrow(refused(sentence));
  expect(() => parse(line, env)).not.toThrow(refused('clé'));
});

it('the help should fit into 80 columns, and have examples that can be read', () => {
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
  const examples = [...help.matchAll(/^ {2}conversation-reset-mock ?(.*)$/gm)].map(([, args = '']) => args);
  expect(examples).toHaveLength(4);
  for (const line of examples) expect(parse(line)).toBeDefined();
});
