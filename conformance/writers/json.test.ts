import { expect, test } from 'vitest';
import { jsonText } from './json.ts';

/** Everything that steers a terminal, turns the direction of writing, or ends a line. */
const steering = /[^\n\P{Cc}]|[\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;

test('a document is read back as it was, and nothing in the text steers whoever shows it', () => {
  const everyUnit = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
  const document = { everyUnit, astral: '\u{1f600}\u{e0041}', ['\u202ekey']: '\u001b[2J' };
  const text = jsonText(document);
  expect(JSON.parse(text)).toEqual(document);
  expect(steering.exec(text)).toBeNull();
});
