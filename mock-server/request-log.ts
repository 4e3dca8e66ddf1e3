import { clipped, printable } from '../fixtures/printable.ts';
import type { Keys } from './authenticate.ts';
import { unspecifiedOf } from './control/axes.ts';
import { hintsOf } from './control/hints.ts';
import { keyRemover } from './control/without-keys.ts';
import type { HttpReply, RequestLine } from './http-message.ts';
import type { Recorded } from './journal.ts';
import { errorIn } from './refusal.ts';
import type { Sandbox } from './sandbox.ts';

/** Lines are put together so long after their requests, in milliseconds, so that no answer waits for them. */
const delay = 10;

/** A line for each request, in batches. */
export function requestLog(write: (text: string) => void, keys: Keys, coloured: boolean) {
  const withoutKeys = keyRemover(keys);
  /** Of one line, and no longer than a reader has patience for; it gives a terminal no orders. */
  const shown = (text: string): string => printable(clipped(withoutKeys(text), 200));
  let waiting: (() => string)[] = [];

  /** Writes what is not written yet. */
  function flush(): void {
    const lines = waiting.map((line) => `${line()}\n`);
    waiting = [];
    if (lines.length > 0) write(lines.join(''));
  }

  function add(line: () => string): void {
    if (waiting.length === 0) setTimeout(flush, delay).unref();
    waiting.push(line);
  }

  return {
    observe: (sandbox: Sandbox, entry: Recorded): void => add(() => logLine(sandbox, entry, shown, coloured)),
    /** A preflight, the description, and what is refused before its body is read. */
    observeOther: ({ method, url }: RequestLine, { status, body }: HttpReply): void =>
      add(() => {
        const reasons = reasonsIn({ status, body });
        return [method, url, `${status}`, ...reasons].map(shown).join('  ');
      }),
    flush,
  };
}

/**
 * Method, path, acting user, status, error code with its reason, or the fields that a reset which is done has passed over
 * (a slip may be why it did something else than was meant), and what the answer rests on. It never shows a key.
 */
function logLine(sandbox: Sandbox, entry: Recorded, shown: (text: string) => string, coloured: boolean): string {
  const { request, faults, status = 599 } = entry;
  const axes = unspecifiedOf(sandbox, entry);
  const isPassedOver = axes.includes('unknownField') && (entry.status ?? 0) < 400;
  const reasons = isPassedOver ? hintsOf(entry) : reasonsIn(entry);
  const paint = (style: keyof typeof styles, text: string): string =>
    coloured ? `\u001B[${styles[style]}m${text}\u001B[0m` : text;
  const actor = request.headers['onbehalfof'];
  const parts = [
    sandbox.name === '' ? [] : paint('faint', `[${sandbox.name}]`),
    paint('strong', shown(request.method)),
    shown(request.url),
    actor === undefined ? [] : `as ${shown(actor)}`,
    paint(status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good', `${entry.status ?? 'dropped'}`),
    reasons.map(shown),
    faults === undefined ? [] : paint('warning', `fault: ${faults.join(', ')}`),
    axes.length === 0 ? [] : paint('faint', `rests on ${axes.join(', ')}`),
  ];
  return parts.flat().join('  ');
}

const styles = { strong: 1, faint: 2, good: 32, warning: 33, bad: 31 } as const;

/** Of a refusal, its code and what it says. */
function reasonsIn({ status = 0, body }: Pick<Recorded, 'status' | 'body'>): readonly string[] {
  const error = status < 400 ? undefined : errorIn(body);
  return error === undefined ? [] : [error.code, error.devMessage];
}
