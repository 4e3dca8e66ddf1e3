import { describe, expect, it } from 'vitest';
import { help, type Options, parseCommandLine } from './command-line.ts';

const defaults: Options = {
  host: '127.0.0.1',
  port: 4010,
  apiKey: 'local-key',
  journal: 1000,
  sandboxes: 128,
  failOnUnspecified: false,
  allowUnspecified: [],
  cors: [],
  log: undefined,
  watch: false,
  listen: true,
  control: true,
};

const parse = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => parseCommandLine(args, env);
const fromEnv = { CONVERSATION_RESET_API_KEY: 'from-env', CONVERSATION_RESET_CONTROL_TOKEN: 'token-from-env' };

describe('the command line', () => {
  it.each<[args: string[], wanted: Partial<Options>]>([
    [[], {}],
    [['--host', '0.0.0.0'], { host: '0.0.0.0' }],
    [['--port', '0'], { port: 0 }],
    [['--port', '1', '--port', '2'], { port: 2 }],
    [['--world', 'a.yaml', '--behaviour', 'strict'], { world: 'a.yaml', behaviour: 'strict' }],
    [['--api-key', 'k', '--auth-only-key', 'l'], { apiKey: 'k', authOnlyKey: 'l' }],
    [
      ['--journal', '0', '--sandboxes', '1', '--fail-on-unspecified'],
      { journal: 0, sandboxes: 1, failOnUnspecified: true },
    ],
    [['--no-control'], { control: false }],
    [['--control-token', 't'], { controlToken: 't' }],
    [['--cors', 'http://a.test', '--cors', '*'], { cors: ['http://a.test', '*'] }],
    [['--no-cors'], { cors: false }],
    [['--log'], { log: true }],
    [['--quiet'], { log: false }],
    [['--world', 'a.yaml', '--watch'], { world: 'a.yaml', watch: true }],
    [
      ['--fail-on-unspecified', '--allow-unspecified', 'addressing', '--allow-unspecified', 'statuses.unknownUser'],
      { failOnUnspecified: true, allowUnspecified: ['addressing', 'statuses.unknownUser'] },
    ],
  ])('should read %j', (args, wanted) => {
    expect(parse(args)).toEqual({ ok: true, value: { kind: 'serve', options: { ...defaults, ...wanted } } });
  });

  it.each<[args: string[], wanted: Partial<Options>]>([
    [[], { apiKey: 'from-env', controlToken: 'token-from-env' }],
    [['--no-control'], { apiKey: 'from-env', control: false }],
    [['--api-key', 'a', '--control-token', 'b'], { apiKey: 'a', controlToken: 'b' }],
  ])('should take key and token from the environment too: %j', (args, wanted) => {
    expect(parse(args, fromEnv)).toEqual({ ok: true, value: { kind: 'serve', options: { ...defaults, ...wanted } } });
  });

  it('should read a command to run, with options of its own, on a free port', () => {
    expect(parse(['exec', '--journal', '5', '--', 'npm', 'test', '--', '--port', '1'])).toEqual({
      ok: true,
      value: {
        kind: 'exec',
        options: { ...defaults, port: 0, journal: 5 },
        command: ['npm', 'test', '--', '--port', '1'],
      },
    });
    expect(parse(['exec', '--port', '99', '--', 'true'])).toMatchObject({ value: { options: { port: 99 } } });
  });

  it.each([['--help'], ['-h']])('should show the help for %s', (option) => {
    expect(parse(['--port', '99', option])).toEqual({ ok: true, value: { kind: 'help' } });
    for (const command of ['init', 'exec'])
      expect(parse([command, option])).toEqual({ ok: true, value: { kind: 'help' } });
  });

  it.each<[args: string[], sentence: string]>([
    [['--prot', '1'], 'Unknown option --prot; did you mean --port?'],
    [['--behavior', 'x'], 'Unknown option --behavior; did you mean --behaviour?'],
    [['--frobnicate'], 'Unknown option --frobnicate; see --help.'],
    [['-x'], 'Unknown option -x; see --help.'],
    [['4010'], 'Unexpected argument 4010; see --help.'],
    [['--control-token', 't', 'exec'], 'exec comes before the options, as in exec --port 4010 -- npm test.'],
    [['--port'], 'The option --port needs a value, as in --port PORT; see --help.'],
    [['--world', '--port', '0'], 'The option --world needs a value, as in --world FILE; see --help.'],
    [['--help=me'], 'The option --help takes no value.'],
    [['--port', 'x'], '--port must be a whole number from 0 to 65535, not "x".'],
    [['--port', ''], 'The value of --port is empty; it needs one, as in --port PORT; see --help.'],
    [['--port', '0x10'], '--port must be a whole number from 0 to 65535, not "0x10".'],
    [['--sandboxes', '0'], '--sandboxes must be a whole number from 1 to 100000, not 0.'],
    [['--control-token', 'two words'], expect.stringMatching(/^The key in --control-token has characters/)],
    [['--no-control', '--control-token', 't'], 'The options --no-control and --control-token exclude each other.'],
    [['--no-cors', '--cors', '*'], 'The options --cors and --no-cors exclude each other.'],
    [
      ['--cors', 'http://a.test/'],
      'http://a.test/ is no origin; the value of --cors is one such as http://a.test here.',
    ],
    [['--log', '--quiet'], 'The options --log and --quiet exclude each other.'],
    [['--watch'], 'The option --watch needs --world FILE.'],
    [['--allow-unspecified', 'addressing'], 'The option --allow-unspecified needs --fail-on-unspecified.'],
    [
      ['--fail-on-unspecified', '--allow-unspecified', 'adressing'],
      expect.stringContaining('cannot be "adressing" (did you mean addressing?)'),
    ],
    [['init', '--log'], 'Unknown option --log; see --help.'],
    [['init', 'a', 'b'], 'init takes the name of one file, as in init world.yaml.'],
    [['exec', 'npm', 'test'], 'exec needs a command behind --, as in exec -- npm test.'],
    [['exec', '--'], 'exec needs a command behind --, as in exec -- npm test.'],
    [['--auth-only-key', 'local-key'], 'The keys of --api-key and --auth-only-key must differ.'],
  ])('should refuse %j', (args, sentence) => {
    expect(parse(args)).toEqual({ ok: false, refusal: sentence });
  });

  it.each(['two words', 'line\nbreak', 'clé', '\u0000'])('should refuse the key %j without repeating it', (key) => {
    for (const read of [parse(['--api-key', key]), parse([], { CONVERSATION_RESET_API_KEY: key })]) {
      expect(read).toMatchObject({ ok: false, refusal: expect.stringContaining('no header can carry') });
      expect(JSON.stringify(read)).not.toContain(key);
    }
    expect(parse([], { CONVERSATION_RESET_API_KEY: '' })).toEqual({
      ok: false,
      refusal: 'The key in CONVERSATION_RESET_API_KEY is empty; give one, or leave it out.',
    });
  });
});

describe('the help', () => {
  it('should fit into 80 columns, and have examples that can be read', () => {
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const examples = [...help.matchAll(/^ {2}conversation-reset-mock ?(.*)$/gm)].map(([, args = '']) => args);
    expect(examples).toHaveLength(4);
    for (const args of examples) expect(parse(args.split(' ').filter(Boolean))).toMatchObject({ ok: true });
  });
});
