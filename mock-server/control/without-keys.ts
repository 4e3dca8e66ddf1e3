import type { Keys } from '../authenticate.ts';

export type KeyRemover = ReturnType<typeof keyRemover>;

/** Takes the keys out of a text, wherever a caller may have put them. */
export function keyRemover({ apiKey, authOnlyKey }: Keys) {
  // The longer one first, as it may begin with the other.
  const keys = [...new Set([apiKey, authOnlyKey ?? apiKey])].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(keys.map(patternOf).join('|'), 'gi');
  const asJson = new RegExp(keys.flatMap(spellingsOf).map(jsonSpelling).map(escaped).join('|'), 'i');
  const clean = (text: string): string => text.replace(pattern, '[key]');
  return Object.assign(clean, {
    /** The same for all texts of data, spelled as `JSON.stringify` spells it. */
    // Hardly any data holds a key, which one search shows.
    inJson: (data: string): string =>
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
