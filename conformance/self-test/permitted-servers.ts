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
import { type Unwired, withoutWire } from './in-process.ts';
import { type NaiveStyle, startNaiveServer } from './naive-server.ts';
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
    missingApiKey: 403,
    wrongApiKey: 404,
    insufficientScope: 401,
    missingOnBehalfOf: 422,
    unknownActor: 401,
    nonMember: 404,
    missingConversation: 410,
    refusedAddressing: 409,
    wrongType: 422,
    unknownField: 422,
    missingContentType: 400,
    unknownRoute: 405,
  },
  lenient: { unknownUser: 200, unknownGroup: 200, malformedBody: 200, unknownActor: 200 },
};

const axisChoices = {
  addressing: addressingChoices,
  ...axisValues,
  statuses: Object.keys(statusSets),
} as const;

type AxisName = keyof typeof axisChoices;
const axisNames = Object.keys(axisChoices) as readonly AxisName[];
const styleNames = Object.keys(styleValues) as readonly (keyof Style)[];

/** What can be chosen of each server. */
const stylesOf: Readonly<Record<Over, readonly (keyof Style)[]>> = {
  mock: ['delayMs', 'lagMs'],
  naive: styleNames.filter((name) => name !== 'lagMs'),
};

const sizesFor = (over: Over): readonly number[] => [
  ...axisNames.map((name) => axisChoices[name].length),
  ...stylesOf[over].map((name) => styleValues[name].length),
];

const serverOf = (over: Over, choice: readonly number[]): PermittedServer => ({
  over,
  behaviour: behaviourOf(choice),
  style: { ...plainStyle, ...styleWith(stylesOf[over], choice.slice(axisNames.length)) },
});

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

/** What was chosen of each axis, by its place among the choices. */
function behaviourOf(choice: readonly number[]): Behaviour {
  const chosen = Object.fromEntries(axisNames.map((name, at) => [name, axisChoices[name][choice[at] ?? 0]]));
  const statuses = { ...referenceBehaviour.statuses, ...statusSets[String(chosen['statuses'])] };
  return { ...referenceBehaviour, ...chosen, statuses };
}

const styleWith = (names: readonly (keyof Style)[], choice: readonly number[]): Partial<Style> =>
  Object.fromEntries(names.map((name, at) => [name, styleValues[name][choice[at] ?? 0]]));

export const plainStyle = styleWith(styleNames, []) as Style;

/** What sets a server apart from one that does everything as documented, in a line. */
export function describeServer({ over, behaviour, style }: PermittedServer): string {
  const axes = singleAxes.filter((axis) => behaviour[axis] !== referenceBehaviour[axis]);
  const statuses = statusCases
    .filter((name) => behaviour.statuses[name] !== referenceBehaviour.statuses[name])
    .map((name) => `${name} ${behaviour.statuses[name]}`)
    .join(' ');
  return [
    over,
    ...(behaviour.addressing.length === 3 ? [] : [`addressing ${behaviour.addressing.join(' or ')}`]),
    ...axes.map((axis) => `${axis} ${behaviour[axis]}`),
    ...(statuses === '' ? [] : [`statuses ${statuses}`]),
    ...styleNames.filter((name) => style[name] !== plainStyle[name]).map((name) => `${name} ${style[name]}`),
  ].join(', ');
}

export async function permitted({ over, behaviour, style }: PermittedServer, keys: Keys): Promise<Unwired> {
  if (over === 'mock') return slowMock(behaviour, style, keys);
  const { wording, ...rest } = style;
  return withoutWire(
    await startNaiveServer({ ...keys, behaviour, style: { ...rest, confirmation: wordings[wording] } }),
  );
}
