import type { Keys } from '../authenticate.ts';

/** Takes the keys out of a text, wherever a caller may have put them. */
export interface KeyRemover {
  (text: string): string;
  /** The same for all texts of data, spelled as `JSON.stringify` spells it. */
  readonly inJson: (data: string) => string;
}

export function keyRemover({ apiKey, authOnlyKey }: Keys): KeyRemover {
  // The longer one first, as it may begin with the other.
  const keys = [...new Set([apiKey, authOnlyKey ?? apiKey])].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(keys.map(patternOf).join('|'), 'gi');
  const asJson = new RegExp(keys.flatMap(spellingsOf).map(jsonSpelling).map(escaped).join('|'), 'i');
  const clean = (text: string): string => text.replace(pattern, '[key]');
  return Object.assign(clean, {
    // Hardly any data holds a key, which one search shows; else each of its texts is cleaned.
    inJson: (data: string) =>
      asJson.test(data) ? data.replace(jsonTexts, (text) => JSON.stringify(clean(JSON.parse(text)))) : data,
  });
}

const jsonTexts = /"(?:[^"\\]|\\.)*"/g;

const spellingsOf = (key: string): readonly string[] => [...new Set([key, encodeURIComponent(key)])];
const jsonSpelling = (text: string): string => JSON.stringify(text).slice(1, -1);
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A short key is looked for as a whole word only, as every other text holds its letters. */
function patternOf(key: string): string {
  const spelled = `(?:${spellingsOf(key).map(escaped).join('|')})`;
  return key.length < 6 ? `(?<![\\w-])${spelled}(?![\\w-])` : spelled;
}
