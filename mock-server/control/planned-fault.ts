import { isDeepStrictEqual } from 'node:util';
import type { Behaviour } from '../../core/index.ts';
import { isMap } from '../../fixtures/plain-data.ts';
import { notAllowed, type Place } from '../../fixtures/problem.ts';
import { checked, choice, either, map, type Shape, text, whole } from '../../fixtures/shape.ts';
import { type FaultName, faultNamed, faults } from '../faults/catalogue.ts';
import type { Fault } from '../faults/fault.ts';
import { type Matching, matchingShape } from './matching.ts';

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

/** Ends before the server gives up a connection on which nothing happens. */
export const longestLatency = 50_000;

const milliseconds = whole('latencyMs', 0, longestLatency);

const shape = map(
  'a fault',
  {
    status: whole('a status', 400, 599),
    'code?': text('a code'),
    'message?': text('a message'),
    'retryAfter?': whole('retryAfter', 0, 86_400),
    latencyMs: either(milliseconds, map('latencyMs', { from: milliseconds, to: milliseconds }), isMap),
    drop: choice('drop', ['before', 'after']),
    cutBody: choice('cutBody', [true]),
    invalidJson: choice('invalidJson', [true]),
    wrong: text('a wrong answer'),
    'matching?': matchingShape('matching', {}),
    'times?': whole('times', 1),
    'seconds?': whole('seconds', 1),
    'seed?': whole('seed', 0),
  },
  { oneOf: ['status', 'latencyMs', 'drop', 'cutBody', 'invalidJson', 'wrong'] },
);

/** A fault that can be met under a behaviour. */
export const plannedFaultUnder = (behaviour: Behaviour): Shape<PlannedFault> =>
  // Exactly one effect is among them, or a problem is noted.
  checked(shape as Shape<PlannedFault>, (fault, place) => {
    const stray = (['code', 'message', 'retryAfter'] as const).find((name) => name in fault && !('status' in fault));
    if (stray !== undefined) place.in(stray).problem(`${stray} belongs to a status.`);
    const stretch = 'latencyMs' in fault ? fault.latencyMs : 0;
    if (typeof stretch === 'object' && stretch.to < stretch.from) {
      place.in('latencyMs').problem(`latencyMs cannot go from ${stretch.from} to ${stretch.to}.`);
    }
    if ('wrong' in fault) checkWrong(place.in('wrong'), fault.wrong, behaviour);
    return undefined;
  });

function checkWrong(place: Place, name: string, behaviour: Behaviour): void {
  const fault = faultNamed(name);
  if (fault === undefined) {
    const names = faults.map((one) => one.name);
    place.problem(notAllowed('there is no wrong answer', name, names));
  } else if (!isShown(fault, behaviour)) {
    const under = JSON.stringify(fault.under);
    place.problem(`${name} shows only under the behaviour ${under}, which this mock does not have.`);
  }
}

/** Whether the behaviour makes the choices under which the fault can show. */
export const isShown = ({ under = {} }: Fault, behaviour: Behaviour): boolean =>
  Object.entries(under).every(([axis, choice]) => isDeepStrictEqual(behaviour[axis as keyof Behaviour], choice));
