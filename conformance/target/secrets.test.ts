import { describe, expect, it } from 'vitest';
import { isMarkedAsCut, isOutside, maskOf } from './secrets.ts';

const key = 'aB3/x+9=kQ&7"z-Lm_2vT%41y.5Wc8Rn';
const mask = maskOf([{ key, name: '$API_KEY' }]);

const each = (spell: (char: string) => string) => [...key].map(spell).join('');
const hex = (char: string, digits: number) => char.charCodeAt(0).toString(16).padStart(digits, '0');
const html: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '/': '&sol;',
  '+': '&plus;',
  '=': '&equals;',
};

/** What a target may make of a key when it repeats it. */
const spellings: Readonly<Record<string, string>> = {
  'as it is': key,
  'as JSON': JSON.stringify(key).slice(1, -1),
  'as JSON with slashes escaped': JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
  'as JSON with \\u in upper case': each((char) => (/\w/.test(char) ? char : `\\u${hex(char, 4).toUpperCase()}`)),
  'as JSON with \\u throughout': each((char) => `\\u${hex(char, 4)}`),
  'as JSON in JSON': JSON.stringify(JSON.stringify(key).slice(1, -1)).slice(1, -1),
  'as JSON in JSON with \\u': each((char) => `\\\\u${hex(char, 4)}`),
  'as HTML with names': each((char) => html[char] ?? char),
  'as HTML with decimals': each((char) => (/\w/.test(char) ? char : `&#${char.charCodeAt(0)};`)),
  'as HTML with hexadecimals and zeros': each((char) => `&#x00${hex(char, 2).toUpperCase()};`),
  'as HTML in HTML': each((char) => html[char]?.replaceAll('&', '&amp;') ?? char),
  'percent-encoded': encodeURIComponent(key),
  'percent-encoded throughout, in small letters': each((char) => `%${hex(char, 2)}`),
  'percent-encoded in part': key.replace('/', '%2F').replace('%4', '%254'),
  'percent-encoded twice': encodeURIComponent(encodeURIComponent(key)),
  'percent-encoded in HTML': each((char) => (/\w/.test(char) ? char : `&#37;${hex(char, 2)}`)),
  'with \\x': each((char) => `\\x${hex(char, 2)}`),
  'in capitals': key.toUpperCase(),
};

/** Six characters of the key's beginning or end, in any spelling that is known here. */
function leaks(text: string): boolean {
  let plain = text.toLowerCase();
  for (let layer = 0; layer < 4; layer += 1) {
    const places = [key.slice(0, 6), key.slice(-6)].map((part) => part.toLowerCase());
    if (places.some((part) => plain.includes(part))) return true;
    plain = plain
      .replace(/\\u([\da-f]{4})|\\x([\da-f]{2})|%([\da-f]{2})|&#x0*([\da-f]+);/g, (_, ...found: string[]) =>
        String.fromCharCode(Number.parseInt(found.slice(0, 4).find((code) => code !== undefined) ?? '', 16)),
      )
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replace(/\\(.)/g, '$1')
      .replace(
        /&(quot|sol|plus|equals|amp);/g,
        (_, name: string) => ({ quot: '"', sol: '/', plus: '+', equals: '=' })[name] ?? '&',
      )
      .toLowerCase();
  }
  return false;
}

describe('a key that a target repeats', () => {
  it.each(Object.entries(spellings))('should be taken out %s', (_, spelled) => {
    expect(leaks(`"${spelled}"`)).toBe(true);
    expect(mask(`{"said":"${spelled}", "and":1}`)).toBe('{"said":"$API_KEY", "and":1}');
  });

  it.each(Object.entries(spellings))('should be taken out %s wherever it is cut', (_, spelled) => {
    const told: string[] = [];
    for (let cut = 1; cut < spelled.length; cut += 1) {
      for (const part of [spelled.slice(0, cut), spelled.slice(cut)]) {
        const masked = [`no such key: ${part}`, `${part} is wrong`, `"${part}…"`, `x${part}y`].map(mask);
        told.push(...masked.filter(leaks));
      }
    }
    expect(told).toEqual([]);
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
    const size = 1_000_000;
    const texts = ['aB3/x+', '\\u0061', '%2525', '&amp;', '\\\\\\\\', `${key.slice(0, 31)}`].map((part) =>
      part.repeat(size / part.length),
    );
    const begun = performance.now();
    for (const text of texts) mask(text);
    // Each is a megabyte; whatever were quadratic would take minutes.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

describe('a part of a key', () => {
  it('should stay where an id of the run has the same letters', () => {
    const careful = maskOf(
      [{ key: 'member-of-the-board', name: '$API_KEY' }],
      isOutside(() => ['cr0f1e2d-member1']),
    );
    expect(careful('of cr0f1e2d-member1 and member')).toBe('of cr0f1e2d-member1 and $API_KEY');
    expect(careful('cr0f1e2d-member-of-the-board')).toBe('cr0f1e2d-$API_KEY');
  });

  it('should count in words of our own where they say that something was cut', () => {
    const guard = maskOf([{ key: 'conversation-key', name: '$API_KEY' }], isMarkedAsCut);
    expect(guard('the conversation of ann')).toBe('the conversation of ann');
    expect(guard('200 {"key":"conversatio…')).toBe('200 {"key":"$API_KEY…');
    expect(guard('…versation-key is wrong')).toBe('…$API_KEY is wrong');
    expect(guard('it is conversation-key, so')).toBe('it is $API_KEY, so');
  });
});
