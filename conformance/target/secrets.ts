import type { Secret } from '../../fixtures/secrets.ts';

/** What stands in a report where a key stood; a shell fills it in again. */
export const secretsOf = (apiKey: string, otherKeys: readonly string[]): readonly Secret[] => [
  { key: apiKey, name: '$API_KEY' },
  ...otherKeys.map((key) => ({ key, name: '$WRONG_API_KEY' })),
];
