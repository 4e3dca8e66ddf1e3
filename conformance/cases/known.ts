import type { Addressing } from '../../core/index.ts';
import { openWires, type Reset } from './case.ts';
import type { ResetCall } from './reset-request.ts';

/** What the run has found out about the target, in the form in which the judging of cases needs it. */
export interface Known {
  /** The accepted forms of addressing; `path-actor` alone when the target accepts none, as the spec reads. */
  readonly forms: readonly Addressing[];
  /** The usual effect of a reset of this class; undefined when it could not be told. */
  readonly effects: Readonly<Partial<Record<EffectClass, Effect>>>;
  /** What `deleteMessagesPermanently` left out means, beside either order; undefined where that was not told. */
  readonly omittedIsPermanent: Readonly<Record<'preserved' | 'free', boolean | undefined>>;
  /** Undefined when the target does not let it be seen. */
  readonly permanentForEveryone: boolean | undefined;
  /** Whether ids that differ in case alone are two. */
  readonly caseSensitive: boolean;
}

/** A form of addressing may have an effect of its own. */
export type EffectClass = `${Addressing | 'group'} ${'preserved' | 'free'} ${'permanent' | 'temporary'}`;

/** What a reset does to the acting user's side. */
export interface Effect {
  /** Where the row goes; `other` is a place that has no name. */
  readonly place: Place;
  /** What becomes of the messages, as the acting user reads them; of the usual effect, `other` expects nothing. */
  readonly texts: 'hidden' | 'visible' | 'other';
}

export type Place = 'removed' | 'kept' | 'first' | 'last' | 'other';

export const effectClass = (said: Addressing | 'group', preserved: boolean, permanent: boolean): EffectClass =>
  `${said} ${preserved ? 'preserved' : 'free'} ${permanent ? 'permanent' : 'temporary'}`;

/** How a reset names its conversation. */
export const saidIn = ({ conversation, form }: Pick<ResetCall, 'conversation' | 'form'>): Addressing | 'group' =>
  conversation.kind === 'group' ? 'group' : form;

/** Whether a reset deletes for good; undefined where nobody knows what the target takes the left-out field for. */
export function isPermanent(
  kind: 'user' | 'group',
  { permanently, preserveOrder, wire }: Pick<Reset, 'permanently' | 'preserveOrder' | 'wire'>,
  { omittedIsPermanent }: Pick<Known, 'omittedIsPermanent'>,
): boolean | undefined {
  if (kind === 'group') return false;
  // What a target makes of a body that is not as documented, or not there, nobody knows.
  if (wire !== 'unknown-field' && openWires.some((open) => open === wire)) return undefined;
  if (permanently !== 'left-out') return permanently === 'true';
  return omittedIsPermanent[preserveOrder === 'true' ? 'preserved' : 'free'];
}

/** What a reset like this usually does; of one that may be permanent or not, the place where both leave the row. */
export function usualEffect(
  { effects }: Known,
  call: Pick<ResetCall, 'conversation' | 'form'>,
  preserved: boolean,
  permanent: boolean | undefined,
): Effect | undefined {
  const usual = (deletes: boolean) => effects[effectClass(saidIn(call), preserved, deletes)];
  if (permanent !== undefined) return usual(permanent);
  const [place, same] = [usual(true)?.place, usual(false)?.place];
  return place === undefined || place !== same ? undefined : { place, texts: 'other' };
}

/** Whether an effect of this kind is certain to be seen. */
export const isVisible = (effect: Effect | undefined): boolean =>
  effect !== undefined && (effect.place !== 'kept' || effect.texts === 'hidden');

/** Where `key` went between two looks at a list of which it was neither the first nor the last. */
export function placeOf(key: string, before: readonly string[], after: readonly string[]): Place {
  const index = after.indexOf(key);
  if (index === -1) return 'removed';
  if (index === before.indexOf(key)) return 'kept';
  if (index === 0) return 'first';
  return index === after.length - 1 ? 'last' : 'other';
}

export function textsOf(before: readonly string[], after: readonly string[]): Effect['texts'] {
  const left = before.filter((text) => after.includes(text)).length;
  if (left === 0) return 'hidden';
  return left === before.length ? 'visible' : 'other';
}
