import { describe, expect, it } from 'vitest';
import { maskOf, wholeKeysMask } from './secrets.ts';

/** Has every character that some spelling changes. */
const key = 'aB3/x+9=kQ&7"z-Lm_2vT%41y.5Wc8Rn';

const each = (spell: (char: string) => string) => (text: string) => [...text].map(spell).join('');
const hex = (char: string, digits: number) => char.charCodeAt(0).toString(16).padStart(digits, '0');
const html: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '"': '&quot;', '/': '&sol;', '+': '&plus;', '=': '&equals;' },
};
const json = (text: string) => JSON.stringify(text).slice(1, -1);

/** What a target may make of a key when it repeats it. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'as JSON': json,
  'as JSON with slashes escaped': (text) => json(text).replaceAll('/', '\\/'),
  'as JSON with \\u in upper case': each((char) => (/\w/.test(char) ? char : `\\u${hex(char, 4).toUpperCase()}`)),
  'as JSON with \\u throughout': each((char) => `\\u${hex(char, 4)}`),
  'as JSON in JSON': (text) => json(json(text)),
  'as JSON in JSON with \\u': each((char) => `\\\\u${hex(char, 4)}`),
  'as HTML with names': each((char) => html[char] ?? char),
  'as HTML with decimals': each((char) => (/\w/.test(char) ? char : `&#${char.charCodeAt(0)};`)),
  'as HTML with hexadecimals and zeros': each((char) => `&#x00${hex(char, 2).toUpperCase()};`),
  'as HTML in HTML': each((char) => html[char]?.replaceAll('&', '&amp;') ?? char),
  'percent-encoded': encodeURIComponent,
  'percent-encoded throughout, in small letters': each((char) => `%${hex(char, 2)}`),
  'percent-encoded in part': (text) => text.replace('/', '%2F').replace('%4', '%254'),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoded in HTML': each((char) => (/\w/.test(char) ? char : `&#37;${hex(char, 2)}`)),
  'with \\x': each((char) => `\\x${hex(char, 2)}`),
  'in capitals': (text) => text.toUpperCase(),
};

const mask = maskOf([{ key, name: '$API_KEY' }]);

describe('a key that a target repeats', () => {
  it.each(Object.entries(spellings))('should be taken out %s, wherever it is cut', (_, spell) => {
    const spelled = spell(key);
    expect(mask(`{"said":"${spelled}", "and":1}`)).toBe('{"said":"$API_KEY", "and":1}');
    const ends = [key.slice(0, 6), key.slice(-6)].flatMap((end) => [end, spell(end)]);
    const leaks = (text: string) => ends.some((end) => text.toLowerCase().includes(end.toLowerCase()));
    const parts = [...spelled].flatMap((_, cut) => [spelled.slice(0, cut), spelled.slice(cut)]);
    expect(parts.filter(leaks).length).toBeGreaterThan(2 * (key.length - 6));
    expect(parts.map((part) => mask(`no such key: ${part}…`)).filter(leaks)).toEqual([]);
  });

  it('should take the escapes of its text with it where it hides in some', () => {
    expect(mask('a\\/b &amp; %41')).toBe('a\\/b &amp; %41');
    expect(mask(`a\\/b ${json(key).replaceAll('/', '\\/')}`)).toBe('a/b $API_KEY');
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
