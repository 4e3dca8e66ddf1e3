import { type Behaviour, type Guid, parseGuid, parseUid, type Uid } from '../core/index.ts';

/**
 * The uid that a caller wrote. One outside the alphabet stays as it is: nobody can have it, so that it is unknown
 * wherever it is looked up, and needs no case of its own.
 */
export function uidAsGiven(raw: string, { identifierCase }: Behaviour): Uid {
  const uid = parseUid(raw, identifierCase);
  return uid.ok ? uid.value : (raw as Uid);
}

/** As `uidAsGiven`, for a group. */
export function guidAsGiven(raw: string, { identifierCase }: Behaviour): Guid {
  const guid = parseGuid(raw, identifierCase);
  return guid.ok ? guid.value : (raw as Guid);
}

/** A piece of a path. What cannot be decoded stays as it is; the `%` makes it an id that nobody has. */
export function decodePercent(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
