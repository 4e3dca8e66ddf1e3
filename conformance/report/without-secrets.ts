import { isMarkedAsCut, maskedValue, maskOf, type Secret } from '../target/secrets.ts';
import type { Report } from './document.ts';

/** What the suite itself wrote, which no target can have slipped a key into. */
const ownWords: ReadonlySet<string> = new Set([
  'schemaVersion',
  'verdict',
  'budget',
  'id',
  'level',
  'clause',
  'title',
  'outcome',
  'phase',
  'of',
  'case',
  'behaviour',
  'behaviourUnknown',
  'left',
  'kind',
]);

/**
 * The report with every key made unreadable. What comes from a target holds none since it came in; this is the guard
 * behind that, for what came another way.
 */
export const withoutSecrets = (report: Report, secrets: readonly Secret[]): Report =>
  maskedValue(report, maskOf(secrets, isMarkedAsCut), (property) => ownWords.has(property)) as Report;
