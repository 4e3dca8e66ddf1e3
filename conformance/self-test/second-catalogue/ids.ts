import type { Deviation } from '../varied-server.ts';
import { afterwards, alsoFor, alsoResets, confirmedFor, saying, withoutEffect } from './effects.ts';

const sensitive = { identifierCase: 'sensitive' } as const;
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
  },
  'long-peers-alike-but-for-last-char': {
    clause: 'IDENTIFIERS-1',
    what: 'A user reset also reaches the other user whose id of 64 characters or more differs in the last one alone.',
    when: ({ kind, other }) => kind === 'user' && other.length >= 64,
    effect: alsoOthers((id, asked) => id.length === asked.length && id.slice(0, -1) === asked.slice(0, -1)),
  },
  'guid-as-prefix': {
    clause: 'IDENTIFIERS-2',
    what: 'A group reset also reaches the groups whose id starts with that of the group.',
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers((id, asked) => id.startsWith(asked)),
  },
  'underscore-in-guid-as-wildcard': {
    clause: 'IDENTIFIERS-2',
    what: 'An underscore in the id of a group stands for any character.',
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers((id, asked) => isPattern(asked, id)),
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
  },
  'infix-actor-reset-for-its-first-part': {
    clause: 'AUTHENTICATION-5',
    what: 'A reset by a user with _user_ in the id is also applied to the user whose id is the part before it.',
    when: ({ actor }) => actor.includes('_user_'),
    effect: alsoFor(({ actor }) => [actor.split('_user_')[0] ?? '']),
  },
  'trailing-underscore-cut-from-actor': {
    clause: 'RESPONSE-4',
    what: 'The confirmation leaves the trailing underscore of the acting user out.',
    when: ({ actor }) => /._$/.test(actor),
    effect: confirmedFor(({ actor }) => actor.slice(0, -1)),
  },
  'groups-apart-in-case-reset-together': {
    clause: 'IDENTIFIERS-2',
    what: 'Where case counts, a group reset also reaches the group whose id differs in case alone.',
    behaviour: sensitive,
    when: ({ kind }) => kind === 'group',
    effect: alsoOthers(isSameWord),
  },
  'permanent-deletes-group-of-same-name': {
    clause: 'SERVICE-5',
    what: 'A permanent deletion also deletes the messages of the group that has the name of the other user.',
    when: ({ permanent }) => permanent,
    effect: afterwards(({ other }, { state }) => {
      const thread = state.threads.find(({ kind, ids }) => kind === 'group' && ids.includes(other));
      if (thread) thread.messages = [];
    }),
  },
  'group-named-like-actor-without-effect': {
    clause: 'SERVICE-3',
    what: 'A reset of the group that has the name of the actor is confirmed and does nothing.',
    when: ({ kind, actor, other }) => kind === 'group' && actor === other,
    effect: withoutEffect,
  },
};
