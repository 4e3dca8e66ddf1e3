import type { HttpRequest } from './http-message.ts';
import type { Refusal } from './refusal.ts';

export interface Keys {
  /** The key with the scope fullAccess. */
  readonly apiKey: string;
  /** A key that is known, but lacks that scope. */
  readonly authOnlyKey?: string | undefined;
}

/**
 * What a key opens: everything, nothing for want of the scope, or nothing at all, which goes for the right key with a
 * bad name of a sandbox behind it too.
 */
export type Access = 'full' | 'authOnly' | 'missing' | 'wrong' | 'badName';

/** Authentication, `apikey`: the only place that looks at a given key. */
export function accessOf({ apikey = '' }: HttpRequest['headers'], { apiKey, authOnlyKey }: Keys): Access {
  if (sameKey(apikey, apiKey)) return 'full';
  if (authOnlyKey !== undefined && sameKey(apikey, authOnlyKey)) return 'authOnly';
  return apikey === '' ? 'missing' : 'wrong';
}

/** Authentication, `apikey`: why the key does not open the door; undefined when it does. */
export function refuseKey(access: Access): Refusal | undefined {
  if (access === 'missing') return { kind: 'missingApiKey' };
  if (access === 'badName') return { kind: 'wrongApiKey', hint: badName };
  return access === 'wrong' ? { kind: 'wrongApiKey' } : undefined;
}

const badName =
  'The key is right, but the name of the sandbox behind it may have 1 to 100 characters of a-z, 0-9 and - only.';

/** Authentication, `apikey`: the key must have the fullAccess scope. */
export const refuseScope = (access: Access): Refusal | undefined =>
  access === 'authOnly' ? { kind: 'insufficientScope' } : undefined;

/** Compares in a time that depends on the given key's length alone, so that an answer's delay betrays no prefix. */
export function sameKey(given: string, key: string): boolean {
  let difference = given.length ^ key.length;
  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ key.charCodeAt(index % key.length);
  }
  return difference === 0;
}
