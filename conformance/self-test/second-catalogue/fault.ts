import { type Variation, variation } from '../varied-server.ts';

/** One way in which an otherwise healthy server breaks the specification. */
export interface SecondFault extends Variation {
  /** The row of `fixtures/clauses.yaml` that it breaks, or that the broken frame condition follows from. */
  readonly clause: string;
}

export const fault = (name: string, clause: string, row: Parameters<typeof variation>[1]): SecondFault => ({
  ...variation(name, row),
  clause,
});
