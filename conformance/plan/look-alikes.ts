import type { Scenario, Step } from '../scenario/scenario.ts';
import { toUser } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { Extent } from './extent.ts';
import { answer, pick, reset, type Settings, scenarioOf, send, type World, worldOf } from './world.ts';

/** Ids that look alike in a way that a target may refuse to create, for the acting user, its peers and its groups. */
interface Shape {
  readonly name: string;
  readonly me?: string;
  readonly rows: readonly Peer[];
  /** Two users whose conversation is spelled like the one with the first peer. */
  readonly colliding?: readonly [string, string];
}

const user = (id: string): Peer => ({ kind: 'user', id });
const group = (id: string): Peer => ({ kind: 'group', id });
const long = (beginning: string, end: string): string => beginning.padEnd(84 - end.length, 'x') + end;

const shapes: readonly Shape[] = [
  {
    name: 'infix',
    me: 'a',
    rows: [user('b_user_~c'), group('other'), user('d_user_e'), user('other')],
    colliding: ['a_user_~b', 'c'],
  },
  {
    name: 'long',
    me: long('me', '0'),
    rows: [user(long('user', '1')), group(long('group', '1')), user(long('user', '2')), group(long('group', '2'))],
  },
];

/** Only where the target tells them apart. */
const inCase: Shape = { name: 'case', rows: [user('peer'), user('PEER'), group('club'), group('CLUB'), user('other')] };

/** Resets, some of them permanent, of conversations whose ids look alike. */
export function lookAlikes({ budget, profile, seed }: Extent): readonly Scenario[] {
  if (budget === 'smoke') return [];
  const all = profile.caseSensitive ? [...shapes, inCase] : shapes;
  const rounds = budget === 'quick' ? 1 : budget === 'default' ? 2 : 6;
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    all.map((shape, index) => scenario(shape, profile, seed + round + index)),
  );
}

function scenario(shape: Shape, { forms }: Extent['profile'], turn: number): Scenario {
  const made = worldOf(
    shape.rows.map(({ kind }) => kind),
    { company: 2, ids: shape.rows.map(({ id }) => id), ...(shape.me === undefined ? {} : { me: shape.me }) },
  );
  const world = shape.colliding === undefined ? made : withPair(made, shape.colliding);
  const { me, rows } = world;
  const settings = (index: number): Settings => ({
    preserveOrder: pick(['true', 'false', 'true', 'absent'], index + turn),
    deleteMessagesPermanently: index === 0 ? 'true' : pick(['true', 'false', 'false'], index + turn),
    form: pick(forms, index + turn),
  });
  const first = rows.map((row, index) => reset(me, row, settings(index)));
  const again = rows
    .slice(0, 3)
    .flatMap((row, index): readonly Step[] => [
      answer(world, row),
      row.kind === 'user' ? reset(row.id, toUser(me), settings(index + 1)) : reset(me, row, settings(index + 2)),
    ]);
  return scenarioOf(world, [...first, ...again]);
}

/** The colliding pair talks, too. */
function withPair(world: World, [one, other]: readonly [string, string]): World {
  return {
    ...world,
    users: [...world.users, one, other],
    begin: [...world.begin, send(one, toUser(other)), send(other, toUser(one))],
  };
}
