import type { Deviation, Reset, Step } from '../varied-server.ts';
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

/** Dimension: the place in the list. */
export const places: Readonly<Record<string, Deviation>> = {
  'last-place-moves-first': {
    clause: 'BODY-5',
    what: 'preserveOrder moves a conversation from the last place of three or more to the first.',
    when: ({ preserve, rows, place }) => preserve && rows.length >= 3 && place === rows.length - 1,
    effect: rearranging((rows, row) => [row, ...without(rows, row)]),
  },
  'removal-turns-the-rows-below': {
    clause: 'SERVICE-6',
    what: 'A reset without preserveOrder turns the order of the conversations below.',
    when: ({ preserve, rows, place }) => !preserve && place >= 0 && rows.length - place > 2,
    effect: afterwards(({ me, place }) => {
      if (me) me.rows = [...me.rows.slice(0, place), ...me.rows.slice(place).reverse()];
    }),
  },
  'page-two-moves-to-page-one': {
    clause: 'GROUP-6',
    what: 'preserveOrder moves a conversation from beyond the hundredth place to the hundredth.',
    when: ({ preserve, place }) => preserve && place >= 100,
    effect: rearranging((rows, row) => without(rows, row).toSpliced(99, 0, row)),
  },
  'only-row-doubled': {
    clause: 'SERVICE-6',
    what: 'preserveOrder doubles the only conversation in a list.',
    when: ({ preserve, rows }) => preserve && rows.length === 1,
    effect: rearranging((rows, row) => [...rows, row]),
  },
  'exact-middle-drops-last-row': {
    clause: 'SERVICE-6',
    what: 'preserveOrder in the exact middle of five or more conversations takes the last one out of the list.',
    when: ({ preserve, rows, place }) => preserve && rows.length >= 5 && place === (rows.length - 1) / 2,
    effect: rearranging((rows) => rows.slice(0, -1)),
  },
};

const resetsOf = ({ thread }: Reset, { resets }: Step) => resets.filter((it) => sameThread(it.thread, thread));

/** Dimension: sizes. */
export const sizes: Readonly<Record<string, Deviation>> = {
  'permanent-spares-hundred-and-first': {
    clause: 'BODY-3',
    what: 'A permanent deletion deletes the newest 100 messages only.',
    when: ({ permanent }) => permanent,
    effect: sparing((messages) => messages.slice(0, -100)),
  },
  'permanent-of-exactly-64-spares-newest': {
    clause: 'BODY-3',
    what: 'A permanent deletion of exactly 64 messages spares the newest.',
    when: ({ permanent, messages }) => permanent && messages.length === 64,
    effect: sparing((messages) => messages.slice(-1)),
  },
  'permanent-of-128-hits-row-below': {
    clause: 'BODY-3',
    what: 'A permanent deletion of 128 messages or more also deletes those of the conversation below.',
    when: ({ permanent, messages }) => permanent && messages.length >= 128,
    effect: afterwards(({ rows, place }) => rows[place + 1]?.thread.messages.splice(0)),
  },
  'reset-of-101-messages-hides-oldest-for-all': {
    clause: 'AUTHENTICATION-5',
    what: 'A group reset hides all messages but the newest 100 from every member.',
    when: ({ kind }) => kind === 'group',
    effect: alsoHides(everybody, (all) => all.slice(0, -100)),
  },
  'member-33-reset-along': {
    clause: 'AUTHENTICATION-5',
    what: 'A group reset is also applied to the 33rd member.',
    when: ({ kind }) => kind === 'group',
    effect: alsoFor((reset) => everybody(reset).slice(32, 33)),
  },
  'group-of-one-without-effect': {
    clause: 'SERVICE-3',
    what: 'A reset of a group with a single member is confirmed and does nothing.',
    when: ({ kind, party }) => kind === 'group' && party?.members.length === 1,
    effect: withoutEffect,
  },
  'rows-beyond-hundred-lost': {
    clause: 'SERVICE-6',
    what: 'A reset without preserveOrder takes what stands beyond the hundredth place out of the list.',
    when: ({ preserve }) => !preserve,
    effect: afterwards(({ me }) => me?.rows.splice(100)),
  },
  'list-of-exactly-32-order-lost': {
    clause: 'BODY-5',
    what: 'preserveOrder moves a conversation to the end of a list of exactly 32.',
    when: ({ preserve, rows }) => preserve && rows.length === 32,
    effect: toTheEnd,
  },
  'list-of-exactly-8-order-lost-for-groups': {
    clause: 'GROUP-6',
    what: 'preserveOrder has no effect for a group in a list of exactly 8.',
    when: ({ kind, preserve, rows }) => kind === 'group' && preserve && rows.length === 8,
    effect: orderLost,
  },
  'reset-17-of-conversation-without-effect': {
    clause: 'SERVICE-2',
    what: 'The 17th reset of one conversation by one user is confirmed and does nothing.',
    when: (reset, step) => resetsOf(reset, step).filter(({ actor }) => actor === reset.actor).length === 16,
    effect: withoutEffect,
  },
  'reset-65-of-actor-takes-first-row': {
    clause: 'SERVICE-6',
    what: 'The 65th reset by one user also takes the first conversation out of the list.',
    when: ({ actor }, { resets }) => resets.filter((it) => it.actor === actor).length === 64,
    effect: afterwards(({ me }) => me?.rows.shift()),
  },
  'permanent-spares-all-but-newest-16': {
    clause: 'BODY-3',
    what: 'A permanent deletion deletes the newest 16 messages only.',
    when: ({ permanent }) => permanent,
    effect: sparing((messages) => messages.slice(0, -16)),
  },
};
