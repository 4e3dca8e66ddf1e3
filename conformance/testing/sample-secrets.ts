/** Has every character that some spelling changes. */
export const key = 'aB3/x+9=kQ&7"z-Lm_2vT%41y.5Wc8Rn';

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
export const spellings: Readonly<Record<string, string>> = {
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

const ends = [key.slice(0, 6), key.slice(-6)].map((end) => end.toLowerCase());

/** Six characters of the key's beginning or end, in any spelling that is known here. */
export function leaks(text: string): boolean {
  let plain = text.toLowerCase();
  for (let layer = 0; layer < 4; layer += 1) {
    if (ends.some((end) => plain.includes(end))) return true;
    const spelled = plain;
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
    if (plain === spelled) return false;
  }
  return false;
}
