import { isAuthOnly, type Keys, sameKey } from './authenticate.ts';

/** What a journal says of a given key, in place of the key. */
export type KeyKind = 'missing' | 'right' | 'authOnly' | 'rightWithBadName' | 'wrong';

/** The key itself is kept nowhere. */
export function kindOfKey(given: string | undefined, keys: Keys): KeyKind {
  if (given === undefined || given === '') return 'missing';
  if (sameKey(given, keys.apiKey)) return 'right';
  if (isAuthOnly(given, keys)) return 'authOnly';
  const isRightSoFar = given[keys.apiKey.length] === '.' && sameKey(given.slice(0, keys.apiKey.length), keys.apiKey);
  return isRightSoFar ? 'rightWithBadName' : 'wrong';
}

/** A key that is judged as all of that kind are. */
export function keyOfKind(kind: KeyKind, { apiKey, authOnlyKey }: Keys): string | undefined {
  const ofKind: Readonly<Record<KeyKind, string | undefined>> = {
    missing: undefined,
    right: apiKey,
    authOnly: authOnlyKey,
    rightWithBadName: `${apiKey}.${noCharacterOfKeys}`,
    wrong: noCharacterOfKeys,
  };
  return ofKind[kind];
}

/** No header can hold it. */
const noCharacterOfKeys = '\0';
