import { describe, expect, it } from 'vitest';
import { key, leaks, spellings } from '../testing/sample-secrets.ts';
import { maskOf, wholeKeysMask } from './secrets.ts';

const mask = maskOf([{ key, name: '$API_KEY' }]);

describe('a key that a target repeats', () => {
  it.each(Object.entries(spellings))('should be taken out %s, wherever it is cut', (_, spelled) => {
    expect(leaks(`"${spelled}"`)).toBe(true);
    expect(mask(`{"said":"${spelled}", "and":1}`)).toBe('{"said":"$API_KEY", "and":1}');
    const parts = [...spelled].flatMap((_, cut) => [spelled.slice(0, cut), spelled.slice(cut)]);
    expect(parts.map((part) => mask(`no such key: ${part}…`)).filter(leaks)).toEqual([]);
  });

  it('should take the escapes of its text with it where it hides in some', () => {
    expect(mask('a\\/b &amp; %41')).toBe('a\\/b &amp; %41');
    expect(mask(`a\\/b ${spellings['as JSON with slashes escaped']}`)).toBe('a/b $API_KEY');
  });

  it('should be called by the name of the one that is there', () => {
    const both = maskOf([
      { key, name: '$API_KEY' },
      { key: `${key.slice(0, -1)}q`, name: '$WRONG_API_KEY' },
    ]);
    expect(both(`${key.slice(0, -1)}q, not ${key}`)).toBe('$WRONG_API_KEY, not $API_KEY');
  });

  it('should as a short word be a whole one', () => {
    const short = maskOf([{ key: 'k', name: '$API_KEY' }]);
    expect(short('the key k is unknown, "k", k-1')).toBe('the key $API_KEY is unknown, "$API_KEY", k-1');
  });

  it('should take no time worth mentioning, whatever is sent', () => {
    const size = 250_000;
    const texts = ['aB3/x+', '\\u0061', '%2525', '&amp;', '\\\\\\\\', `${key.slice(0, 31)}`].map((part) =>
      part.repeat(size / part.length),
    );
    const begun = performance.now();
    for (const text of texts) mask(text);
    // Each is a quarter of a megabyte; whatever were quadratic would take a minute.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

describe('a part of a key', () => {
  const secrets = [{ key: 'member-of-the-board', name: '$API_KEY' }];

  it.each([
    ['words with its ends', '{"key":"member-of-th…", "x":"...-board"}', '{"key":"$API_KEY…", "x":"...$API_KEY"}'],
    ['no id of the run with its letters', 'of cr0f1e2d-member1 and member', 'of cr0f1e2d-member1 and $API_KEY'],
    ['a whole key beside such an id', 'cr0f1e2d-member-of-the-board', 'cr0f1e2d-$API_KEY'],
  ])('should take out %s', (_, text, masked) => {
    expect(maskOf(secrets)(text)).toBe(masked);
  });

  it('should stay in what the suite itself has said', () => {
    expect(wholeKeysMask(secrets)('a member of it, or member-of-the-board')).toBe('a member of it, or $API_KEY');
  });
});
