import type { Addressing } from '../../core/index.ts';
import type { RequirementId } from '../requirements/catalogue.ts';

/**
 * What the suite does to a target, as plain data: a small world around one protagonist, and steps in it. Fast-check
 * makes and shrinks it, a report stores it, and a replay runs it again on fresh ids.
 */
export interface Case {
  readonly names: Names;
  /** Decides how the ids sort among each other. */
  readonly ids: number;
  /** The protagonist's conversations, in the order they begin. */
  readonly rows: readonly Row[];
  readonly steps: readonly Step[];
  /** Nobody is there but those who take part in the protagonist's conversations: enough for most stories. */
  readonly alone?: true | undefined;
  /** Each of the protagonist's conversations begins in a second of its own. */
  readonly paced?: true | undefined;
}

/**
 * How the ids are formed. `plain`: nothing alike. `prefix`: each id is the beginning of the next. `same-name`: a group
 * is called like a user. `wildcard`: one id has `_` where others have a letter. `infix`: two pairs of users whose
 * service ids are spelled the same. `long`: of a hundred characters, two and two of which differ in the last alone, and
 * the pairs in one of the first. `marks`: some of which end in `-` or `_`, or have two of them. `case`: ids that differ in case alone.
 */
export type Names = (typeof names)[number];

/** The simplest first, as in all lists here, because shrinking goes that way. */
export const names = ['plain', 'prefix', 'same-name', 'wildcard', 'infix', 'long', 'marks', 'case'] as const;

export const writers = ['both', 'other', 'protagonist', 'nobody-else'] as const;

export interface Row {
  readonly kind: 'user' | 'group';
  /** How many messages it starts with; at least 1. */
  readonly messages: number;
  /** Who writes them; `nobody-else` is the protagonist, who is then the only member of a group. */
  readonly from: (typeof writers)[number];
}

export type Step = Act | Together | Pause;

export type Act = Reset | Send;

/** `left-out` is a field that is not in the body. */
export type Flag = (typeof flags)[number];

export const flags = ['false', 'true', 'left-out'] as const;

export const actors = ['protagonist', 'other', 'bystander', 'once-more', 'neighbour'] as const;

export interface Reset {
  readonly do: 'reset';
  /**
   * The protagonist, or the other side of the row that `row` picks; or the bystander, who takes no part in that
   * conversation, so that nothing may come of it; or `once-more` the protagonist, on a row that has left the list; or
   * `neighbour` the bystander, on a conversation of its own, with the peer of the first user row.
   */
  readonly by: (typeof actors)[number];
  /** Picks a row of the acting user's list as it then is, modulo its length. */
  readonly row: number;
  readonly preserveOrder: Flag;
  /** Ignored where the row is a group, unless `wire` asks for it. */
  readonly permanently: Flag;
  /** Picks one of the accepted forms of addressing, modulo their number; or names one, accepted or not. */
  readonly form: number | Addressing;
  readonly wire: Wire;
}

/** What these are answered, the spec leaves open. */
export const openWires = [
  'malformed-body',
  'wrong-type',
  'one-wrong-type',
  'unknown-field',
  'empty-body',
  'no-content-type',
  'three-names',
  'unknown-actor',
] as const;

/**
 * How the request is put on the wire. `foreign-fields`: a group reset with the fields of a user reset, one of
 * them or both. The three credential cases ask for a refusal; the header is not there, or it is empty. What the
 * open ones are answered is the target's affair; refused, they change nothing; of `unknown-actor`, whom nobody created,
 * nothing may come in any case.
 */
export type Wire = (typeof wires)[number];

export const wires = [
  'plain',
  'spaced',
  'reordered',
  'escaped',
  'percent-encoded',
  'header-case',
  'chunked',
  'foreign-fields',
  'no-key',
  'wrong-key',
  'no-acting-user',
  ...openWires,
] as const;

/** What has to come of a request without its credentials. */
export const refusalWanted: Readonly<Partial<Record<Wire, RequirementId>>> = {
  'no-key': 'no-key-refused',
  'wrong-key': 'wrong-key-refused',
  'no-acting-user': 'no-acting-user-refused',
};

export interface Send {
  readonly do: 'send';
  /** Picks one of the rows of the case, modulo their number, whether it stands in the list or not. */
  readonly row: number;
  readonly from: 'protagonist' | 'other';
}

/** All at once, judged when everything is quiet again. */
export interface Together {
  readonly do: 'together';
  readonly acts: readonly Act[];
}

/** Waits until the whole second has changed, so that nothing after it ties with anything before. */
interface Pause {
  readonly do: 'pause';
}
