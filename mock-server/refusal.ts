import type { Refusal as CommandRefusal } from '../core/index.ts';

/** What is wrong with each field or query parameter, by its name. */
export type Details = Readonly<Record<string, readonly string[]>>;

/**
 * Why a request was refused: what core refuses and, before it, what is wrong with the request itself. The kinds that
 * have a case in `Behaviour.statuses` carry its name.
 */
export type Refusal =
  | (CommandRefusal & Hinted)
  | { readonly kind: 'missingApiKey' | 'wrongApiKey' | 'insufficientScope' | 'missingOnBehalfOf' }
  | { readonly kind: 'emptyBody' | 'missingContentType' }
  | ({ readonly kind: 'malformedBody' } & Hinted)
  | ({ readonly kind: 'unknownRoute'; readonly method: string; readonly path: string } & Hinted)
  | { readonly kind: 'unknownField' | 'wrongType' | 'invalidField'; readonly details: Details };

interface Hinted {
  /** A sentence that says what was nearly right. */
  readonly hint?: string | undefined;
}
