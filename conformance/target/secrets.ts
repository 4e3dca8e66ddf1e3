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
/** A key in JSON in JSON in a percent-encoded address is three. */
const mostLayers = 4;

/**
 * Takes keys out of a text, in whatever way each character is spelled: as JSON, HTML or an address has it, also one
 * within the other, in either case, and also where only six or more characters of the key's beginning or end are left.
 * `counts` says of such a part whether it is one. A text that hides a key in its escapes is shown without them. In linear
 * time. To be called before anything is cut.
 */
export function maskOf(secrets: readonly Secret[], counts: (part: Part) => boolean = () => true): Mask {
  // A key may itself look as if something in it were escaped.
  const needles = secrets
    .filter(({ key }) => key !== '')
    .flatMap(({ key, name }) => layersOf(key).map((layer) => ({ key: lowerCase(layer), name })));
  // Most texts have nothing of the kind, and every answer is one.
  const sought = needles.flatMap(({ key }) => partsOf(key)).map(asPattern);
  const suspect = new RegExp([...new Set(sought), '[\\\\&%]'].join('|'), 'iu');
  return (text) => {
    if (!suspect.test(text)) return text;
    const masked = layersOf(text).map((layer) => {
      const lowered = lowerCase(layer);
      const found = needles.flatMap((needle) => findIn(lowered, needle, counts));
      return found.length === 0 ? undefined : replaced(layer, found);
    });
    return masked.findLast((layer) => layer !== undefined) ?? text;
  };
}

/** A piece of a text in small letters that is a piece of a key, too. */
export interface Part {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** In what the suite itself wrote, a part counts where the text says that it was cut: by its end, by dots or stars. */
export const isMarkedAsCut = ({ text, from, to }: Part): boolean =>
  cutAfter.test(text.slice(to, to + 12)) || cutBefore.test(text.slice(Math.max(0, from - 2), from));

/** An escape that was cut itself may stand there. */
const cutAfter = /^(?:\\u?[\da-f]{0,3}|%[\da-f]?|&#?x?[\da-z]{0,7})?(?:$|…|\.\.|\*)/u;
const cutBefore = /(?:^|…|\.\.|\*)$/u;

/** A part that stands within one of these ids is a coincidence. */
export function isOutside(ids: () => readonly string[]): (part: Part) => boolean {
  return ({ text, from, to }) => {
    const part = text.slice(from, to);
    return !ids().some((id) => {
      const place = id.toLowerCase().indexOf(part);
      return place !== -1 && text.startsWith(id.toLowerCase(), from - place);
    });
  };
}

/** Of ASCII alone, so that every character keeps its place. */
const lowerCase = (text: string): string => text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());

/** The text, and what it is with its escapes resolved once more each time. */
function layersOf(text: string): readonly string[] {
  const layers = [text];
  for (let layer = resolved(text); layer !== layers.at(-1) && layers.length < mostLayers; layer = resolved(layer)) {
    layers.push(layer);
  }
  return layers;
}

const escaped =
  /\\(?:u\{0*(?<braced>[0-9a-f]{1,6})\}|u(?<json>[0-9a-f]{4})|x(?<byte>[0-9a-f]{2})|(?<itself>[!-/:-@[-`{-~]))|&(?:#0*(?<decimal>\d{1,7})|#x0*(?<hex>[0-9a-f]{1,6})|(?<named>[a-z]{2,8}));?|%(?<percent>[0-9a-f]{2})/giu;

/** The characters that HTML has names for and a key may have. */
const names: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', plus: '+', equals: '=', num: '#' },
  ...{ percnt: '%', dollar: '$', excl: '!', ast: '*', midast: '*', lpar: '(', rpar: ')', comma: ',', period: '.' },
  ...{ colon: ':', semi: ';', quest: '?', commat: '@', lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']', hat: '^' },
  ...{ lowbar: '_', underbar: '_', grave: '`', lcub: '{', lbrace: '{', rcub: '}', rbrace: '}', verbar: '|', vert: '|' },
};

const resolved = (text: string): string =>
  text.replace(escaped, (spelled: string, ...matched) => charOf(matched.at(-1)) ?? spelled);

function charOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { braced, json, byte, itself, decimal, hex, named, percent } = groups;
  if (itself !== undefined) return itself;
  if (named !== undefined) return names[named.toLowerCase()];
  const written = braced ?? json ?? byte ?? hex ?? percent;
  const code = written === undefined ? Number(decimal) : Number.parseInt(written, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

function findIn(text: string, { key, name }: Secret, counts: (part: Part) => boolean): readonly Found[] {
  const found: Found[] = [];
  /** Looks for a part of the key, and grows each one found to as much of the key as stands there. */
  const search = (part: string, offset: number): void => {
    for (let place = text.indexOf(part), to = 0; place !== -1; place = text.indexOf(part, to)) {
      const begin = place - offset;
      let from = place;
      to = place + part.length;
      while (from > begin && text[from - 1] === key[from - 1 - begin]) from -= 1;
      while (to < begin + key.length && text[to] === key[to - begin]) to += 1;
      const isWhole = to - from === key.length;
      if (isShort(key) ? isWord(text, from, to) : isWhole || counts({ text, from, to })) found.push({ from, to, name });
    }
  };
  const [beginning = key, end] = partsOf(key);
  search(beginning, 0);
  if (end !== undefined) search(end, key.length - end.length);
  return found;
}

/** What stands wherever a key or a part of it stands that is long enough: one of these. */
const partsOf = (key: string): readonly string[] =>
  isShort(key) ? [key] : [key.slice(0, shortestPart), key.slice(-shortestPart)];

const asPattern = (text: string): string =>
  [...text].map((char) => `\\u{${char.codePointAt(0)?.toString(16)}}`).join('');

const isWord = (text: string, from: number, to: number): boolean =>
  !isWordPart(text[from - 1]) && !isWordPart(text[to]);

const isWordPart = (char: string | undefined): boolean => char !== undefined && /[\w-]/u.test(char);

/** Where what was found overlaps or touches, the longest says whose it was. */
function replaced(text: string, found: readonly Found[]): string {
  const length = ({ from, to }: Found): number => to - from;
  const parts: string[] = [];
  let end = 0;
  let longest: Found | undefined;
  for (const one of found.toSorted((a, b) => a.from - b.from)) {
    if (longest === undefined || one.from > end) {
      parts.push(longest?.name ?? '', text.slice(end, one.from));
      longest = one;
    } else if (length(one) > length(longest)) longest = one;
    end = Math.max(end, one.to);
  }
  return parts.join('') + (longest?.name ?? '') + text.slice(end);
}
