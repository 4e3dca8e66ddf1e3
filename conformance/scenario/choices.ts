export const flags = ['absent', 'false', 'true'] as const;
/** `absent` is a field that is not in the body. */
export type Flag = (typeof flags)[number];
export type FlagName = 'preserveOrder' | 'deleteMessagesPermanently';

/**
 * Spellings of a request that mean what the plain one means, ids in capitals where the target folds case: how each is
 * said, the requirement that puts it to the test, and whether a target may refuse it all the same.
 */
export const wireSpellings = {
  spaced: { words: 'with white space in the body', requirement: 'body-form', mayBeRefused: false },
  reordered: { words: 'with the fields in another order', requirement: 'body-form', mayBeRefused: false },
  escaped: { words: 'with escaped letters in the body', requirement: 'body-form', mayBeRefused: false },
  'escaped-values': { words: 'with escaped letters in its values', requirement: 'body-form', mayBeRefused: false },
  doubled: { words: 'with a field twice', requirement: 'body-form', mayBeRefused: true },
  charset: { words: 'with a charset in the Content-Type', requirement: 'body-form', mayBeRefused: true },
  'charset-in-capitals': {
    words: 'with a charset in capitals in the Content-Type',
    requirement: 'body-form',
    mayBeRefused: true,
  },
  'media-type-case': { words: 'with a Content-Type in another case', requirement: 'body-form', mayBeRefused: true },
  padded: { words: 'with 20,000 blanks in the body', requirement: 'body-form', mayBeRefused: true },
  'percent-encoded': { words: 'with a percent-encoded path', requirement: 'percent-encoding', mayBeRefused: false },
  'header-case': { words: 'with header names in another case', requirement: 'header-case', mayBeRefused: false },
  'upper-headers': { words: 'with header names in capitals', requirement: 'header-case', mayBeRefused: false },
  'lower-headers': { words: 'with header names in small letters', requirement: 'header-case', mayBeRefused: false },
  chunked: { words: 'in a chunked body', requirement: 'framing', mayBeRefused: true },
  segmented: { words: 'in two segments', requirement: 'framing', mayBeRefused: false },
  'capital-actor': { words: 'with onBehalfOf in capitals', requirement: 'confirmed-did-it', mayBeRefused: true },
  'capital-path': { words: 'with the id in the path in capitals', requirement: 'confirmed-did-it', mayBeRefused: true },
  'capital-body': { words: 'with conversationWith in capitals', requirement: 'confirmed-did-it', mayBeRefused: true },
} as const;

export type WireForm = keyof typeof wireSpellings;
export const wireForms = Object.keys(wireSpellings) as readonly WireForm[];
/** Where ids may be in capitals. */
export const capitals = wireForms.filter((form) => wireSpellings[form].requirement === 'confirmed-did-it');

/** What may be wrong with the key, in words; `absent` and `empty` leave it out, the others are wrong keys. */
export const keyWords = {
  absent: 'without an apikey',
  empty: 'with an empty apikey',
  unrelated: 'with an unrelated apikey',
  'first-changed': 'with the first character of the apikey changed',
  'middle-changed': 'with the middle character of the apikey changed',
  'last-changed': 'with the last character of the apikey changed',
  'other-case': 'with a letter of the apikey in the other case',
} as const;
export type KeyDefect = keyof typeof keyWords;
export const keyDefects = Object.keys(keyWords) as readonly KeyDefect[];
export const wrongKeys = keyDefects.filter((defect) => defect !== 'absent' && defect !== 'empty');

/** The same of the header that names the acting user. */
export const actorWords = {
  absent: 'without onBehalfOf',
  empty: 'with an empty onBehalfOf',
  unknown: 'with an onBehalfOf that nobody has',
} as const;
export const actorDefects = Object.keys(actorWords) as readonly (keyof typeof actorWords)[];

/** The same of the body and its type. */
export const bodyWords = {
  none: 'without a body',
  malformed: 'with a body that is no JSON',
  array: 'with an array as body',
  number: 'with a number as body',
  untyped: 'without a Content-Type',
} as const;
export const bodyDefects = Object.keys(bodyWords) as readonly (keyof typeof bodyWords)[];
