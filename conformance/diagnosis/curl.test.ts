import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { printable } from '../../fixtures/printable.ts';
import { wireForms } from '../scenario/choices.ts';
import { resetRequest } from '../scenario/reset-request.ts';
import type { Reset } from '../scenario/scenario.ts';
import { ofA } from '../testing/trace-builder.ts';
import { curlOf, lostByCurl } from './curl.ts';

/** What the shell makes of a command line, without curl. */
const argumentsOf = (command: string): readonly string[] =>
  execFileSync('bash', ['-c', `for one in ${command.replace(/^curl /, '')}; do printf '%s\\0' "$one"; done`], {
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
    ...['-X', 'DELETE', 'http://127.0.0.1/v3/users/a/conversation', '-H', 'onBehalfOf;'],
    ...['-H', 'Content-Type:', '-d', body],
  ]);
});

const forms: readonly Partial<Reset>[] = [
  ...wireForms.map((form) => ({ wire: [form] })),
  ...(['none', 'untyped', 'malformed', 'array'] as const).map((body) => ({ body })),
];

it.each(forms)('should send what was sent, in one line and as it is printed: %j', (form) => {
  const request = resetRequest({ ...ofA(), ...form }, 'cr-1-', '$API_KEY');
  const sent = argumentsOf(printable(curlOf(request)));
  const headers = sent.filter((_, index) => sent[index - 1] === '-H');
  expect(sent.includes('-d') ? sent.at(-1) : undefined).toBe(request.body);
  const isTyped = form.body !== 'untyped';
  expect(headers.some((header) => /^content-type: ./i.test(header))).toBe(isTyped);
  expect(headers.includes('Content-Type:')).toBe(!isTyped);
});

it('should be said to be unlike what was sent in two pieces', () => {
  const pieces = forms.filter((form) => lostByCurl(resetRequest({ ...ofA(), ...form }, 'cr-1-', 'k')) !== undefined);
  expect(pieces).toEqual([{ wire: ['chunked'] }, { wire: ['segmented'] }]);
});
