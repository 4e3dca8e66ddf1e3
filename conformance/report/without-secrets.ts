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
export function withoutSecrets(report: Report, keys: readonly string[]): Report {
  const spellings = keys.flatMap((key) => [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]);
  const secrets = [...new Set(spellings)].filter((spelling) => spelling !== '').map(patternOf);
  return cleaned(report, secrets) as Report;
}

const shortest = 8;

/** A short key counts as a whole word only, or a key such as `a` would leave no sentence readable. */
function patternOf(secret: string): RegExp {
  const literal = secret.replace(/[$()*+.?[\\\]^{|}/]/gu, '\\$&');
  return secret.length >= shortest ? new RegExp(literal, 'gu') : new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, 'gu');
}

function cleaned(value: unknown, secrets: readonly RegExp[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replace(secret, '$$API_KEY'), value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, ownWords.has(key) ? inner : cleaned(inner, secrets)]),
  );
}
