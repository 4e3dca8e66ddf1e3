import type { HttpRequest } from './http-message.ts';
import type { Refusal } from './refusal.ts';

export interface Keys {
  /** The key with the scope fullAccess. */
  readonly apiKey: string;
  /** A key that is known, but lacks that scope. */
  readonly authOnlyKey?: string | undefined;
}

/** Why a key does not open the door, be it for want of the scope; undefined where it does. */
export type Access = Refusal | undefined;

// The pages that may call were answered before their key was asked for; a browser that asks has no key to show.
const preflight: Refusal = {
  kind: 'missingApiKey',
  hint: 'A browser asks whether a page of another origin may call; --cors ORIGIN allows it.',
};
export const wrongSandboxName: Refusal = {
  kind: 'wrongApiKey',
  hint: 'The key is right, but the name of the sandbox behind it may have 1 to 100 characters of a-z, 0-9 and - only.',
};

/** Authentication, `apikey`: the only place that looks at a given key. */
export function accessOf({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>, keys: Keys): Access {
  const { apikey = '', origin } = headers;
  if (sameKey(apikey, keys.apiKey)) return undefined;
  if (keys.authOnlyKey !== undefined && sameKey(apikey, keys.authOnlyKey)) return { kind: 'insufficientScope' };
  if (apikey !== '') return { kind: 'wrongApiKey' };
  const asksBefore = origin !== undefined && headers['access-control-request-method'] !== undefined;
  return method === 'OPTIONS' && asksBefore ? preflight : { kind: 'missingApiKey' };
}

/** Compares in a time that depends on the given key's length alone, so that an answer's delay betrays no prefix. */
export function sameKey(given: string, key: string): boolean {
  let difference = given.length ^ key.length;
  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ key.charCodeAt(index % key.length);
  }
  return difference === 0;
}

export const isSandboxName = (name: string): boolean => /^[a-z0-9-]{1,100}$/.test(name);

/** The key that opens the sandbox of a name. */
export const keyOf = (apiKey: string, name: string): string => (name === '' ? apiKey : `${apiKey}.${name}`);
