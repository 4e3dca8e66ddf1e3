/** A key that no report may hold, and what stands in its place. */
export interface Secret {
  readonly key: string;
  readonly name: string;
}

/** What stands in a report where a key stood; a shell fills it in again. */
export const secretsOf = (apiKey: string, otherKeys: readonly string[]): readonly Secret[] => [
  { key: apiKey, name: '$API_KEY' },
  ...otherKeys.map((key) => ({ key, name: '$WRONG_API_KEY' })),
];

/** The text without the keys. */
export type Mask = (text: string) => string;

/** A value of JSON without the keys; a property has its own mask, or that of what it stands in. */
export function maskedValue(value: unknown, mask: Mask, masks: ReadonlyMap<string, Mask> = new Map()): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, mask, masks));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, maskedValue(inner, masks.get(name) ?? mask, masks)]),
  );
}

/** Shorter keys count as whole words only, or a key such as `a` would leave no sentence readable. */
const shortestKey = 8;
export const isShort = (key: string): boolean => key.length < shortestKey;
/** So much of a key's beginning or end says too much. */
const shortestPart = 6;
/** How far before such a part its word may begin. */
const longestWord = 300;
/** A key in JSON in JSON in a percent-encoded address is three. */
const mostLayers = 4;

/**
 * Takes keys out of a text, in whatever way each character is spelled: as JSON, HTML or an address has it, also one
 * within the other, and in either case. A text that hides a key in its escapes is shown without them. Takes linear time.
 */
export const wholeKeysMask = (secrets: readonly Secret[]): Mask => unescaping(wholeKeys(plain(secrets)));

/**
 * The same, and it takes out each word that holds six or more characters of a key's beginning or end: a target may cut a
 * key anywhere. In an id of the run they are a coincidence.
 */
export function maskOf(secrets: readonly Secret[]): Mask {
  const whole = wholeKeys(plain(secrets));
  const keys = plain(secrets).flatMap(({ key }) => (isShort(key) ? [] : [key]));
  const ends = anyOf(keys.flatMap((key) => [key.slice(0, shortestPart), key.slice(-shortestPart)]).map(literal));
  // Every character of a key belongs to a word, so that nothing of the key is left beside it.
  const char = `[\\w${literal([...new Set(keys.join(''))].join(''))}-]`;
  const words = new RegExp(`${char}{0,${longestWord}}${ends.source}(?<!cr[\\da-z]{6}-[\\w-]*)${char}*`, 'giu');
  return unescaping((text) => {
    const rest = whole(text);
    // Most texts have nothing of the kind, and every answer is one.
    return rest.search(ends) === -1 ? rest : rest.replace(words, '$$API_KEY');
  });
}

function wholeKeys(secrets: readonly Secret[]): Mask {
  const keys = secrets.map(({ key }) => key).toSorted((a, b) => b.length - a.length);
  const pattern = anyOf(keys.map((key) => (isShort(key) ? `(?<![\\w-])${literal(key)}(?![\\w-])` : literal(key))));
  const nameOf = (found: string): string =>
    secrets.find(({ key }) => key.toLowerCase() === found.toLowerCase())?.name ?? '$API_KEY';
  return (text) => text.replace(pattern, nameOf);
}

/** The keys as they are found in a text without escapes. */
const plain = (secrets: readonly Secret[]): readonly Secret[] =>
  secrets.map(({ key, name }) => ({ key: unescaped(key), name })).filter(({ key }) => key !== '');

/** Masks what a text is without its escapes; where there is nothing to mask, it stays as it was. */
const unescaping =
  (mask: Mask): Mask =>
  (text) => {
    const bare = unescaped(text);
    const masked = mask(bare);
    return masked === bare ? text : masked;
  };

function unescaped(text: string): string {
  let plain = text;
  for (let layer = 1; layer < mostLayers && /[\\&%]/u.test(plain); layer += 1) {
    plain = plain.replace(escaped, (spelled: string, ...matched) => textOf(matched.at(-1)) ?? spelled);
  }
  return plain;
}

const escaped =
  /\\(?:u\{0*(?<braced>[0-9a-f]{1,6})\}|u(?<json>[0-9a-f]{4})|x(?<byte>[0-9a-f]{2})|(?<itself>[!-/:-@[-`{-~]))|&(?:#0*(?<decimal>\d{1,7})|#x0*(?<hex>[0-9a-f]{1,6})|(?<named>[a-z]{2,8}));?|(?<percent>(?:%[0-9a-f]{2})+)/giu;

/** The characters that HTML has names for and a key may have. */
const names: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', plus: '+', equals: '=', num: '#' },
  ...{ percnt: '%', dollar: '$', excl: '!', ast: '*', midast: '*', lpar: '(', rpar: ')', comma: ',', period: '.' },
  ...{ colon: ':', semi: ';', quest: '?', commat: '@', lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']', hat: '^' },
  ...{ lowbar: '_', underbar: '_', grave: '`', lcub: '{', lbrace: '{', rcub: '}', rbrace: '}', verbar: '|', vert: '|' },
};

function textOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { braced, json, byte, itself, decimal, hex, named, percent } = groups;
  if (itself !== undefined) return itself;
  if (named !== undefined) return names[named.toLowerCase()];
  if (percent !== undefined) return Buffer.from(percent.replaceAll('%', ''), 'hex').toString();
  const written = braced ?? json ?? byte ?? hex;
  const code = written === undefined ? Number(decimal) : Number.parseInt(written, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Matches nothing where there is nothing to match. */
const anyOf = (patterns: readonly string[]): RegExp =>
  new RegExp(patterns.length === 0 ? '(?!)' : `(?:${[...new Set(patterns)].join('|')})`, 'giu');

const literal = (text: string): string => [...text].map((char) => `\\u{${char.codePointAt(0)?.toString(16)}}`).join('');
