import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOf } from './curl.ts';

/** What the shell makes of a command line, without curl. */
const argumentsOf = (command: string): readonly string[] =>
  execFileSync('sh', ['-c', `for one in ${command.replace(/^curl /, '')}; do printf '%s\\0' "$one"; done`], {
    encoding: 'utf8',
    env: { BASE_URL: 'http://127.0.0.1/v3' },
  })
    .split('\0')
    .slice(0, -1);

it('should be a command line that sends the body as it was, and is short where that has many blanks', () => {
  const body = `${' '.repeat(5_000)}{"conversationWith": "it's"}`;
  const command = curlOf({ method: 'DELETE', path: '/users/a/conversation', headers: { onBehalfOf: '' }, body });
  expect(command.length).toBeLessThan(150);
  expect(argumentsOf(command)).toEqual([
    ...['-X', 'DELETE', 'http://127.0.0.1/v3/users/a/conversation', '-H', 'onBehalfOf;', '-d', body],
  ]);
});
