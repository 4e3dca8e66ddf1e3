import type { Peer } from '../target/driver.ts';
import type { Case, Row } from './case.ts';

/** Who plays in a case, by id. */
export interface Cast {
  readonly protagonist: string;
  /** In the order of the case's rows. */
  readonly rows: readonly CastRow[];
  /** A member of every group row. */
  readonly companion: string;
  /** In no conversation with the protagonist. */
  readonly bystander: string;
  /** A group of everybody but the protagonist, so that each has a list in which something can move. */
  readonly hall: string;
  /** With names `infix`: two users whose conversation has the same service id as the first row's. */
  readonly doubles: readonly [string, string] | undefined;
  /** Whether the hall is there, and those who are in none of the rows. */
  readonly hasCompany: boolean;
  /** Whether each row begins in a second of its own. */
  readonly isPaced: boolean;
}

export interface CastRow {
  readonly row: Row;
  /** The conversation as the protagonist sees it. */
  readonly peer: Peer;
  /** The participant who answers; in a group the companion, whether a member or not. */
  readonly other: string;
  /** The conversation as the others see it. */
  readonly seenByOthers: (protagonist: string) => Peer;
  readonly members: readonly string[];
}

/**
 * The ids of a case. `scope` leads each of them and is unlike any other case's. The case's `ids` number decides how
 * they sort, so that the acting user's id is now smaller, now larger than the others.
 */
export function castOf(scene: Case, scope: string): Cast {
  const letter = letters(scene.ids);
  const width = scene.rows.length > 99 ? 3 : 2;
  const numbered = (word: string, index: number) =>
    `${scope}-${letter()}-${word}${String(index + 1).padStart(width, '0')}`;
  const protagonist = protagonistOf(scene, scope, letter);
  const companion = scene.names === 'prefix' ? `${scope}-m0` : `${scope}-${letter()}-companion`;
  const bystander = `${scope}-${letter()}-bystander`;

  const peerIds: string[] = [];
  const rows = scene.rows.map((row, index): CastRow => {
    const company = [companion, ...peerIds.slice(-companyOf(index))];
    const place = index % (company.length + 1);
    // The first one creates the group.
    const together = [...company.slice(0, place), protagonist, ...company.slice(place)];
    const members = row.from === 'nobody-else' ? [protagonist] : together;
    const id = idOf(scene, row, index, { scope, peerIds, numbered });
    if (row.kind === 'group') {
      const peer: Peer = { kind: 'group', id };
      return { row, peer, other: companion, seenByOthers: () => peer, members };
    }
    peerIds.push(id);
    return {
      row,
      peer: { kind: 'user', id },
      other: id,
      seenByOthers: (uid) => ({ kind: 'user', id: uid }),
      members: [protagonist, id],
    };
  });

  return {
    protagonist,
    rows,
    companion,
    bystander,
    hall: `${scope}-${letter()}-hall`,
    hasCompany: scene.alone !== true,
    isPaced: scene.paced === true,
    doubles: scene.names === 'infix' && peerIds[0] !== undefined ? doublesOf(protagonist, scope) : undefined,
  };
}

/** How many peers are in a group of this row, if there are so many: mostly one, now and then some, seldom many. */
const companyOf = (index: number): number => (index >= 7 && index < 12 ? 10 : index % 5 < 3 ? 1 : 3);

/** With `infix` it has to sort before the others, or the two service ids are not spelled the same. */
function protagonistOf({ names }: Case, scope: string, letter: () => string): string {
  if (names === 'prefix') return `${scope}-m`;
  return names === 'infix' ? `${scope}-a` : `${scope}-${letter()}-me`;
}

interface Naming {
  readonly scope: string;
  readonly peerIds: readonly string[];
  readonly numbered: (word: string, index: number) => string;
}

function idOf(scene: Case, row: Row, index: number, { scope, peerIds, numbered }: Naming): string {
  const { names, rows } = scene;
  const afterUser = rows[index - 1]?.kind === 'user';
  switch (names) {
    case 'plain':
      return numbered(row.kind === 'user' ? 'peer' : 'group', index);
    case 'prefix':
      return `${scope}-${row.kind === 'user' ? 'm1' : 'g'}${'1'.repeat(index)}`;
    case 'same-name':
      return (row.kind === 'group' && afterUser ? peerIds.at(-1) : undefined) ?? numbered('both', index);
    case 'wildcard':
      return `${scope}-${row.kind}${wildcards[sameKindBefore(rows, row.kind, index)] ?? index}1`;
    case 'long':
      return longId(`${scope}-${row.kind}`, sameKindBefore(rows, row.kind, index));
    case 'marks': {
      const nth = sameKindBefore(rows, row.kind, index) * 2 + (row.kind === 'user' ? 0 : 1);
      const round = Math.floor(nth / marks.length) || '';
      return `${scope}-p${round}${marks[(nth + scene.ids) % marks.length]}`;
    }
    case 'infix':
      return row.kind === 'user' && peerIds.length === 0 ? `${scope}-b_user_${scope}-c` : numbered('other', index);
    case 'case': {
      const before = peerIds.at(-1);
      const isSecond = row.kind === 'user' && before !== undefined && before === before.toLowerCase();
      return isSecond ? scope + before.slice(scope.length).toUpperCase() : numbered(row.kind, index);
    }
  }
}

/** The third of a kind is the one whose id, as a pattern, fits the others'. */
const wildcards: readonly string[] = [...'ab_cdefghijklmnopqrstuvwxyz'];

const sameKindBefore = (rows: readonly Row[], kind: Row['kind'], index: number): number =>
  rows.slice(0, index).filter((row) => row.kind === kind).length;

/** What stands behind the same beginning. */
const marks: readonly string[] = ['', '-', '_', '--x', '__x', '-_', '_-x', '--'];

/** The second pair is longer by one. */
function longId(beginning: string, nth: number): string {
  const pair = nth >> 1;
  return `${beginning}${pair}`.padEnd(98 + (pair % 2), 'x') + (nth & 1);
}

/** `a` with `b_user_c` is spelled like `a_user_b` with `c`. */
const doublesOf = (protagonist: string, scope: string): readonly [string, string] => [
  `${protagonist}_user_${scope}-b`,
  `${scope}-c`,
];

/** A stream of letters that depends on the number alone. */
function letters(ids: number): () => string {
  let state = (ids + 1) * 2654435761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return 'abcdefghijklmnopqrstuvwxyz'.charAt((state >>> 8) % 26);
  };
}
