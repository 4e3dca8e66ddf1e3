import type { Report } from '../report.ts';

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
]);

/** The report with every key that a target repeated in an answer made unreadable. */
export const withoutSecrets = (report: Report, keys: readonly string[]): Report => {
  const secrets = keys.flatMap((key) => [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]);
  return cleaned(
    report,
    [...new Set(secrets)].filter((secret) => secret !== ''),
  ) as Report;
};

function cleaned(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, '$API_KEY'), value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, ownWords.has(key) ? inner : cleaned(inner, secrets)]),
  );
}
