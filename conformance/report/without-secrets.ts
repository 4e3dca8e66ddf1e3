import { isShort, type Mask, type Secret, wholeKeysMask } from '../../fixtures/secrets.ts';
import { maskedValue } from '../target/secrets.ts';
import type { Report } from './document.ts';

/** Words of our own choice, of which there are so many: nobody can have slipped a key in. */
const fixed = [
  ...['schemaVersion', 'verdict', 'budget', 'id', 'level', 'clause', 'title', 'outcome', 'phase', 'of', 'case'],
  ...['behaviour', 'behaviourUnknown', 'left', 'kind', 'suite', 'startedAt', 'also', 'causedBy'],
];
/** Sentences and commands that are made of our words and of ids, so that a short key is a word of ours. */
const composed = ['what', 'operation', 'curl', 'subject', 'otherwise', 'because', 'before', 'scenario'];

/**
 * The report with every key made unreadable. What comes from a target holds none since it came in; this is the guard
 * behind that, for a key that came another way. Parts of keys stay: our own words may look like one.
 */
export function withoutSecrets(report: Report, secrets: readonly Secret[]): Report {
  const long = secrets.filter(({ key }) => !isShort(key));
  const masks = new Map<string, Mask>([
    ...fixed.map((property) => [property, (text: string) => text] as const),
    ...composed.map((property) => [property, wholeKeysMask(long)] as const),
  ]);
  return maskedValue(report, wholeKeysMask(secrets), masks) as Report;
}
