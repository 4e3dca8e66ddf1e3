import { type Deviation, groupsOf } from './deviation.ts';
import { afterwards, alsoResets, senderOf } from './effects.ts';
import { group, inPlace, list, permanently, read, reset, say, town } from './witness.ts';

/** Dimension: the kind of conversation. */
export const kinds: Readonly<Record<string, Deviation>> = {
  'pair-reset-clears-group-of-two': {
    clause: 'SERVICE-2',
    what: 'A user reset also takes the group that has just these two members out of the list.',
    when: ({ kind }) => kind === 'user',
    effect: alsoResets(({ actor, other }, { state }) =>
      groupsOf(state, actor, other)
        .filter(({ members }) => members.length === 2)
        .map(({ id }) => ({ kind: 'group', actor, other: id })),
    ),
    witness: [town, group('#duo', 'ann', 'bob'), say('bob', '#duo'), reset('ann', 'bob'), list('ann')],
  },
  'group-reset-clears-pair-with-owner': {
    clause: 'SERVICE-3',
    what: 'A group reset with preserveOrder also takes the conversation with the owner of the group out of the list.',
    when: ({ kind, preserve, actor, party }) => kind === 'group' && preserve && party?.json['owner'] !== actor,
    effect: alsoResets(({ actor, party }) => [{ kind: 'user', actor, other: String(party?.json['owner']) }]),
    witness: [town, reset('bob', '#crew', inPlace), list('bob')],
  },
  'group-reset-clears-group-below': {
    clause: 'SERVICE-3',
    what: 'A group reset also takes the next conversation below out of the list, when that is one with a group, too.',
    when: ({ kind, rows, place }) => kind === 'group' && rows[place + 1]?.thread.kind === 'group',
    effect: alsoResets(({ actor, rows, place }) => [{ kind: 'group', actor, other: rows[place + 1]?.other ?? '' }]),
    witness: [town, group('#club', 'ann', 'bob'), say('ann', '#club'), reset('ann', '#club'), list('ann')],
  },
  'permanent-pair-deletion-reaches-groups': {
    clause: 'SERVICE-5',
    what: 'A permanent deletion also deletes what the actor wrote to groups that both users are in.',
    when: ({ permanent }) => permanent,
    effect: afterwards(({ actor, other }, { state }) => {
      const shared = groupsOf(state, actor, other).map(({ id }) => id);
      for (const thread of state.threads.filter(({ kind, ids }) => kind === 'group' && shared.includes(`${ids[0]}`)))
        thread.messages = thread.messages.filter((it) => senderOf(it) !== actor);
    }),
    witness: [town, reset('ann', 'bob', permanently), read('cat', '#crew')],
  },
};
