import { isDeepStrictEqual } from 'node:util';
import {
  type Addressing,
  addressingForms,
  axisValues,
  type Behaviour,
  referenceBehaviour,
  statusCases,
} from '../../core/index.ts';
import { randomNumbers } from '../../mock-server/faults/random-numbers.ts';
import { coveringPairs } from '../plan/pairwise.ts';
import type { Handle } from './handle.ts';
import { delayed, keys, lagging, mockInMemory } from './mock-targets.ts';
import { documented, type NaiveStyle, naiveServer } from './naive-server.ts';

export type Over = 'mock' | 'naive';

/** A server that does nothing wrong; plain data. */
export interface PermittedServer {
  readonly over: Over;
  readonly behaviour: Behaviour;
  readonly style: Style;
}

/** Choices that no axis names. */
interface Style extends Omit<NaiveStyle, 'confirmation'> {
  readonly wording?: keyof typeof wordings;
  /** Before each answer. */
  readonly delayMs?: number;
  /** How old what the mock server shows may be. */
  readonly lagMs?: number;
}

/** Each names the conversation and the acting user; the spec asks for no more. */
const wordings = {
  documented,
  'by-other-id': ({ actor, other }) => `Done: ${actor} starts afresh with ${other}`,
  'by-name': ({ actor, otherName }) => `"${otherName}" was reset for <${actor}>`,
  brief: ({ conversationId, actor }) => `${conversationId} ${actor}`,
} as const satisfies Readonly<Record<string, NonNullable<NaiveStyle['confirmation']>>>;

/** What each server can choose of its style, what is usual first. */
const styles: Readonly<Record<Over, Readonly<Record<string, readonly unknown[]>>>> = {
  mock: { delayMs: [0, 15], lagMs: [0, 200] },
  naive: {
    pageSize: [100, 30, 7],
    ties: ['newest', 'id-ascending', 'id-descending'],
    numericMessageIds: [false, true],
    errorBody: ['envelope', 'plain-text', 'empty'],
    missingKey5xx: [false, true],
    refusalsAs200: [false, true],
    hidesOlder: [false, true],
    extraFields: [false, true],
    delayMs: [0, 15],
    wording: Object.keys(wordings),
  },
};

/** Every non-empty choice of forms, the whole of them first. */
const addressingChoices: readonly (readonly Addressing[])[] = [7, 1, 2, 4, 3, 5, 6].map((bits) =>
  addressingForms.filter((_, index) => (bits & (1 << index)) !== 0),
);

/** Statuses of refusals, as sets that a server might have. Credentials are never accepted. */
const statusSets: readonly Partial<Behaviour['statuses']>[] = [
  {},
  Object.fromEntries(statusCases.map((name) => [name, 400])),
  {
    ...{ missingApiKey: 403, wrongApiKey: 404, insufficientScope: 401, missingOnBehalfOf: 422, unknownActor: 401 },
    ...{ nonMember: 404, missingConversation: 410, refusedAddressing: 409, wrongType: 422, unknownField: 422 },
    ...{ missingContentType: 400, unknownRoute: 405 },
  },
  { unknownUser: 200, unknownGroup: 200, malformedBody: 200, unknownActor: 200 },
];
const statuses = statusSets.map((some) => ({ ...referenceBehaviour.statuses, ...some }));

const axes: Readonly<Record<string, readonly unknown[]>> = { addressing: addressingChoices, ...axisValues, statuses };

/** The values of each axis and of each choice of style. */
const choicesOf = (over: Over) => Object.entries({ ...axes, ...styles[over] });
const sizesFor = (over: Over): readonly number[] => choicesOf(over).map(([, { length }]) => length);

/** Of each choice the value at the place that is given. */
const chosen = (choices: Readonly<Record<string, readonly unknown[]>>, places: readonly number[]) =>
  Object.fromEntries(Object.entries(choices).map(([name, values], at) => [name, values[places[at] ?? 0]]));

const serverOf = (over: Over, places: readonly number[]): PermittedServer => ({
  over,
  behaviour: { ...referenceBehaviour, ...chosen(axes, places) },
  style: chosen(styles[over], places.slice(Object.keys(axes).length)),
});

/** Over the mock and again over the naive server, so many that each pair of choices is met by one of them at least. */
export const listedServers = (): readonly PermittedServer[] =>
  (['mock', 'naive'] as const).flatMap((over) => coveringPairs(sizesFor(over)).map((choice) => serverOf(over, choice)));

/** Any permitted server at all, decided by the seed. */
export function randomServer(seed: number): PermittedServer {
  const chance = randomNumbers(`permitted server ${seed}`);
  const over = chance() < 0.5 ? 'mock' : 'naive';
  const choice = sizesFor(over).map((size) => Math.floor(chance() * size));
  return serverOf(over, choice);
}

/** What sets a server apart from one that does everything as documented, in a line. */
export function describeServer({ over, behaviour, style }: PermittedServer): string {
  const chosen: Readonly<Record<string, unknown>> = { ...behaviour, ...style };
  const statuses = statusCases
    .filter((name) => behaviour.statuses[name] !== referenceBehaviour.statuses[name])
    .map((name) => `${name} ${behaviour.statuses[name]}`);
  const lists = { addressing: behaviour.addressing.join(' or '), statuses: statuses.join(' ') };
  const words: Readonly<Record<string, unknown>> = { ...chosen, ...lists };
  const unusual = choicesOf(over).filter(([name, [usual]]) => !isDeepStrictEqual(chosen[name] ?? usual, usual));
  return [over, ...unusual.map(([name]) => `${name} ${words[name]}`)].join(', ');
}

export function permitted({ over, behaviour, style }: PermittedServer): Handle {
  const { wording = 'documented', lagMs = 0, delayMs = 0, ...rest } = style;
  const naiveStyle = { ...rest, confirmation: wordings[wording] };
  const { answer } = mockInMemory({ behaviour, wrap: (healthy) => lagging(lagMs, healthy) });
  return delayed(delayMs, over === 'mock' ? answer : naiveServer({ ...keys, behaviour, style: naiveStyle }));
}
