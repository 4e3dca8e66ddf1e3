import { keyOf, latestFirst, participantsOf, toGroup } from '../scenario/conversations.ts';
import { idIn } from '../scenario/ids.ts';
import type { Reset, Scenario } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import { nameOf } from '../target/rest-driver.ts';
import type { Transition } from './transitions.ts';

/** What the text of a confirmation names; spec, "Response body", data.message. The wording is free, and so are capitals where ids are folded. */
export function namesIn(message: string, reset: Reset, transition: Transition) {
  const { scope, scenario, conversationIds, profile } = transition;
  const folded = (words: string): string => (profile.identifierCase === 'sensitive' ? words : words.toLowerCase());
  const text = folded(message);
  const { actor, conversation } = reset;
  const uid = idIn(scope, actor);
  const idsOf = (peer: Peer): readonly string[] => {
    const own = conversationIds.get(keyOf(peer));
    const spelled = spelledIds(uid, { ...peer, id: idIn(scope, peer.id) });
    return own === undefined ? spelled : [own, ...spelled];
  };
  const namesOf = (peer: Peer) => [...idsOf(peer), idIn(scope, peer.id), nameOf(idIn(scope, peer.id))];
  // Who takes part may be named for that, as the owner of a group; and a group may have the id and the name of a user.
  const participants = [actor, ...participantsOf(scenario, actor, conversation)].map((one) => idIn(scope, one));
  const own = [...namesOf(conversation), ...participants.flatMap((one) => [one, nameOf(one)])];
  const others = conversationsOf(scenario, actor).filter((peer) => keyOf(peer) !== keyOf(conversation));
  const longestFirst = [conversation, ...others]
    .flatMap(idsOf)
    .filter((id) => id !== uid)
    .map(folded)
    .sort((a, b) => b.length - a.length);
  const ownIds = idsOf(conversation).map(folded);
  const has = (name: string): boolean => hasName(text, folded(name));
  const isUnknown = !profile.spellsIds && !conversationIds.has(keyOf(conversation));
  // A number or a word may be there by chance; an id that another conversation has may be its own where that is not known.
  const isNoName = (name: string): boolean =>
    /^(?:\d*|[a-z]*)$/i.test(name) || (isUnknown && [...conversationIds.values()].includes(name));
  return {
    // A word may stand before the whole id, as in `conversation_group_a`.
    conversation: namesOf(conversation).some(has) || ownIds.some((id) => placeOf(text, id, 0, isLetter) !== -1),
    /** Whether the conversation has an id of the target's own that no list has shown. */
    isUnknown,
    /** With every conversation id taken out that is not the acting user's own, that id still has to stand there. */
    actingUser: hasName(withoutAll(text, longestFirst), uid),
    another: others.flatMap(namesOf).find((name) => !own.includes(name) && !isNoName(name) && has(name)),
    hasOthers: others.length > 0,
    accepted: [own[0] ?? '', idIn(scope, conversation.id)],
  };
}

/** The ids of a user's conversation as the examples of the spec have them. */
export const spelledIds = (uid: string, { kind, id }: Peer): readonly string[] =>
  kind === 'group' ? [`group_${id}`] : [`${uid}_user_${id}`, `${id}_user_${uid}`];

/** The groups of a user, and the conversations that somebody has written in. */
function conversationsOf(scenario: Scenario, user: string): readonly Peer[] {
  const own = scenario.groups.filter(({ members }) => members.includes(user)).map(({ id }) => toGroup(id));
  return [...own, ...latestFirst(scenario, user).filter(({ kind }) => kind === 'user')];
}

/** Whether `name` stands in the text by itself, not as a part of a longer id. */
const hasName = (text: string, name: string): boolean => placeOf(text, name, 0) !== -1;

function placeOf(text: string, name: string, from: number, mayNotPrecede = isIdCharacter): number {
  // It would be found at every place.
  if (name === '') return -1;
  for (let at = text.indexOf(name, from); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!mayNotPrecede(text[at - 1]) && !isIdCharacter(text[end])) return at;
    if (isEmphasised(text, at, end)) return at;
  }
  return -1;
}

/** Between marks of emphasis, as in `_id_`, it still stands by itself. */
const isEmphasised = (text: string, at: number, end: number): boolean =>
  ['_', '__', '___'].some((mark) => {
    const [before, after] = [at - mark.length, end + mark.length];
    if (before < 0 || text.slice(before, at) !== mark || text.slice(end, after) !== mark) return false;
    return !isIdCharacter(text[before - 1]) && !isIdCharacter(text[after]);
  });

/** One pass for each name, so that a long text costs no more than its length. */
function withoutAll(text: string, names: readonly string[]): string {
  let rest = text;
  for (const name of names) {
    const parts: string[] = [];
    let from = 0;
    for (let at = placeOf(rest, name, 0); at !== -1; at = placeOf(rest, name, from)) {
      parts.push(rest.slice(from, at));
      from = at + name.length;
    }
    if (from > 0) rest = [...parts, rest.slice(from)].join(' ');
  }
  return rest;
}

const isIdCharacter = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9_-]/.test(char);

const isLetter = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9]/.test(char);
