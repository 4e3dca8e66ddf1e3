import { accept, type Result, refuse } from './result.ts';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Identifies a user: 1 to 100 characters of `a-z 0-9 - _`, and `A-Z` where case counts. */
export type Uid = Branded<'Uid'>;
/** Identifies a group; the same characters as a uid. */
export type Guid = Branded<'Guid'>;

export type IdentifierCase = 'folded' | 'sensitive';

const pattern = /^[A-Za-z0-9_-]{1,100}$/;

export const parseUid = parse<Uid>;
export const parseGuid = parse<Guid>;

function parse<Id extends Uid | Guid>(raw: string, identifierCase: IdentifierCase): Result<Id, string> {
  if (!pattern.test(raw)) return refuse('1 to 100 characters of a-z, 0-9, - and _');
  // The one cast that mints an identifier.
  return accept((identifierCase === 'folded' ? raw.toLowerCase() : raw) as Id);
}
