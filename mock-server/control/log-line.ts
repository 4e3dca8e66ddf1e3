import type { Axis } from '../axis.ts';
import { isJsonObject, parseJsonObject } from '../decode-json.ts';
import type { Delivery } from '../http-message.ts';
import { type Recorded, replyTo } from '../journal.ts';
import type { Sandbox } from '../sandbox.ts';
import type { KeyRemover } from './without-keys.ts';

/** Method, path, acting user, status, error code with its reason, and what the answer rests on. It never shows a key. */
export function logLine(
  sandbox: Sandbox,
  entry: Recorded,
  axes: readonly Axis[],
  withoutKeys: KeyRemover,
  coloured: boolean,
): string {
  const { request, faults } = entry;
  const reply = replyTo(entry, sandbox.handle);
  const paint = (style: keyof typeof styles, text: string): string =>
    coloured ? `\u001B[${styles[style]}m${text}\u001B[0m` : text;
  const actor = request.headers['onbehalfof'];
  const parts = [
    sandbox.name === '' ? [] : paint('faint', `[${sandbox.name}]`),
    paint('strong', printable(request.method)),
    printable(withoutKeys(request.url)),
    actor === undefined ? [] : `as ${printable(withoutKeys(actor))}`,
    paint(styleOf(reply), reply.cut === 'before' ? 'dropped' : String(reply.status)),
    reasonOf(reply).map((text) => printable(withoutKeys(text))),
    faults === undefined ? [] : paint('warning', `fault: ${faults.join(', ')}`),
    axes.length === 0 ? [] : paint('faint', `rests on ${axes.join(', ')}`),
  ];
  return parts.flat().join('  ');
}

const styles = { strong: 1, faint: 2, good: 32, warning: 33, bad: 31 } as const;

function styleOf({ status, cut }: Delivery): keyof typeof styles {
  if (status >= 500 || cut === 'before') return 'bad';
  return status >= 400 ? 'warning' : 'good';
}

/** Of a refusal, its code and what it says. */
function reasonOf({ status, body }: Delivery): readonly string[] {
  if (status < 400) return [];
  const error = parseJsonObject(body)?.['error'];
  const { code, devMessage } = isJsonObject(error) ? error : {};
  return [code, devMessage].filter((text) => typeof text === 'string');
}

/** Of one line, and no longer than a reader has patience for; a terminal is told nothing by it. */
const printable = (text: string): string =>
  (text.length > 200 ? `${text.slice(0, 199)}…` : text).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
