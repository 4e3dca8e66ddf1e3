import { addressingForms } from '../../core/index.ts';
import {
  type Act,
  type Case,
  flags,
  type Names,
  openWires,
  type Reset,
  type Row,
  type Send,
  type Step,
  type Wire,
} from './case.ts';
import type { Known } from './known.ts';

/** Whether each scene of one theme begins with a user and again with a group, or in turns. */
export type Shifts = 1 | 2;

export const upTo = (length: number): readonly number[] => Array.from({ length }, (_, index) => index + 1);

const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value;

const reset = (row: number, change: Partial<Reset> = {}): Reset => ({
  do: 'reset',
  by: 'protagonist',
  row,
  preserveOrder: 'false',
  permanently: 'false',
  form: row,
  wire: 'plain',
  ...change,
});

const send = (row: number, from: Send['from'] = 'other'): Send => ({ do: 'send', row, from });

const scene = (rows: readonly Row[], steps: readonly Step[], names: Names = 'plain'): Case => ({
  names,
  ids: 0,
  rows,
  steps,
});

const inTurn: readonly Row['from'][] = ['other', 'protagonist', 'both'];

/** Alternating kinds; `shift` decides which comes first. */
const mixed = (length: number, shift = 0): readonly Row[] =>
  upTo(length).map((index) => ({
    kind: (index + shift) % 2 === 0 ? 'user' : 'group',
    messages: 1 + ((index + shift) % 2),
    from: pick(inTurn, index + shift),
  }));

/** Every place of lists of every length, kept; then some resets that need not keep it. */
export function positions(lengths: readonly number[], rounds: number): readonly Case[] {
  return lengths.flatMap((length) =>
    (rounds === 1 ? [length % 2] : [0, 1]).map((shift) => {
      const places = upTo(length).map((place) => (place * 5 + shift) % length);
      const all = new Set([...places, ...upTo(length).map((place) => place - 1)]);
      const kept = [...all].map((place, index) =>
        reset(place, { preserveOrder: 'true', permanently: pick(flags, index + length + shift), form: index + shift }),
      );
      const freed = upTo(Math.ceil(length / 3)).map((place) =>
        reset(place * 2, {
          preserveOrder: pick(['false', 'left-out'], place),
          permanently: pick(flags, place + shift),
        }),
      );
      // Some a second time: where they stand, and with nothing left to hide.
      return scene(mixed(length, shift), [...kept, ...kept.slice(0, 3), ...freed]);
    }),
  );
}

/**
 * Every combination of the two flags in every form, on a conversation that is full, that was reset before, and to
 * which a message has returned.
 */
export function combinations(round: number, forms: number): readonly Case[] {
  const user = flags.flatMap((preserveOrder) =>
    flags.flatMap((permanently) =>
      upTo(forms).map((form) => ({
        kind: 'user' as const,
        preserveOrder,
        permanently,
        form: form + flags.indexOf(permanently),
      })),
    ),
  );
  const group = flags.map((preserveOrder) => ({
    kind: 'group' as const,
    preserveOrder,
    permanently: 'left-out' as const,
    form: 0,
  }));
  return [...user, ...group, ...(forms === 1 ? [] : group)].map(({ kind, ...combination }, index) => {
    const at = (index + round) % 5;
    const rows = upTo(5).map(
      (place): Row => ({
        kind: place === 5 - at || kind === 'group' || place % 2 === 0 ? kind : 'group',
        messages: 1 + ((index + place) % 3),
        from: pick(inTurn, index + place + round),
      }),
    );
    return scene(rows, [
      reset(at, combination),
      send(4 - at),
      send((5 - at) % 5),
      reset(1, combination),
      send(4 - at, 'protagonist'),
      reset(0, combination),
      reset(at, { ...combination, by: 'other' }),
      send(at),
      reset(0, combination),
    ]);
  });
}

const plainWires: readonly Wire[] = [
  'chunked',
  'spaced',
  'reordered',
  'escaped',
  'percent-encoded',
  'header-case',
  'foreign-fields',
];

/** Which kind comes first: each in its scene, or in turns. */
const shiftsAt = (shifts: Shifts, turn: number): readonly number[] => (shifts === 1 ? [turn % 2] : [0, 1]);

export function wireForms(round: number, shifts: Shifts, freed: number): readonly Case[] {
  return plainWires.flatMap((wire, index) =>
    shiftsAt(shifts, index).map((shift) =>
      scene(mixed(5, shift + round), [
        // Each on a row of its own, wherever the third one goes.
        reset(4, { wire, preserveOrder: 'true', permanently: 'true', form: index }),
        reset(3, { wire, preserveOrder: 'true', permanently: 'false', form: index + 1 }),
        reset(0, { wire, preserveOrder: 'false', permanently: 'true', form: index + 2 }),
        reset(1, { wire, preserveOrder: 'left-out', permanently: 'left-out', form: index }),
        ...[2, 0].slice(0, freed).map((place) => reset(place, { wire })),
      ]),
    ),
  );
}

/** Where the rows of a kind stand in a list of five mixed ones. */
const placesOf = (kind: Row['kind'], shift: number): readonly number[] =>
  (kind === 'user') === (shift === 1) ? [0, 2, 4] : [1, 3];

/** Every combination of the flags, for users and groups, in another form each round. */
export function credentials(round: number, shifts: Shifts, forms: number, freed: number): readonly Case[] {
  const combinations = flags.flatMap((permanently) => flags.map((preserveOrder) => ({ permanently, preserveOrder })));
  // Where there is one form only, three combinations of different flags are enough.
  const chosen = forms === 1 ? combinations.filter((_, index) => index % 4 === 0) : combinations;
  return (['no-key', 'wrong-key', 'no-acting-user'] as const).flatMap((wire, index) =>
    shiftsAt(shifts, index).map((shift) =>
      scene(mixed(5, shift), [
        ...chosen.map((flag, turn) =>
          reset(pick(placesOf('user', shift), turn), { ...flag, wire, form: round + turn }),
        ),
        ...upTo(2 * forms).map((turn) =>
          reset(pick(placesOf('group', shift), turn), { wire, preserveOrder: pick(flags, turn + round) }),
        ),
        reset(1, { preserveOrder: 'true' }),
        ...[4, 3].slice(0, freed).map((place) => reset(place)),
      ]),
    ),
  );
}

/** Requests that a target may refuse: then they change nothing. */
export function refusable(round: number, { forms }: Pick<Known, 'forms'>): readonly Case[] {
  const strangers = upTo(3).map((place) =>
    reset(place, { by: 'bystander', preserveOrder: pick(flags, place + round), form: round + place }),
  );
  const freed = upTo(3).map((form) => reset(form, { preserveOrder: 'false', form: form + round }));
  const onceMore = upTo(4).map((form) =>
    reset(form, {
      by: 'once-more',
      form: form + round,
      preserveOrder: pick(flags, form),
      permanently: form > 2 ? 'true' : 'false',
    }),
  );
  // Both names of a conversation in which the acting user has no part, and one of a conversation of the third user's.
  const namedByStranger = upTo(6).map((row) =>
    reset(row, {
      by: 'bystander',
      wire: 'three-names',
      preserveOrder: pick(flags, row),
      permanently: row > 3 ? 'true' : 'false',
      form: round + row,
    }),
  );
  const namingStranger = reset(3, { wire: 'three-names', permanently: 'true', form: round });
  const pairs = upTo(4).map((): Row => ({ kind: 'user', messages: 2, from: 'both' }));
  return [
    scene(mixed(4, round), strangers),
    scene(pairs, [...namedByStranger, namingStranger]),
    scene(mixed(4, round + 1), [...freed, ...onceMore]),
    ...openWires.map((wire, index) => {
      // In this form alone the path says enough where there is no body.
      const form = wire === 'empty-body' ? Math.max(forms.indexOf('path-peer'), 0) : round;
      return scene(mixed(5, round + index), [
        reset(1 + ((index + round) % 3), { wire, permanently: 'true', preserveOrder: pick(flags, index), form: index }),
        reset(2, { wire, permanently: 'true', preserveOrder: pick(flags, index + round), form }),
        reset(4, { wire, preserveOrder: 'true', form: round + 1 }),
      ]);
    }),
  ];
}

export function lookAlikes(round: number, shifts: Shifts, known: Known): readonly Case[] {
  const kinds: readonly Names[] = [
    ...(['prefix', 'same-name', 'wildcard', 'infix', 'long', 'marks'] as const),
    ...(known.caseSensitive ? (['case'] as const) : []),
  ];
  return kinds.flatMap((names, index) =>
    shiftsAt(shifts, index).map((shift) => {
      const rows = mixed(6, shift).map((row) => (names === 'case' ? { ...row, kind: 'user' as const } : row));
      const steps = [
        reset(5, { permanently: pick(['true', 'false'], round + shift), preserveOrder: 'true' }),
        reset(4, { permanently: 'true', preserveOrder: 'true', form: round }),
        ...[3, 2, 1].map((place) => reset(place, { preserveOrder: 'true', form: place })),
        reset(3, { permanently: 'true' }),
        reset(1, { permanently: 'false', preserveOrder: 'left-out' }),
        reset(0, { permanently: 'true', preserveOrder: 'false' }),
      ];
      return scene(rows, steps, names);
    }),
  );
}

/** Groups in which nobody else is. */
export function byOneself(round: number): Case {
  const rows = mixed(5, round).map((row): Row => (row.kind === 'group' ? { ...row, from: 'nobody-else' } : row));
  const kept = upTo(5).map((place) => reset(place, { preserveOrder: 'true', form: place }));
  return scene(rows, [...kept, ...upTo(3).map((place) => reset(place, { preserveOrder: pick(flags, place + 1) }))]);
}

/** A form that the target refuses has to change nothing, for nobody. */
export function refusedForms(round: number, known: Known): readonly Case[] {
  return addressingForms
    .filter((form) => !known.forms.includes(form))
    .map((form) =>
      scene(
        upTo(4).map((): Row => ({ kind: 'user', messages: 2, from: 'both' })),
        [reset(round, { form, permanently: 'true' }), reset(2, { form, preserveOrder: 'true' }), reset(1, { form })],
      ),
    );
}

/** Many things at once, on different conversations and on the same. */
export function bursts(round: number, scenes: number): readonly Case[] {
  return upTo(scenes).map((turn) => {
    const index = turn + round;
    const acts = (from: number): readonly Act[] => [
      reset(from, { permanently: pick(flags, from), preserveOrder: pick(flags, index) }),
      reset(from + 1, { preserveOrder: pick(flags, from + round), form: from }),
      reset(from + 2, { permanently: 'true', preserveOrder: 'true' }),
      reset(from + 3, { permanently: pick(flags, index + round) }),
      send(from + 4, 'other'),
      send(from + 4, 'protagonist'),
      ...(index % 2 === 0
        ? [reset(from + 5, { by: 'other' }), reset(from + 6, { by: 'other' }), send(from, 'other')]
        : []),
      reset(from, { by: 'neighbour', form: from }),
      ...upTo(6).map((place) => reset(from + 4 + place, { preserveOrder: 'true', permanently: 'false', form: place })),
    ];
    const refill = upTo(8).map((row) => send(row, pick(['other', 'protagonist'], row)));
    return scene(mixed(8, index), [
      { do: 'together', acts: acts(0) },
      ...refill,
      { do: 'together', acts: acts(2) },
      ...refill,
      { do: 'together', acts: acts(4) },
    ]);
  });
}

/** Each conversation once, all at once: none repairs what another one lost. */
export function onceEach(round: number): Case {
  const kind = pick(['group', 'user'] as const, round);
  const rows = upTo(6).map((): Row => ({ kind, messages: 1, from: 'both' }));
  const acts = (preserveOrder: Reset['preserveOrder']) =>
    upTo(6).map((place) => reset(place - 1, { preserveOrder, form: place }));
  return scene(rows, [
    { do: 'together', acts: acts('true') },
    ...upTo(6).map((row) => send(row)),
    { do: 'together', acts: acts('false') },
  ]);
}

/**
 * To be played before all others, while nothing else goes on: what a target remembers of one request shows in the next
 * only where none comes between.
 */
export function undisturbedCases(): readonly Case[] {
  return [0, 1].map((shift) =>
    scene(
      mixed(5, shift),
      upTo(4).map((place) =>
        reset(place, { preserveOrder: 'true', ...(place % 2 === 0 ? { wire: 'no-acting-user' } : {}) }),
      ),
    ),
  );
}

/** More than a page of messages, from both sides, and one conversation of the longest. */
export function longHistories(number: number, longest: number): readonly Case[] {
  const endless = scene(
    [
      { kind: 'user', messages: longest, from: 'both' },
      { kind: 'user', messages: 2, from: 'both' },
    ],
    [reset(1, { permanently: 'true', preserveOrder: 'true' })],
  );
  const long = upTo(number).map((index) =>
    scene(
      [
        { kind: 'group', messages: index % 2 === 0 ? 105 : 2, from: 'both' },
        { kind: 'user', messages: 2, from: 'both' },
        { kind: 'user', messages: 104 + index, from: pick(['both', 'other', 'protagonist'], index - 1) },
        { kind: 'user', messages: index % 2 === 0 ? 3 : 103, from: 'both' },
      ],
      [
        reset(1, { permanently: 'true', preserveOrder: pick(['true', 'false'], index) }),
        reset(0, { permanently: pick(['true', 'false'], index), preserveOrder: 'true', form: index }),
        reset(3, { preserveOrder: 'true' }),
        send(2),
        reset(2, { preserveOrder: 'true', form: index }),
        reset(3, { preserveOrder: 'left-out' }),
      ],
    ),
  );
  return longest === 0 ? long : [endless, ...long];
}

/** More than a handful of messages, and less than a page. */
export function middlingHistories(number: number): readonly Case[] {
  const flagged = [
    { preserveOrder: 'true', permanently: 'false' },
    { preserveOrder: 'true', permanently: 'true' },
    { preserveOrder: 'false', permanently: 'false' },
    { preserveOrder: 'left-out', permanently: 'true' },
  ] as const;
  return upTo(number).map((index) =>
    scene(
      upTo(4).map((place) => ({
        kind: (place + index) % 3 === 0 ? 'group' : 'user',
        messages: pick([16, 61, 27, 35], place + index),
        from: 'both',
      })),
      flagged.map((flag, turn) => reset((turn + index) % 4, { ...flag, form: index + turn })),
    ),
  );
}

/** Longer lists, most longer than a page; around their ends and middles, some rows are kept in place and some not. */
export function longLists(lengths: readonly number[]): readonly Case[] {
  const rows = (length: number, kind: Row['kind']) =>
    upTo(length).map((): Row => ({ kind, messages: 1, from: 'other' }));
  const around = (place: number): readonly Step[] => [
    reset(place, { preserveOrder: 'true', permanently: 'true' }),
    reset(place + 1, { preserveOrder: 'true' }),
    reset(place - 1, { preserveOrder: 'true' }),
    reset(place + 2, { preserveOrder: 'false' }),
    reset(place - 2, { preserveOrder: 'left-out' }),
  ];
  return lengths.map((length, index) => {
    const users = pick([Math.ceil(length * 0.7), 0, length], index);
    return scene(
      [...rows(users, 'user'), ...rows(length - users, 'group')],
      [
        ...(length <= mostInFull ? upTo(length).map((place) => place - 1) : whereTheyMeet(length)).map((place) =>
          reset(place, { preserveOrder: 'true' }),
        ),
        ...[length - 3, Math.floor(length / 2), Math.floor(length / 5)].flatMap(around),
      ],
    );
  });
}

/** In lists of no more rows than this each is kept once. */
const mostInFull = 40;

/** The last place of one page and the first of the next, by the usual sizes of pages. */
const whereTheyMeet = (length: number): readonly number[] =>
  [20, 25, 30, 50, 100].flatMap((size) => [size - 1, size]).filter((place) => place < length);

/** Where a reset moves the row within the list, a place is certain only where nothing happened in the same second. */
export function aged(round: number): readonly Case[] {
  return flags
    .filter((preserveOrder) => preserveOrder !== 'true')
    .flatMap((preserveOrder) =>
      [0, 1, 2].map((shift) => ({
        ...scene(mixed(3, shift), [
          { do: 'pause' },
          reset(1, { preserveOrder, permanently: pick(['false', 'true'], shift), form: round + shift }),
        ]),
        paced: true as const,
      })),
    );
}
