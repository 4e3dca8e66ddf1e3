import type { Reset, Step } from '../varied-server.ts';
import {
  afterwards,
  alsoFor,
  alsoHides,
  everybody,
  orderLost,
  rearranging,
  sameThread,
  sparing,
  toTheEnd,
  without,
  withoutEffect,
} from './effects.ts';
import {
  crowd,
  type Deviation,
  group,
  inPlace,
  list,
  permanently,
  read,
  reset,
  say,
  times,
  town,
  users,
} from './witness.ts';

/** Dimension: the place in the list. */
export const places: Readonly<Record<string, Deviation>> = {
  'last-place-moves-first': {
    clause: 'BODY-5',
    what: 'preserveOrder moves a conversation from the last place of three or more to the first.',
    when: ({ preserve, rows, place }) => preserve && rows.length >= 3 && place === rows.length - 1,
    effect: rearranging((rows, row) => [row, ...without(rows, row)]),
    witness: [town, reset('ann', 'bob', inPlace), list('ann')],
  },
  'removal-turns-the-rows-below': {
    clause: 'SERVICE-6',
    what: 'A reset without preserveOrder turns the order of the conversations below.',
    when: ({ preserve, rows, place }) => !preserve && place >= 0 && rows.length - place > 2,
    effect: afterwards(({ me, place }) => {
      if (me) me.rows = [...me.rows.slice(0, place), ...me.rows.slice(place).reverse()];
    }),
    witness: [town, reset('ann', '#crew'), list('ann')],
  },
  'page-two-moves-to-page-one': {
    clause: 'GROUP-6',
    what: 'preserveOrder moves a conversation from beyond the hundredth place to the hundredth.',
    when: ({ preserve, place }) => preserve && place >= 100,
    effect: rearranging((rows, row) => without(rows, row).toSpliced(99, 0, row)),
    witness: [town, crowd(100), reset('ann', 'cat', inPlace), list('ann')],
  },
  'only-row-doubled': {
    clause: 'SERVICE-6',
    what: 'preserveOrder doubles the only conversation in a list.',
    when: ({ preserve, rows }) => preserve && rows.length === 1,
    effect: rearranging((rows, row) => [...rows, row]),
    witness: [users('ann', 'bob'), say('ann', 'bob'), reset('ann', 'bob', inPlace), list('ann')],
  },
  'exact-middle-drops-last-row': {
    clause: 'SERVICE-6',
    what: 'preserveOrder in the exact middle of five or more conversations takes the last one out of the list.',
    when: ({ preserve, rows, place }) => preserve && rows.length >= 5 && place === (rows.length - 1) / 2,
    effect: rearranging((rows) => rows.slice(0, -1)),
    witness: [town, users('eve'), say('ann', 'dan'), say('ann', 'eve'), reset('ann', '#crew', inPlace), list('ann')],
  },
};

const resetsOf = ({ thread }: Reset, { resets }: Step) => resets.filter((it) => sameThread(it.thread, thread));

const many = (count: number) => Array.from({ length: count }, (_, index) => `u${index + 1}`);

/** Dimension: sizes. */
export const sizes: Readonly<Record<string, Deviation>> = {
  'permanent-spares-hundred-and-first': {
    clause: 'BODY-3',
    what: 'A permanent deletion deletes the newest 100 messages only.',
    when: ({ permanent }) => permanent,
    effect: sparing((messages) => messages.slice(0, -100)),
    witness: [town, times(100, (n) => say('ann', 'bob', `${n}`)), reset('ann', 'bob', permanently), read('bob', 'ann')],
  },
  'permanent-of-exactly-64-spares-newest': {
    clause: 'BODY-3',
    what: 'A permanent deletion of exactly 64 messages spares the newest.',
    when: ({ permanent, messages }) => permanent && messages.length === 64,
    effect: sparing((messages) => messages.slice(-1)),
    witness: [town, times(63, (n) => say('ann', 'bob', `${n}`)), reset('ann', 'bob', permanently), read('bob', 'ann')],
  },
  'permanent-of-128-hits-row-below': {
    clause: 'BODY-3',
    what: 'A permanent deletion of 128 messages or more also deletes those of the conversation below.',
    when: ({ permanent, messages }) => permanent && messages.length >= 128,
    effect: afterwards(({ rows, place }) => rows[place + 1]?.thread.messages.splice(0)),
    witness: [
      town,
      times(128, (n) => say('ann', 'cat', `${n}`)),
      reset('ann', 'cat', permanently),
      read('bob', '#crew'),
    ],
  },
  'reset-of-101-messages-hides-oldest-for-all': {
    clause: 'AUTHENTICATION-5',
    what: 'A group reset hides all messages but the newest 100 from every member.',
    when: ({ kind }) => kind === 'group',
    effect: alsoHides(everybody, (all) => all.slice(0, -100)),
    witness: [town, times(100, (n) => say('ann', '#crew', `${n}`)), reset('ann', '#crew'), read('bob', '#crew')],
  },
  'member-33-reset-along': {
    clause: 'AUTHENTICATION-5',
    what: 'A group reset is also applied to the 33rd member.',
    when: ({ kind }) => kind === 'group',
    effect: alsoFor((reset) => everybody(reset).slice(32, 33)),
    witness: [
      [town, users(...many(32)), group('#big', 'ann', ...many(32)), say('ann', '#big')],
      [reset('ann', '#big'), list('u32')],
    ],
  },
  'group-of-one-without-effect': {
    clause: 'SERVICE-3',
    what: 'A reset of a group with a single member is confirmed and does nothing.',
    when: ({ kind, party }) => kind === 'group' && party?.members.length === 1,
    effect: withoutEffect,
    witness: [town, group('#solo', 'ann'), say('ann', '#solo'), reset('ann', '#solo'), list('ann')],
  },
  'rows-beyond-hundred-lost': {
    clause: 'SERVICE-6',
    what: 'A reset without preserveOrder takes what stands beyond the hundredth place out of the list.',
    when: ({ preserve }) => !preserve,
    effect: afterwards(({ me }) => me?.rows.splice(100)),
    witness: [town, crowd(100), reset('ann', 'u50'), list('ann')],
  },
  'list-of-exactly-32-order-lost': {
    clause: 'BODY-5',
    what: 'preserveOrder moves a conversation to the end of a list of exactly 32.',
    when: ({ preserve, rows }) => preserve && rows.length === 32,
    effect: toTheEnd,
    witness: [town, crowd(29), reset('ann', 'u9', inPlace), list('ann')],
  },
  'list-of-exactly-8-order-lost-for-groups': {
    clause: 'GROUP-6',
    what: 'preserveOrder has no effect for a group in a list of exactly 8.',
    when: ({ kind, preserve, rows }) => kind === 'group' && preserve && rows.length === 8,
    effect: orderLost,
    witness: [town, crowd(5), reset('ann', '#crew', inPlace), list('ann')],
  },
  'reset-17-of-conversation-without-effect': {
    clause: 'SERVICE-2',
    what: 'The 17th reset of one conversation by one user is confirmed and does nothing.',
    when: (reset, step) => resetsOf(reset, step).filter(({ actor }) => actor === reset.actor).length === 16,
    effect: withoutEffect,
    witness: [town, times(16, () => [reset('ann', 'bob'), say('bob', 'ann')]), reset('ann', 'bob'), list('ann')],
  },
  'reset-65-of-actor-takes-first-row': {
    clause: 'SERVICE-6',
    what: 'The 65th reset by one user also takes the first conversation out of the list.',
    when: ({ actor }, { resets }) => resets.filter((it) => it.actor === actor).length === 64,
    effect: afterwards(({ me }) => me?.rows.shift()),
    witness: [town, times(65, () => [say('ann', '#crew'), reset('ann', '#crew')]), list('ann')],
  },
};
