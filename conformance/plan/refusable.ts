import { addressingForms } from '../../core/index.ts';
import {
  type BodyDefect,
  bodyDefects,
  flags,
  type Operation,
  type Scenario,
  type Step,
  toGroup,
  toUser,
} from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { Extent } from './extent.ts';
import { answer, mixed, pick, reset, type Settings, scenarioOf, send, worldOf } from './world.ts';

/** Every kind of request that can be refused: if it is, nothing has changed, and nothing comes of it later. */
export function refusable(extent: Extent): readonly Scenario[] {
  const rounds = { smoke: 1, quick: 1, default: 2, thorough: 6 }[extent.budget];
  return Array.from({ length: rounds }, (_, round) => [
    ...(extent.budget === 'smoke' ? [] : [strangers(extent, round), oddBodies(extent, round)]),
    ...refusedForms(extent, round),
    wrongTypes(extent, round),
  ]).flat();
}

const values: readonly unknown[] = ['true', 'false', 1, 0, '', null, [], {}, 'yes'];

/** A flag of the wrong JSON type, each field and each type, and conversationWith too. */
function wrongTypes({ budget, profile: { forms }, seed }: Extent, round: number): Scenario {
  const world = worldOf(mixed(5, round), { messages: 2 });
  const tried = budget === 'smoke' ? values.slice(0, 1) : values;
  const steps = tried.flatMap((value, index): readonly Step[] => {
    const row = pick(world.rows, index + round);
    const field = row.kind === 'user' && (index + round) % 2 === 0 ? 'deleteMessagesPermanently' : 'preserveOrder';
    const settings = {
      preserveOrder: pick(flags, index),
      deleteMessagesPermanently: 'true',
      form: pick(forms, index + seed),
    } as const;
    return [
      reset(world.me, row, { ...settings, wrongTypes: { [field]: value } }),
      ...(index % 3 === 2 ? [reset(world.me, row, { preserveOrder: 'true' }), answer(world, row)] : []),
    ];
  });
  const [user] = world.rows.filter(({ kind }) => kind === 'user');
  const named =
    user === undefined
      ? []
      : [7, null, [user.id]].map((value) => reset(world.me, user, { wrongTypes: { conversationWith: value } }));
  return scenarioOf(world, [...steps, ...(budget === 'smoke' ? [] : named)]);
}

/** No JSON, no object, no body, no Content-Type, a field that is not documented or of the other call. */
function oddBodies({ profile: { forms }, seed }: Extent, round: number): Scenario {
  const world = worldOf(mixed(6, round), { messages: 2 });
  const [form] = forms.filter((one) => one !== 'path-actor');
  const bodies = bodyDefects.flatMap((body, index) =>
    world.rows.slice(0, 2).map((_, turn): Operation => {
      const row = pick(world.rows, index + turn + round);
      return reset(world.me, row, {
        body,
        preserveOrder: pick(flags, index + turn + seed),
        deleteMessagesPermanently: pick(['true', 'false'], index + round),
        form: namesWithoutBody(row, body, form) ?? pick(forms, index),
      });
    }),
  );
  const extras = world.rows.map((row, index) =>
    reset(world.me, row, {
      extra: row.kind === 'group' ? pick(foreign, index + round) : { colour: 'red' },
      preserveOrder: pick(flags, index + 2),
      form: pick(forms, index),
    }),
  );
  const groups = world.rows.filter(({ kind }) => kind === 'group');
  const carried = groups.flatMap((row, index): readonly Step[] => [
    answer(world, row),
    reset(world.me, row, { extra: pick(foreign, index + 1), preserveOrder: pick(flags, index + round) }),
  ]);
  return scenarioOf(world, [
    ...spread(
      bodies,
      world.rows.map((row) => answer(world, row)),
    ),
    ...extras,
    ...carried,
  ]);
}

const foreign: readonly Record<string, unknown>[] = [
  { deleteMessagesPermanently: true },
  { conversationWith: '~actor' },
  { conversationWith: '~actor', deleteMessagesPermanently: true },
  { colour: 'red' },
];

/** Where the body names the other user, a request without one names nobody. */
const namesWithoutBody = (row: Peer, body: BodyDefect, form: Settings['form']): Settings['form'] =>
  row.kind === 'user' && body !== 'untyped' ? form : undefined;

/** One of the others after every second. */
const spread = (steps: readonly Step[], others: readonly Step[]): readonly Step[] =>
  steps.flatMap((step, index) => (index % 2 === 1 ? [step, pick(others, (index - 1) / 2)] : [step]));

/** Those who take no part, those who do not exist, conversations that are not there, three users, oneself. */
function strangers({ profile: { forms }, seed }: Extent, round: number): Scenario {
  const world = worldOf(['user', 'group', 'user', 'group', 'user'], { outsiders: true, messages: 2 });
  const { me, rows } = world;
  const [first, group, second] = rows;
  if (first === undefined || group === undefined || second === undefined) return scenarioOf(world, []);
  const setting = (turn: number): Settings => ({
    preserveOrder: pick(flags, turn + round),
    deleteMessagesPermanently: pick(['true', 'false', 'absent'], turn + seed),
    form: pick(forms, turn + round),
  });
  const permanent = (turn: number): Settings => ({ ...setting(turn), deleteMessagesPermanently: 'true' });
  return scenarioOf(world, [
    reset('o-outsider', group, setting(0)),
    reset('o-outsider', group, setting(1)),
    reset('o-outsider', second, permanent(0)),
    reset(me, toUser('o-outsider'), setting(1)),
    reset('o-outsider', second, { ...setting(2), path: me }),
    reset('o-outsider', second, { ...permanent(0), path: me }),
    reset('o-outsider', toUser(me), { ...permanent(1), path: second.id }),
    reset(me, second, { ...setting(0), path: first.id }),
    reset(me, toUser('nobody'), setting(1)),
    reset(me, toGroup('nobody'), setting(2)),
    reset(me, first, { ...setting(0), onBehalfOf: 'unknown' }),
    reset(me, group, { ...setting(1), onBehalfOf: 'unknown' }),
    reset(me, toUser(me), setting(2)),
    reset(me, first, { preserveOrder: 'false' }),
    reset(me, first, setting(1)),
    reset(me, first, permanent(2)),
    send(me, first),
    reset(me, group, { preserveOrder: 'false' }),
    reset(me, group, setting(2)),
    reset(me, first, { preserveOrder: 'true' }),
  ]);
}

/** Forms that the target refuses have to change nothing. */
function refusedForms({ profile: { forms } }: Extent, round: number): readonly Scenario[] {
  const refused = addressingForms.filter((form) => !forms.includes(form));
  if (refused.length === 0) return [];
  const world = worldOf(['user', 'user', 'user', 'user'], { messages: 2 });
  const steps = refused.flatMap((form, index) =>
    flags.map((preserveOrder, turn) =>
      reset(world.me, pick(world.rows, index + turn + round), {
        form,
        preserveOrder,
        deleteMessagesPermanently: pick(['true', 'false'], turn),
      }),
    ),
  );
  return [scenarioOf(world, [...steps, reset(world.me, pick(world.rows, 1), { preserveOrder: 'true' })])];
}
