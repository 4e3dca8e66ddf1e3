import type { Addressing } from '../../core/index.ts';
import { actorWords, bodyWords, keyWords, wireSpellings } from './choices.ts';
import { keyOf } from './conversations.ts';
import { withIds } from './ids.ts';
import { flagsSent, type Reset } from './scenario.ts';

/** A reset in words, with the names of its scenario. */
export function describeReset(reset: Reset): string {
  return [`${reset.actor} resets ${keyOf(reset.conversation)}`, ...formOf(reset), ...howOf(reset)].join(', ');
}

/** How a user reset names the two, as far as its body does. */
export function formOf({ conversation, form, path, body, wrongTypes = {} }: Reset): readonly string[] {
  if (conversation.kind === 'group' || path !== undefined) return [];
  if (body !== 'none' && body !== 'number' && !('conversationWith' in wrongTypes)) return [formWords[form]];
  return form === 'path-actor' ? [] : [formWords['path-peer']];
}

/** Everything about the request that is not whose conversation it resets, and in which form. */
export function howOf(reset: Reset): readonly string[] {
  const { wire = [], apikey, onBehalfOf, body, wrongTypes = {}, extra = {}, path } = reset;
  const fields = flagsSent(reset).map((name) => `${name} ${reset[name]}`);
  return [
    ...(path === undefined ? [] : [`with ${path} in the path`]),
    ...wire.map((one) => wireSpellings[one].words),
    ...(apikey === undefined ? [] : [keyWords[apikey]]),
    ...(onBehalfOf === undefined ? [] : [actorWords[onBehalfOf]]),
    ...(body === undefined ? [] : [bodyWords[body]]),
    ...(fields.length === 0 ? [] : [`with ${fields.join(' and ')}`]),
    ...(Object.keys(wrongTypes).length === 0 ? [] : [`with ${fieldWords(wrongTypes).join(' and ')}`]),
    ...(Object.keys(extra).length === 0 ? [] : [`beside ${fieldWords(extra).join(' and ')}`]),
  ];
}

/** Fields of a body with their values; ids as the scenario has them. */
export const fieldWords = (fields: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(fields).map(([name, value]) => `${name} ${JSON.stringify(withIds(value, ({ id }) => id))}`);

const formWords: Readonly<Record<Addressing, string>> = {
  'path-actor': 'named in conversationWith',
  'path-peer': 'named in the path',
  'path-peer-echo': 'named in the path, with conversationWith the acting user',
};
