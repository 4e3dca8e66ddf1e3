import type { Behaviour } from '../../core/index.ts';
import { given, isMap, listed, notAllowed, type Place } from '../../fixtures/problem.ts';
import { type FaultName, faultNamed, faults } from '../faults/catalogue.ts';
import type { Fault } from '../faults/fault.ts';
import { checkMatching, fitsNoCall, type Matching, matchingKeys } from './matching.ts';

/** Something to be done wrong on purpose: what, with which requests, and for how long (until the reset, else). */
export type PlannedFault = Effect & {
  /** All requests, when left out. */
  readonly matching?: Matching;
  /** For so many requests. */
  readonly times?: number;
  /** For so long, by the sandbox's clock. */
  readonly seconds?: number;
  /** Decides all that is left to chance; 1 when left out. */
  readonly seed?: number;
};

/** Exactly one of these. */
export type Effect =
  /** An error in place of the answer, and no effect; `retryAfter` is in seconds. */
  | { readonly status: number; readonly code?: string; readonly message?: string; readonly retryAfter?: number }
  /** The request is done at once, and answered so many milliseconds later. */
  | { readonly latencyMs: number | { readonly from: number; readonly to: number } }
  /** The connection ends without an answer, before or after the request has its effect. */
  | { readonly drop: 'before' | 'after' }
  /** The request has its effect, and the connection ends half-way through the answer's body. */
  | { readonly cutBody: true }
  /** The request has its effect, and half of the answer's body is all there is. */
  | { readonly invalidJson: true }
  /** A wrong answer by its name in the catalogue. */
  | { readonly wrong: FaultName };

const effects = ['status', 'latencyMs', 'drop', 'cutBody', 'invalidJson', 'wrong'] as const;

/** What may stand beside a status. */
const ofStatus = ['code', 'message', 'retryAfter'] as const;

/** Ends before the server gives up a connection on which nothing happens. */
const longestLatency = 50_000;

export function checkPlannedFault(place: Place, raw: unknown, behaviour: Behaviour): PlannedFault {
  const entries = place.map(raw, 'a fault', [...effects, ...ofStatus, 'matching', 'times', 'seconds', 'seed']);
  const named = effects.filter((effect) => entries[effect] !== undefined);
  if (isMap(raw) && named.length !== 1) {
    place.problem(
      `a fault needs exactly one of ${listed(effects)}, not ${named.length === 0 ? 'none' : listed(named)}.`,
    );
  }
  const stray = ofStatus.find((name) => entries[name] !== undefined && entries.status === undefined);
  if (stray !== undefined) place.in(stray).problem(`${stray} belongs to a status.`);
  const whole = (name: 'retryAfter' | 'times' | 'seconds' | 'seed', least: number, most?: number) =>
    place.optional(name, entries, (at, value) => at.whole(value, name, least, most));
  const isTrue = (name: 'cutBody' | 'invalidJson') =>
    place.optional(name, entries, (at, value) => {
      if (value !== true) at.problem(`${name} must be true; leave it out otherwise.`);
      return true;
    });
  const fault = given({
    status: place.optional('status', entries, (at, value) => at.whole(value, 'a status', 400, 599)),
    code: place.optional('code', entries, (at, value) => at.text(value, 'a code')),
    message: place.optional('message', entries, (at, value) => at.text(value, 'a message')),
    retryAfter: whole('retryAfter', 0, 86_400),
    latencyMs: place.optional('latencyMs', entries, checkLatency),
    drop: place.optional('drop', entries, (at, value) => at.choice(value, 'drop', ['before', 'after'])),
    cutBody: isTrue('cutBody'),
    invalidJson: isTrue('invalidJson'),
    wrong: place.optional('wrong', entries, (at, value) => checkWrong(at, value, behaviour)),
    matching: place.optional('matching', entries, (at, value) => {
      const matching = checkMatching(at, at.map(value, 'matching', matchingKeys));
      const wrong = fitsNoCall(matching);
      if (wrong !== undefined) at.in('path').problem(wrong);
      return matching;
    }),
    times: whole('times', 1),
    seconds: whole('seconds', 1),
    seed: whole('seed', 0),
  });
  // Exactly one effect is among them, or a problem was noted.
  return fault as PlannedFault;
}

function checkLatency(place: Place, value: unknown): number | { readonly from: number; readonly to: number } {
  const milliseconds = (at: Place, part: unknown) => at.whole(part, 'latencyMs', 0, longestLatency);
  if (!isMap(value)) return milliseconds(place, value);
  const spread = place.map(value, 'latencyMs', ['from', 'to'], ['from', 'to']);
  const from = place.optional('from', spread, milliseconds) ?? 0;
  const to = place.optional('to', spread, milliseconds) ?? 0;
  if (to < from) place.problem(`latencyMs cannot go from ${from} to ${to}.`);
  return { from, to };
}

function checkWrong(place: Place, value: unknown, behaviour: Behaviour): FaultName | undefined {
  const name = place.text(value, 'a wrong answer');
  const fault = faultNamed(name);
  if (fault === undefined) {
    const names = faults.map((one) => one.name);
    place.problem(notAllowed('there is no wrong answer', value, names));
  } else if (!isShown(fault, behaviour)) {
    place.problem(
      `${name} shows only under the behaviour ${JSON.stringify(fault.under)}, which this mock does not have.`,
    );
  }
  return fault?.name;
}

/** Whether the behaviour makes the choices under which the fault can show. */
export const isShown = ({ under = {} }: Fault, behaviour: Behaviour): boolean =>
  Object.entries(under).every(
    ([axis, choice]) => JSON.stringify(behaviour[axis as keyof Behaviour]) === JSON.stringify(choice),
  );
