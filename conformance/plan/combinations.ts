import fc from 'fast-check';
import { isRefusedAnyway } from '../profile/profile.ts';
import type { Budget } from '../report/document.ts';
import { capitals, type Flag, flags, type WireForm, wireForms } from '../scenario/choices.ts';
import { participantsOf, seenBy } from '../scenario/conversations.ts';
import { hasCredentials, type Reset, type Scenario, type Send, type Step } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import { alikeWorlds } from './alike-worlds.ts';
import { type Beside, besides, fieldsBeside } from './beside.ts';
import { type Deviation, type DeviationKind, deviationKinds, deviationsFrom, isAlwaysRead } from './deviations.ts';
import type { Extent, Plan } from './extent.ts';
import { inPassing } from './in-passing.ts';
import { named, withThird } from './named.ts';
import { coveringPairs } from './pairwise.ts';
import { answer, inParts, pick, reset, scenarioOf, send, times, turned, type World, worldOf } from './world.ts';

/** Who resets what; a pair for good or not, as what is dangerous about the one is not about the other. */
const roles = ['me in a pair', 'me in a pair for good', 'me in a group', 'another'] as const;
type Role = (typeof roles)[number];
/** What has come to the conversation since its last reset, and from whom. */
const states = ['news', 'own news', 'as it is'] as const;

/** One choice of each dimension. */
interface Combination {
  readonly deviation: Deviation;
  readonly role: Role;
  readonly settings: Pick<Reset, 'preserveOrder' | 'deleteMessagesPermanently' | 'form'>;
  readonly state: (typeof states)[number];
  readonly world: World;
  /** Also spelled so. */
  readonly spelling: WireForm | undefined;
  readonly beside: Beside | undefined;
  readonly inCapitals: readonly WireForm[];
}

interface Amount {
  /** How often each conversation of each world is reset as documented, before anything else. */
  readonly plainly: number;
  /** How often the combinations are gone through, each time others of three dimensions. */
  readonly rounds: number;
  /** How many without a deviation. */
  readonly plain: number;
  /** How many of each kind of deviation; the seed says which. */
  readonly ofKind: number;
  readonly spellings: readonly (WireForm | undefined)[];
}

const spelled = [undefined, ...wireForms.filter((form) => !capitals.includes(form))];
/** Mostly none, as a target may refuse them. */
const idsInCapitals: readonly (readonly WireForm[])[] = [
  [],
  ...[...capitals.map((one) => [one]), capitals].flatMap((some) => [[], some]),
];
/** Every second one without, as a target may refuse what it ignores mostly. */
const withFields = besides.flatMap((one) => [undefined, one]);
const amounts: Readonly<Record<Budget, Amount>> = {
  smoke: { plainly: 0, plain: 1, rounds: 1, ofKind: 1, spellings: [undefined] },
  quick: { plainly: 1, plain: 1, rounds: 1, ofKind: 99, spellings: [undefined] },
  default: { plainly: 3, plain: 3, rounds: 2, ofKind: 99, spellings: spelled },
  thorough: { plainly: 4, plain: 3, rounds: 4, ofKind: 99, spellings: spelled },
};

/** A run of fewer requests than this was asked for some requirements alone, and goes through them once. */
const partOfRun = 16;
/** The longest scenario decides how long a remote target takes, as its operations wait for each other. */
const longest = 60;

/**
 * Resets in which every two values of two dimensions meet that one request has a place for: what is unusual about it, who
 * acts on what, each flag present, false or absent, the form of addressing, what has come to the conversation, the ids
 * around it, which of them are in capitals, a further spelling, and what stands in the body beside the documented fields,
 * where that is ignored. They come in an order that the seed decides, so that every kind of request comes after every
 * other. What is refused anyway comes in passing, where there are walks.
 */
export function combinations(
  kinds: readonly DeviationKind[],
  extent: Extent,
  walks: readonly Scenario[] = [],
): Omit<Plan, 'alone'> {
  const { budget, seed, profile } = extent;
  const { plainly: plainRounds, plain, rounds, ofKind } = amounts[budget];
  const all = deviationKinds
    .filter((kind) => kinds.includes(kind))
    .flatMap((kind) => turned(deviationsFrom(profile, kind), seed).slice(0, kind === 'none' ? plain : ofKind));
  // What means the same is left to the walks, and to the further spellings.
  const asked = walks.length > 0 ? all.filter((one) => !isAlwaysRead(one)) : all;
  // A world is not arranged for a handful of resets.
  const worlds = alikeWorlds(extent).slice(0, asked.length < partOfRun ? 2 : undefined);
  const isPassing = (one: Deviation): boolean =>
    walks.length > 0 &&
    (isRefusedAnyway(one, profile) || (one.stranger !== undefined && profile.missingConversation === 'rejected'));
  const isQuiet = ({ third, form }: Deviation): boolean =>
    budget !== 'smoke' && (third !== undefined || (form !== undefined && !profile.forms.includes(form)));
  const isLoud = (one: Deviation): boolean => !isPassing(one) && !isQuiet(one);
  const chosen = times(rounds + 1, (round) => chosenIn(round, asked, isLoud, worlds, extent));
  const those = (is: typeof isLoud, most: number) =>
    chosen.slice(0, most).map((some) => some.filter(({ deviation }) => is(deviation)));
  const loud = those(isLoud, asked.length < partOfRun ? 1 : rounds).flatMap((some, round) =>
    worlds.flatMap((world) => {
      const own = some.filter((one) => one.world === world);
      return inParts(own, longest).map((part, at) => {
        const isFirst = round === 0 && at === 0 && kinds.includes('none');
        return scenarioFor(world, part, isFirst ? plainly(world, plainRounds, extent) : []);
      });
    }),
  );
  const quiet = those(isQuiet, 1).flatMap((some) => inParts(some, longest));
  // So many pairs that none is reset for good after it was reset: its two sides would tell less.
  const quietWorld = worldOf(['user', 'group', 'user', 'user', 'user'], { company: 3 });
  const others = [...loud, ...quiet.map((part) => quietly(quietWorld, part))];
  const resetsFor = (world: World, share: readonly Combination[]) => placed(world, share).map(({ reset }) => reset);
  // Nothing is as dangerous as what is deleted for whom it must not be.
  const isOnceMore = ({ deviation, settings }: Combination): boolean =>
    isPassing(deviation) && !hasCredentials(deviation) && settings.deleteMessagesPermanently === 'true';
  const passing = [...those(isPassing, rounds), ...chosen.slice(rounds).map((some) => some.filter(isOnceMore))];
  return { walks: passing.reduce((all, some, round) => inPassing(all, some, resetsFor, round === 0), walks), others };
}

/** In an order of its own. Each round moves the values of the dimensions against each other, so that others of three meet. */
function chosenIn(
  round: number,
  asked: readonly Deviation[],
  isLoud: (deviation: Deviation) => boolean,
  worlds: readonly World[],
  { profile: { forms, unknownField, readsCapitals }, seed, budget }: Extent,
): readonly Combination[] {
  const { spellings } = amounts[budget];
  const fields = unknownField === 'ignored' && budget !== 'smoke' ? withFields : [undefined];
  const cased = readsCapitals && budget !== 'smoke' ? idsInCapitals : [[]];
  // Where each kind of request meets each role once, nothing may be left for it to do: that is for the walks.
  const comes = budget === 'quick' ? states.filter((state) => state !== 'as it is') : states;
  // In a quick run each kind of request comes in some of the worlds, with some fields and some capitals, and every role
  // with each of them.
  const paired = [worlds, fields, cased].map(({ length }) => (budget === 'quick' ? 1 : length));
  const sizes = [asked, roles, flags, flags, forms, comes, spellings].map(({ length }) => length);
  const choices = coveringPairs([...sizes, ...paired]);
  const counts = new Map<string, number>();
  const all = shuffled(choices, seed + round).map((choice): Combination => {
    const value = <Value>(at: number, values: readonly Value[]): Value =>
      pick(values, (choice[at] ?? 0) + (at > 0 ? round * at + Math.abs(seed) : 0));
    const [deviation, role] = [value(0, asked), value(1, roles)];
    const counted = (name: string): number => {
      const before = counts.get(name) ?? 0;
      counts.set(name, before + 1);
      return before;
    };
    const count = counted(`${role} ${isLoud(deviation)}`);
    const at = count % worlds.length;
    const inTurn = <Value>(at: number, values: readonly Value[], turn: number): Value =>
      budget === 'quick' ? pick(values, turn) : value(at, values);
    // Other ones each time that it is the turn of a world, whatever the role, and in each world.
    const next = counted(`${at} ${isLoud(deviation)}`) + 3 * at + Math.abs(seed);
    return {
      deviation,
      role,
      settings: {
        preserveOrder: value(2, flags),
        deleteMessagesPermanently: deletionFor(role, deviation, value(3, flags)),
        form: value(4, forms),
      },
      state: value(5, comes),
      spelling: value(6, spellings),
      world: inTurn(7, worlds, count),
      beside: inTurn(8, fields, next),
      inCapitals: inTurn(9, cased, next),
    };
  });
  if (budget !== 'smoke') return all;
  // Each comes once, to a conversation with news. First what is only spelled in another way, as nothing counts where it is
  // open what a request before has done; such a one has both flags, so that each spelling has its place.
  const fresh = new Map(all.flatMap((one) => (one.state === 'as it is' ? [] : [[one.deviation, one] as const])));
  const isSpelled = ({ wire, ...others }: Deviation): boolean => wire !== undefined && Object.keys(others).length === 0;
  const [first = 'path-actor'] = forms;
  return [...asked.filter(isSpelled), ...asked.filter((one) => !isSpelled(one))].flatMap((deviation) => {
    const one = fresh.get(deviation);
    if (one === undefined) return [];
    const at = asked.indexOf(deviation);
    const [role, preserveOrder, deleteMessagesPermanently, form] = isSpelled(deviation)
      ? (['me in a pair', pick<Flag>(['false', 'true'], at), 'false', first] as const)
      : ([pick(roles, at), pick(flags, at + 2), at === 0 ? 'true' : 'absent', one.settings.form] as const);
    return [{ ...one, role, settings: { preserveOrder, deleteMessagesPermanently, form } }];
  });
}

/** What it means to leave the flag out is not known of a form that the target refuses. */
function deletionFor(role: Role, { form }: Deviation, flag: Flag): Flag {
  if (role === 'me in a pair for good') return 'true';
  return role === 'me in a pair' && (flag === 'true' || form !== undefined) ? 'false' : flag;
}

export const shuffled = <Item>(items: readonly Item[], seed: number): readonly Item[] =>
  fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { seed, numRuns: 1 }).flat();

/** Each combination on the next conversation for its role; of others in it, who joined last comes first. */
function placed(world: World, chosen: readonly Combination[]) {
  const { me, rows } = world;
  const mine = rows.map((row) => ({ row, actor: me }));
  const others = rows.flatMap((row) =>
    participantsOf(world, me, row)
      .toReversed()
      .map((actor, at) => ({ row, actor, at })),
  );
  const pairs = mine.filter(({ row }) => row.kind === 'user');
  const places = {
    'me in a pair': pairs,
    'me in a pair for good': pairs,
    'me in a group': mine.filter(({ row }) => row.kind === 'group'),
    another: others.filter(({ actor }) => actor !== me).toSorted((one, other) => one.at - other.at),
  };
  return chosen.map((combination, at) => {
    const { role } = combination;
    const index = chosen.slice(0, at).filter((one) => places[one.role] === places[role]).length;
    // Two roles in one conversation do not follow each other.
    const { row, actor } = pick<{ readonly row: Peer; readonly actor: string }>(
      places[role],
      role === 'another' ? index : index + 2,
    );
    const isItself = combination.deviation.stranger === undefined && hasCredentials(combination.deviation);
    return { combination, row, actor, isItself, reset: resetFor(world, row, combination, actor) };
  });
}

/**
 * Each conversation of a world as documented, while those that look like it are full, and then news of each: the next
 * time from the other end, and for good where it was not.
 */
function plainly(world: World, rounds: number, { profile: { forms }, seed }: Extent): readonly Step[] {
  const { me, rows } = world;
  return times(rounds, (round): readonly Step[] => {
    const inOrder = round % 2 === 0 ? rows : rows.toReversed();
    const resets = inOrder.map((row, at) =>
      reset(me, row, {
        preserveOrder: pick(flags, at + round + seed),
        deleteMessagesPermanently: pick(['false', 'absent', 'true', 'true'], rows.indexOf(row) + 2 * round + seed),
        form: pick(forms, at + round + seed),
      }),
    );
    return [...resets, ...rows.map((row, at) => (at % 2 === 0 ? answer(world, row) : send(me, row)))];
  }).flat();
}

/** So many resets come before the news of a conversation, which stands in different places then. */
const delay = 2;

/** The combinations one after the other. A conversation gets its news soon, so that the others are full when one is reset. */
function scenarioFor(world: World, chosen: readonly Combination[], before: readonly Step[] = []): Scenario {
  const all = placed(world, chosen);
  const news = all.flatMap(({ row, actor, combination: { state } }, at) => {
    const last = all.slice(0, at).findLastIndex((one) => one.row === row && one.isItself);
    if (last === -1 || state === 'as it is') return [];
    return [{ after: Math.min(last + delay, at - 1), message: newsFor(world, row, actor, state) }];
  });
  const steps = all.flatMap(({ reset }, at) => [
    reset,
    ...news.filter(({ after }) => after === at).map(({ message }) => message),
  ]);
  return scenarioOf(world, [...before, ...steps]);
}

/**
 * Requests that may mean several things, or nothing: forms that the target refuses, then three users. No news come
 * between them, which might hide what they have done to others; nor may a permanent deletion, which comes last. With an
 * id in capitals it would be open besides which form it is.
 */
function quietly(world: World, chosen: readonly Combination[]): Scenario {
  const isLate = ({ deviation, settings }: Combination): number =>
    Number(settings.deleteMessagesPermanently !== 'false') * 2 + Number(deviation.third !== undefined);
  const inOrder = chosen.toSorted((one, other) => isLate(one) - isLate(other));
  return scenarioFor(
    world,
    inOrder.map((one) => ({ ...one, state: 'as it is', inCapitals: [] })),
  );
}

function newsFor(world: World, row: Peer, actor: string, state: Combination['state']): Send {
  if (state === 'own news') return send(actor, seenBy(actor, world.me, row));
  return actor === world.me ? answer(world, row) : send(world.me, row);
}

function resetFor(world: World, row: Peer, combination: Combination, actor: string): Reset {
  const { settings, deviation, spelling, inCapitals } = combination;
  const { wrongTypes, beside = combination.beside, wire = [], stranger, third, ...rest } = deviation;
  const { actor: who, conversation } = named(world, actor, seenBy(actor, world.me, row), stranger);
  const spelled = [...new Set([...wire, ...(spelling === undefined ? [] : [spelling]), ...inCapitals])];
  const plain = { ...reset(who, conversation, settings), ...rest };
  return {
    ...plain,
    ...(spelled.length === 0 ? {} : { wire: spelled }),
    ...(beside === undefined ? {} : { extra: fieldsBeside(world, plain, beside) }),
    ...(third === undefined ? {} : withThird(world, plain, third)),
    ...(wrongTypes === undefined ? {} : { wrongTypes: typed(wrongTypes, row, settings) }),
  };
}

/** A wrong type in the place of a flag; in the one that is left out, if one is. */
function typed(
  wrongTypes: Readonly<Record<string, unknown>>,
  { kind }: Peer,
  { deleteMessagesPermanently }: Combination['settings'],
): Readonly<Record<string, unknown>> {
  if (!('' in wrongTypes)) return kind === 'user' ? wrongTypes : { preserveOrder: Object.values(wrongTypes)[0] };
  const isDeletion = kind === 'user' && deleteMessagesPermanently === 'absent';
  return { [isDeletion ? 'deleteMessagesPermanently' : 'preserveOrder']: wrongTypes[''] };
}
