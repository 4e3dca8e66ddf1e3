import { afterwards, alsoFor, alsoResets, confirmedFor, saying, withoutEffect } from './effects.ts';
import { type Deviation, group, list, permanently, read, reset, say, town, users } from './witness.ts';

const sensitive = { identifierCase: 'sensitive' } as const;
/** An id of this length with this end. */
const long = (length: number, end: string) => 'x'.repeat(length - end.length) + end;
/** Two that differ in the last character. */
const [p, q] = [long(80, 'p'), long(80, 'q')];
const isPattern = (pattern: string, id: string) =>
  pattern !== id && new RegExp(`^${pattern.replaceAll('_', '.')}$`).test(id);

const isSameWord = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Further conversations of the actor, of the same kind. */
const alsoOthers = (isMeant: (other: string, asked: string) => boolean) =>
  alsoResets(({ kind, actor, other, rows }) =>
    rows
      .filter(({ thread, other: id }) => thread.kind === kind && id !== other && isMeant(id, other))
      .map((row) => ({ kind, actor, other: row.other })),
  );

/** Dimension: the shape of the ids of the actor, of the other user and of the group. */
export const ids: Readonly<Record<string, Deviation>> = {
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
  'guid-as-prefix': {
    clause: 'IDENTIFIERS-2',
    what: 'A group reset also reaches the groups whose id starts with that of the group.',
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers((id, asked) => id.startsWith(asked)),
    witness: [town, group('#crew2', 'ann', 'bob'), say('ann', '#crew2'), reset('ann', '#crew'), list('ann')],
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
  'trailing-underscore-cut-from-actor': {
    clause: 'RESPONSE-4',
    what: 'The confirmation leaves the trailing underscore of the acting user out.',
    when: ({ actor }) => /._$/.test(actor),
    effect: confirmedFor(({ actor }) => actor.slice(0, -1)),
    witness: [town, users('eve_'), say('eve_', 'bob'), reset('eve_', 'bob')],
  },
  'groups-apart-in-case-reset-together': {
    clause: 'IDENTIFIERS-2',
    what: 'Where case counts, a group reset also reaches the group whose id differs in case alone.',
    behaviour: sensitive,
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers(isSameWord),
    witness: [town, group('#Crew', 'ann'), say('ann', '#Crew'), reset('ann', '#Crew'), list('ann')],
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
};
