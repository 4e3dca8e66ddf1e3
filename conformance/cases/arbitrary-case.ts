import fc from 'fast-check';
import { actors, type Case, flags, names, type Row, type Step, type Wire, wires, writers } from './case.ts';

const flag = fc.constantFrom(...flags);

/** Plain data without a mapping anywhere, so that fast-check can shrink a case that it did not make itself. */
const row = (messages: fc.Arbitrary<number>, from: fc.Arbitrary<Row['from']>): fc.Arbitrary<Row> =>
  fc.record({
    kind: fc.constantFrom('user', 'group'),
    messages,
    from,
  });

const reset = (wire: fc.Arbitrary<Wire>) =>
  fc.record({
    do: fc.constant('reset'),
    by: fc.constantFrom(...actors),
    row: fc.nat({ max: 500 }),
    preserveOrder: flag,
    permanently: flag,
    form: fc.oneof(fc.nat({ max: 500 }), fc.constantFrom('path-actor', 'path-peer', 'path-peer-echo')),
    wire,
  });

const send = fc.record({
  do: fc.constant('send'),
  row: fc.nat({ max: 500 }),
  from: fc.constantFrom('protagonist', 'other'),
});

const acts = (wire: fc.Arbitrary<Wire>) => fc.oneof(reset(wire), send);

/** Every case there is. */
export const anyCase: fc.Arbitrary<Case> = fc.record({
  names: fc.constantFrom(...names),
  ids: fc.nat({ max: 10_000 }),
  rows: fc.array(row(fc.integer({ min: 1, max: 2_000 }), fc.constantFrom(...writers)), {
    minLength: 1,
    maxLength: 500,
  }),
  steps: fc.array(
    fc.oneof(
      acts(fc.constantFrom(...wires)),
      fc.record({ do: fc.constant('pause') }),
      fc.record({ do: fc.constant('together'), acts: fc.array(acts(fc.constantFrom('plain')), { maxLength: 60 }) }),
    ),
    { maxLength: 60 },
  ),
  alone: fc.constantFrom(true, undefined),
  paced: fc.constantFrom(undefined, true),
});

/** Aimed cases: lists up to 12, mostly resets, by the protagonist more often than not, on plain wire. */
export const typicalCase: fc.Arbitrary<Case> = fc.record({
  names: fc.constant('plain'),
  ids: fc.nat({ max: 10_000 }),
  rows: fc.array(
    row(
      fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 4, max: 8 })),
      fc.constantFrom('both', 'other', 'protagonist'),
    ),
    {
      minLength: 2,
      maxLength: 12,
      size: 'max',
    },
  ),
  steps: fc.array<Step>(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          do: fc.constant('reset'),
          by: fc.oneof({ weight: 4, arbitrary: fc.constant('protagonist') }, fc.constant('other')),
          row: fc.nat({ max: 11 }),
          preserveOrder: flag,
          permanently: flag,
          form: fc.nat({ max: 5 }),
          wire: fc.constant('plain'),
        }),
      },
      { weight: 3, arbitrary: send },
    ),
    { minLength: 6, maxLength: 12, size: 'max' },
  ),
});
