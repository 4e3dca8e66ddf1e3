import { accept, type Behaviour, type ChatState, type Result, refuse, type Step } from '../core/index.ts';
import type { Body, Command } from './call.ts';
import { uidAsGiven } from './decode-id.ts';
import { isAccepted } from './encode-reply.ts';
import type { HttpRequest } from './http-message.ts';
import type { Refusal } from './refusal.ts';

type Headers = HttpRequest['headers'];

export interface Keys {
  /** The key with the scope fullAccess. */
  readonly apiKey: string;
  /** A key that is known, but lacks that scope. */
  readonly authOnlyKey?: string | undefined;
}

/** Authentication, `apikey`: why the key does not open the door; undefined when it does. */
export function refuseKey(headers: Headers, keys: Keys, behaviour: Behaviour): Refusal | undefined {
  const given = headers['apikey'] ?? '';
  if (sameKey(given, keys.apiKey) || isAuthOnly(given, keys)) return undefined;
  const kind = given === '' ? 'missingApiKey' : 'wrongApiKey';
  return isAccepted(kind, behaviour) ? undefined : { kind };
}

/** Authentication, `apikey`: the key must have the fullAccess scope. */
export function refuseScope(headers: Headers, keys: Keys, behaviour: Behaviour): Refusal | undefined {
  if (!isAuthOnly(headers['apikey'] ?? '', keys) || isAccepted('insufficientScope', behaviour)) return undefined;
  return { kind: 'insufficientScope' };
}

/** Whether it is the key that lacks the scope. */
export const isAuthOnly = (given: string, { authOnlyKey }: Keys): boolean =>
  authOnlyKey !== undefined && sameKey(given, authOnlyKey);

/** Compares in a time that depends on the given key's length alone, so that an answer's delay betrays no prefix. */
export function sameKey(given: string, key: string): boolean {
  let difference = given.length ^ key.length;
  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ key.charCodeAt(index % key.length);
  }
  return difference === 0;
}

/** Authentication, `onBehalfOf`: the command as it is for the user named there; core refuses one who does not exist. */
export function performFor(
  command: Command,
  state: ChatState,
  headers: Headers,
  behaviour: Behaviour,
): Result<(at: number) => Step<Body>, Refusal> {
  if (command.actor === 'unused') return accept((at) => command.perform(state, at));
  const given = headers['onbehalfof'] ?? '';
  if (given === '') {
    if (command.actor === 'required') return refuse({ kind: 'missingOnBehalfOf' });
    return accept((at) => command.perform(state, undefined, at));
  }
  const actor = uidAsGiven(given, behaviour);
  return accept((at) => command.perform(state, actor, at));
}
