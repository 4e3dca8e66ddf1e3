import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProgressEvent } from '../report/document.ts';
import { progressLine, progressText } from './progress.ts';

// The clock stands still: how busy the machine is says nothing.
beforeEach(() => vi.spyOn(performance, 'now').mockReturnValue(1_000));
afterEach(() => vi.restoreAllMocks());

function streamed(isTTY: boolean, env: NodeJS.ProcessEnv): string {
  const written: string[] = [];
  const stream = { isTTY, columns: 40, write: (text: string) => written.push(text) > 0 };
  const line = progressLine(stream as unknown as NodeJS.WriteStream, env);
  const show = (event: ProgressEvent) => line.show(event.phase, progressText(event));
  show({ phase: 'testing', done: 7, of: 400, requests: 12_345 });
  show({ phase: 'testing', done: 8, of: 400, requests: 12_346 });
  show({ phase: 'finding-behaviour', requests: 12_347 });
  line.end();
  show({ phase: 'tidying-up', requests: 12_348 });
  return written.join('');
}

test.each([
  [true, {}, ['', 'testing 7 of 400 (12,345 requests)', 'finding its behaviour (12,347 requests)', '']],
  [false, {}, ['']],
  [true, { CI: 'true' }, ['']],
  [true, { TERM: 'dumb' }, ['']],
])('on a terminal (%s, %j) one line rewrites itself, not too often, fits, and goes away', (isTTY, env, lines) => {
  expect(streamed(isTTY, env).split('\r\u001b[2K')).toEqual(lines);
});

test('what is to come is estimated at the pace so far, until more was sent than was expected', () => {
  const testing = (requests: number) => progressText({ phase: 'testing', done: 7, of: 40, requests }, 3_000);
  expect(testing(250)).toBe('testing 7 of 40 (250 of about 3,000 requests, 11 s left)');
  expect(testing(3_500)).toBe('testing 7 of 40 (3,500 requests)');
});
