import type { Deviation } from './deviation.ts';
import { afterwards, rearranging, without } from './effects.ts';
import { crowd, inPlace, list, reset, say, town, users } from './witness.ts';

/** Dimension: the place in the list. */
export const places: Readonly<Record<string, Deviation>> = {
  'last-place-moves-first': {
    clause: 'BODY-5',
    what: 'preserveOrder moves a conversation from the last place of three or more to the first.',
    when: ({ preserve, rows, place }) => preserve && rows.length >= 3 && place === rows.length - 1,
    effect: rearranging((rows, row) => [row, ...without(rows, row)]),
    witness: [town, reset('ann', 'bob', inPlace), list('ann')],
  },
  'second-place-swaps-with-first': {
    clause: 'BODY-5',
    what: 'preserveOrder moves a conversation from the second place to the first.',
    when: ({ preserve, place }) => preserve && place === 1,
    effect: rearranging((rows, row) => [row, ...without(rows, row)]),
    witness: [town, reset('ann', 'cat', inPlace), list('ann')],
  },
  'second-to-last-place-turns-the-list': {
    clause: 'SERVICE-6',
    what: 'preserveOrder at the last place but one keeps that place, and turns the order of the places before it.',
    when: ({ preserve, rows, place }) => preserve && place >= 2 && place === rows.length - 2,
    effect: rearranging((rows, _, { place }) => [...rows.slice(0, place).reverse(), ...rows.slice(place)]),
    witness: [town, say('ann', 'dan'), reset('ann', 'cat', inPlace), list('ann')],
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
  'first-place-takes-second-along': {
    clause: 'SERVICE-6',
    what: 'A reset without preserveOrder at the first place of four or more takes the second along.',
    when: ({ preserve, rows, place }) => !preserve && rows.length >= 4 && place === 0,
    effect: afterwards(({ me }) => {
      if (me) me.rows = me.rows.slice(1);
    }),
    witness: [town, say('ann', 'dan'), reset('ann', 'dan'), list('ann')],
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
