import type { Mask, Secret } from '../../fixtures/secrets.ts';

/** What stands in a report where a key stood; a shell fills it in again. */
export const secretsOf = (apiKey: string, otherKeys: readonly string[]): readonly Secret[] => [
  { key: apiKey, name: '$API_KEY' },
  ...otherKeys.map((key) => ({ key, name: '$WRONG_API_KEY' })),
];

/** A value of JSON without the keys; a property has its own mask, or that of what it stands in. */
export function maskedValue(value: unknown, mask: Mask, masks: ReadonlyMap<string, Mask> = new Map()): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, mask, masks));
  if (typeof value !== 'object' || value === null) return value;
  const masked = (name: string, inner: unknown) => maskedValue(inner, masks.get(name) ?? mask, masks);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(name, inner)]));
}
