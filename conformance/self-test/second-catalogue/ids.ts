import type { Deviation } from './deviation.ts';
import {
  afterwards,
  alsoFor,
  alsoResets,
  confirmedFor,
  orderLost,
  rearranging,
  saying,
  theOther,
  withoutEffect,
} from './effects.ts';
import { group, inPlace, list, permanently, read, reset, say, town, users } from './witness.ts';

const sensitive = { identifierCase: 'sensitive' } as const;
/** An id of this length with this end. */
const long = (length: number, end: string) => 'x'.repeat(length - end.length) + end;
/** Two that differ in the last character. */
const [p, q] = [long(80, 'p'), long(80, 'q')];
const [a64, a100] = [long(64, 'a'), long(100, 'a')];
const isPattern = (pattern: string, id: string) =>
  pattern !== id && new RegExp(`^${pattern.replaceAll('_', '.')}$`).test(id);

const isSameWord = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The same conversation of further users. */
const alsoAlike = (isMeant: (id: string, actor: string) => boolean) =>
  alsoFor(({ actor }, { state }) => state.parties.map(({ id }) => id).filter((id) => isMeant(id, actor)));

/** Further conversations of the actor, of the same kind. */
const alsoOthers = (isMeant: (other: string, asked: string) => boolean) =>
  alsoResets(({ kind, actor, other, rows }) =>
    rows
      .filter(({ thread, other: id }) => thread.kind === kind && id !== other && isMeant(id, other))
      .map((row) => ({ kind, actor, other: row.other })),
  );

/** Dimension: the shape of the ids of the actor, of the other user and of the group. */
export const ids: Readonly<Record<string, Deviation>> = {
  'actor-of-64-chars-without-effect': {
    clause: 'SERVICE-4',
    what: 'A reset by a user whose id has 64 characters or more is confirmed and does nothing.',
    when: ({ actor }) => actor.length >= 64,
    effect: withoutEffect,
    witness: [town, users(a64), say(a64, 'bob'), reset(a64, 'bob'), list(a64)],
  },
  'peer-of-100-chars-order-lost': {
    clause: 'BODY-5',
    what: 'preserveOrder has no effect when the id of the other user has 100 characters.',
    when: ({ kind, other, preserve }) => kind === 'user' && preserve && other.length === 100,
    effect: orderLost,
    witness: [town, users(a100), say('ann', a100), reset('ann', a100, inPlace), list('ann')],
  },
  'long-guid-cut-in-confirmation': {
    clause: 'RESPONSE-4',
    what: 'The confirmation names only the first 64 characters of a group.',
    when: ({ kind, other }) => kind === 'group' && other.length > 64,
    effect: saying((message, { other }) => message.replace(other, other.slice(0, 64))),
    witness: [town, group(`#${p}`, 'ann'), say('ann', `#${p}`), reset('ann', `#${p}`)],
  },
  'long-peers-alike-but-for-last-char': {
    clause: 'IDENTIFIERS-1',
    what: 'A user reset also reaches the other user whose id of 64 characters or more differs in the last one alone.',
    when: ({ kind, other }) => kind === 'user' && other.length >= 64,
    effect: alsoOthers((id, asked) => id.length === asked.length && id.slice(0, -1) === asked.slice(0, -1)),
    witness: [town, users(p, q), say('ann', p), say('ann', q), reset('ann', p), list('ann')],
  },
  'long-actors-alike-in-64-chars': {
    clause: 'AUTHENTICATION-5',
    what: 'A reset is also applied to another user when the first 64 characters of both ids are equal.',
    when: ({ actor }) => actor.length > 64,
    effect: alsoAlike((id, actor) => id.startsWith(actor.slice(0, 64))),
    witness: [town, users(p, q), say(p, 'bob'), say(q, 'bob'), reset(p, 'bob'), list(q)],
  },
  'guid-as-prefix': {
    clause: 'IDENTIFIERS-2',
    what: 'A group reset also reaches the groups whose id starts with that of the group.',
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers((id, asked) => id.startsWith(asked)),
    witness: [town, group('#crew2', 'ann', 'bob'), say('ann', '#crew2'), reset('ann', '#crew'), list('ann')],
  },
  'actor-prefix-of-peer-confirmed-for-peer': {
    clause: 'RESPONSE-4',
    what: 'When the id of the other user starts with that of the actor, the confirmation is in the name of the other user.',
    when: ({ kind, actor, other }) => kind === 'user' && other.startsWith(actor),
    effect: confirmedFor(({ other }) => other),
    witness: [town, users('anna'), say('ann', 'anna'), reset('ann', 'anna')],
  },
  'underscore-in-guid-as-wildcard': {
    clause: 'IDENTIFIERS-2',
    what: 'An underscore in the id of a group stands for any character.',
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers((id, asked) => isPattern(asked, id)),
    witness: [
      [town, group('#c_ew', 'ann', 'bob'), say('ann', '#c_ew')],
      [reset('ann', '#c_ew'), list('ann')],
    ],
  },
  'underscore-in-actor-as-wildcard': {
    clause: 'AUTHENTICATION-5',
    what: 'An underscore in the id of the actor stands for any character, and every such user is reset.',
    when: ({ kind }) => kind === 'user',
    effect: alsoAlike((id, actor) => isPattern(actor, id)),
    witness: [town, users('a_n'), say('a_n', 'bob'), reset('a_n', 'bob'), list('ann')],
  },
  'infix-permanent-deletes-colliding-pair': {
    clause: 'IDENTIFIERS-1',
    what: 'A permanent deletion also deletes the messages of the pair whose ids join to the same text.',
    when: ({ permanent }) => permanent,
    effect: afterwards(({ actor, other }, { state }) => {
      const joined = [actor, other].sort().join('_user_');
      for (const thread of state.threads)
        if (thread.kind === 'user' && thread.ids.toSorted().join('_user_') === joined) thread.messages = [];
    }),
    witness: [
      [town, users('a', 'b_user_c', 'a_user_b', 'c'), say('a', 'b_user_c'), say('a_user_b', 'c')],
      [reset('a', 'b_user_c', permanently), read('c', 'a_user_b')],
    ],
  },
  'infix-actor-reset-for-its-first-part': {
    clause: 'AUTHENTICATION-5',
    what: 'A reset by a user with _user_ in the id is also applied to the user whose id is the part before it.',
    when: ({ actor }) => actor.includes('_user_'),
    effect: alsoFor(({ actor }) => [actor.split('_user_')[0] ?? '']),
    witness: [town, users('bob_user_x'), say('bob_user_x', 'ann'), reset('bob_user_x', 'ann'), list('bob')],
  },
  'leading-dash-peer-without-effect': {
    clause: 'SERVICE-2',
    what: 'A user reset is confirmed and does nothing when the id of the other user starts with a dash.',
    when: ({ kind, other }) => kind === 'user' && other.startsWith('-'),
    effect: withoutEffect,
    witness: [town, users('-x'), say('ann', '-x'), reset('ann', '-x'), list('ann')],
  },
  'trailing-underscore-cut-from-actor': {
    clause: 'RESPONSE-4',
    what: 'The confirmation leaves the trailing underscore of the acting user out.',
    when: ({ actor }) => /._$/.test(actor),
    effect: confirmedFor(({ actor }) => actor.slice(0, -1)),
    witness: [town, users('eve_'), say('eve_', 'bob'), reset('eve_', 'bob')],
  },
  'trailing-dash-group-doubled': {
    clause: 'SERVICE-6',
    what: 'A group whose id ends in a dash stands in the list twice after a reset with preserveOrder.',
    when: ({ kind, other, preserve }) => kind === 'group' && preserve && other.endsWith('-'),
    effect: rearranging((rows, row, { place }) => rows.toSpliced(place, 0, row)),
    witness: [town, group('#club-', 'ann'), say('ann', '#club-'), reset('ann', '#club-', inPlace), list('ann')],
  },
  'digits-guid-as-number': {
    clause: 'IDENTIFIERS-2',
    what: 'Groups whose ids are equal as numbers are reset together.',
    when: ({ kind, other }) => kind === 'group' && /^\d+$/.test(other),
    effect: alsoOthers((id, asked) => Number(id) === Number(asked)),
    witness: [
      [town, group('#7', 'ann'), group('#007', 'ann'), say('ann', '#7'), say('ann', '#007')],
      [reset('ann', '#7'), list('ann')],
    ],
  },
  'digits-peer-order-lost': {
    clause: 'BODY-5',
    what: 'preserveOrder has no effect when the id of the other user has digits only.',
    when: ({ kind, other, preserve }) => kind === 'user' && preserve && /^\d+$/.test(other),
    effect: orderLost,
    witness: [town, users('42'), say('ann', '42'), reset('ann', '42', inPlace), list('ann')],
  },
  'actors-apart-in-case-reset-together': {
    clause: 'AUTHENTICATION-5',
    what: 'Where case counts, a reset is also applied to the user whose id differs in case alone.',
    behaviour: sensitive,
    when: () => true,
    effect: alsoAlike(isSameWord),
    witness: [town, users('Ann'), say('Ann', 'bob'), reset('Ann', 'bob'), list('ann')],
  },
  'groups-apart-in-case-reset-together': {
    clause: 'IDENTIFIERS-2',
    what: 'Where case counts, a group reset also reaches the group whose id differs in case alone.',
    behaviour: sensitive,
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers(isSameWord),
    witness: [town, group('#Crew', 'ann'), say('ann', '#Crew'), reset('ann', '#Crew'), list('ann')],
  },
  'pair-reset-clears-group-of-same-name': {
    clause: 'IDENTIFIERS-1',
    what: 'A user reset also reaches the group that has the name of the other user.',
    when: ({ kind }) => kind === 'user',
    effect: alsoResets(({ actor, other }) => [{ kind: 'group', actor, other }]),
    witness: [town, group('#bob', 'ann', 'cat'), say('ann', '#bob'), reset('ann', 'bob'), list('ann')],
  },
  'permanent-deletes-group-of-same-name': {
    clause: 'SERVICE-5',
    what: 'A permanent deletion also deletes the messages of the group that has the name of the other user.',
    when: ({ permanent }) => permanent,
    effect: afterwards(({ other }, { state }) => {
      const thread = state.threads.find(({ kind, ids }) => kind === 'group' && ids.includes(other));
      if (thread) thread.messages = [];
    }),
    witness: [
      [town, group('#bob', 'ann', 'cat'), say('ann', '#bob')],
      [reset('ann', 'bob', permanently), read('cat', '#bob')],
    ],
  },
  'group-named-like-actor-without-effect': {
    clause: 'SERVICE-3',
    what: 'A reset of the group that has the name of the actor is confirmed and does nothing.',
    when: ({ kind, actor, other }) => kind === 'group' && actor === other,
    effect: withoutEffect,
    witness: [town, group('#ann', 'ann', 'bob'), say('ann', '#ann'), reset('ann', '#ann'), list('ann')],
  },
  'group-named-like-member-resets-member': {
    clause: 'AUTHENTICATION-5',
    what: 'A reset of a group that has the name of one of its members is also applied to that member.',
    when: ({ kind, other, party }) => kind === 'group' && party?.members.includes(other) === true,
    effect: alsoFor(theOther),
    witness: [town, group('#bob', 'ann', 'bob'), say('ann', '#bob'), reset('ann', '#bob'), list('bob')],
  },
};
