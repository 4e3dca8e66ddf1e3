import { type Addressing, addressingForms } from '../../core/index.ts';
import type { Trace } from '../execution/trace.ts';
import type { FoundBehaviour, Report } from '../report/document.ts';
import { hasCredentials, type Reset } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';

/**
 * What is known of a target where the spec is silent: what was found on the axes, and more. Nothing in it presupposes that
 * the target is right.
 */
export interface Profile extends Omit<FoundBehaviour, 'statuses'> {
  /** The accepted forms of addressing; `path-actor` alone when the target accepts none, as the spec reads. */
  readonly forms: readonly Addressing[];
  /** What resets of a class usually do. */
  readonly usual: ReadonlyMap<EffectClass, Effect>;
  /** Of which conversations whole seconds seem to decide which messages a reset hides, so that nothing is usual of them. */
  readonly hidesBySeconds: ReadonlySet<Peer['kind']>;
  /** What `deleteMessagesPermanently` left out means in a form and beside an order; where that was not seen, either. */
  readonly omittedIsPermanent: ReadonlyMap<OmittedClass, boolean>;
  readonly readsUntyped: boolean;
  /** Whether it folds case and refuses ids that nobody has: what it confirms of an id in capitals, it has found. */
  readonly readsCapitals: boolean;
  /** Whether each message brings its conversation into the lists of those who can read it, its writer among them. */
  readonly messageLists: boolean;
  /** Whether a message puts the row on top of the list. */
  readonly messageRaises: boolean;
  /** Whether who joins a group can read what was written before. */
  readonly joinersRead: boolean;
  /** How many rows a list shows at most, and how many texts a look at messages: what is beyond says nothing. */
  readonly limits: { readonly rows: number; readonly texts: number };
  /** Whether two looks at a list agree where nothing was done between them; else only what is in it counts. */
  readonly isOrdered: boolean;
  /** Whether the ids of conversations are made of the ids of the two sides; undefined where its lists show none. */
  readonly spellsIds: boolean | undefined;
}

/** What a target does where the spec is silent, and what that was concluded from. */
export interface FoundProfile extends Pick<Report, 'behaviour' | 'behaviourUnknown' | 'evidence' | 'notes'> {
  readonly profile: Profile;
  /** What was executed to find it, which is held to it like everything else. */
  readonly traces: readonly Trace[];
}

/** What was concluded on an axis, and from what. `other` where no value names it, undefined where it cannot be found out. */
export interface Conclusion<Value> {
  readonly value: Value | 'other' | undefined;
  readonly evidence: string;
}

/** What one reset does that can be seen on the acting user's side. */
export interface Effect {
  readonly place: Place;
  readonly texts: Texts;
}

/** Where the row went. */
export type Place = 'removed' | 'kept' | 'first' | 'last' | 'other';
/** What became of the messages that could be read: `part` is some of them. */
export type Texts = 'hidden' | 'visible' | 'part';

/** Resets of one class do the same, if they keep to it. */
export type EffectClass = `${Addressing | 'group'} ${'preserved' | 'free'} ${'permanent' | 'temporary'}`;

export const peerKinds = ['user', 'group'] as const;

/** Of which conversations the resets of a class are. */
export const kindOf = (name: EffectClass): Peer['kind'] => (name.startsWith('group ') ? 'group' : 'user');

type Meaning = Pick<Reset, 'conversation' | 'form'> & { readonly preserveOrder: boolean; readonly permanent: boolean };

export const effectClass = ({ conversation, form, preserveOrder, permanent }: Meaning): EffectClass =>
  `${conversation.kind === 'group' ? 'group' : form} ${preserveOrder ? 'preserved' : 'free'} ${permanent ? 'permanent' : 'temporary'}`;

export type OmittedClass = `${Addressing} ${'preserved' | 'free'}`;

export const omittedClass = (form: Addressing, preserveOrder: boolean): OmittedClass =>
  `${form} ${preserveOrder ? 'preserved' : 'free'}`;

/** Before anything is known: every choice is open. */
export const unknownProfile: Profile = {
  forms: addressingForms,
  usual: new Map(),
  hidesBySeconds: new Set(),
  omittedIsPermanent: new Map(),
  readsUntyped: false,
  readsCapitals: false,
  messageLists: false,
  messageRaises: false,
  joinersRead: false,
  limits: { rows: Number.POSITIVE_INFINITY, texts: Number.POSITIVE_INFINITY },
  isOrdered: true,
  spellsIds: undefined,
};

/** Whether a target refuses such a request whatever it is about, as far as is known. */
export const isRefusedAnyway = (
  { body, wrongTypes, ...credentials }: Pick<Reset, 'apikey' | 'onBehalfOf' | 'body' | 'wrongTypes'>,
  { wrongType }: Pick<Profile, 'wrongType'>,
): boolean =>
  !hasCredentials(credentials) ||
  body === 'malformed' ||
  body === 'array' ||
  body === 'number' ||
  (wrongTypes !== undefined && wrongType === 'rejected');
