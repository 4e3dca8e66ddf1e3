import {
  type Addressing,
  addressingForms,
  axisValues,
  type Behaviour,
  referenceBehaviour,
  singleAxes,
  statusCases,
} from '../../core/index.ts';
import { randomNumbers } from '../../mock-server/faults/random-numbers.ts';
import { coveringPairs } from '../plan/pairwise.ts';
import type { Keys, Over } from './broken-servers.ts';
import type { Unwired } from './in-process.ts';
import { type NaiveStyle, naiveServer } from './naive-server.ts';
import { type Pace, slowMock } from './slow-mock.ts';

/** A server that does nothing wrong; plain data. */
export interface PermittedServer {
  readonly over: Over;
  readonly behaviour: Behaviour;
  /** Further choices: of the mock its pace, of the naive server all but a lag. */
  readonly style: Style;
}

/** Each names the conversation and the acting user; the spec asks for no more. */
const wordings = {
  documented: ({ conversationId, actor }) =>
    `The conversation ${conversationId} has been deleted successfully for UID ${actor}.`,
  'by-other-id': ({ actor, other }) => `Done: ${actor} starts afresh with ${other}`,
  'by-name': ({ actor, otherName }) => `"${otherName}" was reset for <${actor}>`,
  brief: ({ conversationId, actor }) => `${conversationId} ${actor}`,
} as const satisfies Readonly<Record<string, NonNullable<NaiveStyle['confirmation']>>>;

/** The documented one first. */
const styleValues = {
  pageSize: [100, 30, 7],
  ties: ['newest', 'id-ascending', 'id-descending'],
  numericMessageIds: [false, true],
  errorBody: ['envelope', 'plain-text', 'empty'],
  missingKey5xx: [false, true],
  refusalsAs200: [false, true],
  hidesOlder: [false, true],
  extraFields: [false, true],
  delayMs: [0, 15],
  lagMs: [0, 200],
  wording: ['documented', 'by-other-id', 'by-name', 'brief'],
} as const;

type Style = Pace & {
  readonly [Part in Exclude<keyof typeof styleValues, keyof Pace>]: (typeof styleValues)[Part][number];
};

/** Every non-empty choice of forms, the whole of them first. */
const addressingChoices: readonly (readonly Addressing[])[] = [7, 1, 2, 4, 3, 5, 6].map((bits) =>
  addressingForms.filter((_, index) => (bits & (1 << index)) !== 0),
);

/** Statuses of refusals, as sets that a server might have. Credentials are never accepted. */
const statusSets: Readonly<Record<string, Partial<Behaviour['statuses']>>> = {
  documented: {},
  'bad-request': Object.fromEntries(statusCases.map((name) => [name, 400])),
  odd: {
    ...{ missingApiKey: 403, wrongApiKey: 404, insufficientScope: 401, missingOnBehalfOf: 422, unknownActor: 401 },
    ...{ nonMember: 404, missingConversation: 410, refusedAddressing: 409, wrongType: 422, unknownField: 422 },
    ...{ missingContentType: 400, unknownRoute: 405 },
  },
  lenient: { unknownUser: 200, unknownGroup: 200, malformedBody: 200, unknownActor: 200 },
};

type Dimension = readonly [name: string, values: readonly unknown[]];

const axisDimensions: readonly Dimension[] = Object.entries({
  addressing: addressingChoices,
  ...axisValues,
  statuses: Object.keys(statusSets),
});
const styleDimensions: readonly Dimension[] = Object.entries(styleValues);

/** What can be chosen of the style of each server. */
const stylesOf: Readonly<Record<Over, readonly Dimension[]>> = {
  mock: styleDimensions.filter(([name]) => name === 'delayMs' || name === 'lagMs'),
  naive: styleDimensions.filter(([name]) => name !== 'lagMs'),
};

const sizesFor = (over: Over): readonly number[] =>
  [...axisDimensions, ...stylesOf[over]].map(([, values]) => values.length);

/** The value of each dimension, by its place among them. */
const chosenOf = (dimensions: readonly Dimension[], choice: readonly number[]) =>
  Object.fromEntries(dimensions.map(([name, values], at) => [name, values[choice[at] ?? 0]]));

export const plainStyle = chosenOf(styleDimensions, []) as unknown as Style;

function serverOf(over: Over, choice: readonly number[]): PermittedServer {
  const axes = chosenOf(axisDimensions, choice);
  const statuses = { ...referenceBehaviour.statuses, ...statusSets[String(axes['statuses'])] };
  const style = chosenOf(stylesOf[over], choice.slice(axisDimensions.length));
  return { over, behaviour: { ...referenceBehaviour, ...axes, statuses }, style: { ...plainStyle, ...style } };
}

/**
 * The servers that every self-test looks at: over the mock and again over the naive server, so many that each pair of
 * values of two axes, and each pair of choices of style, is met by one of them at least.
 */
export function listedServers(): readonly PermittedServer[] {
  listed ??= (['mock', 'naive'] as const).flatMap((over) =>
    coveringPairs(sizesFor(over)).map((choice) => serverOf(over, choice)),
  );
  return listed;
}

/** Choosing them takes a second, which most who import this file do not need. */
let listed: readonly PermittedServer[] | undefined;

/** Any permitted server at all, decided by the seed. */
export function randomServer(seed: number): PermittedServer {
  const chance = randomNumbers(`permitted server ${seed}`);
  const over = chance() < 0.5 ? 'mock' : 'naive';
  return serverOf(
    over,
    sizesFor(over).map((size) => Math.floor(chance() * size)),
  );
}

/** What sets a server apart from one that does everything as documented, in a line. */
export function describeServer({ over, behaviour, style }: PermittedServer): string {
  const axes = singleAxes.filter((axis) => behaviour[axis] !== referenceBehaviour[axis]);
  const styles = (Object.keys(plainStyle) as (keyof Style)[]).filter((name) => style[name] !== plainStyle[name]);
  const statuses = statusCases
    .filter((name) => behaviour.statuses[name] !== referenceBehaviour.statuses[name])
    .map((name) => `${name} ${behaviour.statuses[name]}`)
    .join(' ');
  return [
    over,
    ...(behaviour.addressing.length === 3 ? [] : [`addressing ${behaviour.addressing.join(' or ')}`]),
    ...axes.map((axis) => `${axis} ${behaviour[axis]}`),
    ...(statuses === '' ? [] : [`statuses ${statuses}`]),
    ...styles.map((name) => `${name} ${style[name]}`),
  ].join(', ');
}

export function permitted({ over, behaviour, style }: PermittedServer, keys: Keys): Unwired {
  if (over === 'mock') return slowMock(behaviour, style, keys);
  const { wording, ...rest } = style;
  return naiveServer({ ...keys, behaviour, style: { ...rest, confirmation: wordings[wording] } });
}
