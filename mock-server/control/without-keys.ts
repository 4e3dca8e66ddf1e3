import { wholeKeysMask } from '../../fixtures/secrets.ts';
import type { Keys } from '../authenticate.ts';

export type KeyRemover = ReturnType<typeof keyRemover>;

/** Takes the keys out of a text, wherever a caller may have put them, and however they are spelled there. */
export function keyRemover({ apiKey, authOnlyKey = apiKey }: Keys) {
  const clean = wholeKeysMask([apiKey, authOnlyKey].map((key) => ({ key, name: '[key]' })));
  return Object.assign(clean, {
    /** The same for all texts of data, spelled as `JSON.stringify` spells it. */
    // Hardly any data holds a key, which one search shows.
    inJson: (data: string): string =>
      clean(data) === data ? data : data.replace(jsonTexts, (text) => JSON.stringify(clean(JSON.parse(text)))),
  });
}

const jsonTexts = /"(?:[^"\\]|\\.)*"/g;
