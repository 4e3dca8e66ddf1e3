import { type Behaviour, type Guid, parseUid, type Uid } from '../core/index.ts';

/**
 * The id that a caller wrote. One outside the alphabet stays as it is: nobody can have it, so that it is unknown
 * wherever it is looked up, and needs no case of its own.
 */
export const uidAsGiven = asGiven<Uid>;
export const guidAsGiven = asGiven<Guid>;

function asGiven<Id extends Uid | Guid>(raw: string, { identifierCase }: Behaviour): Id {
  const id = parseUid(raw, identifierCase);
  return (id.ok ? id.value : raw) as Id;
}

/** A piece of a path. What cannot be decoded stays as it is; the `%` makes it an id that nobody has. */
export function decodePercent(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
