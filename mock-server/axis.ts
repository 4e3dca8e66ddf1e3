import { type Behaviour, type StatusCase, singleAxes, statusCases } from '../core/index.ts';

/** A place where the specification is silent: an axis of a behaviour file, or one of its statuses. */
export type Axis = Exclude<keyof Behaviour, 'statuses'> | `statuses.${StatusCase}`;

export const axes: readonly Axis[] = [
  'addressing',
  ...singleAxes,
  ...statusCases.map((name) => `statuses.${name}` as const),
];
