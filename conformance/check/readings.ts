import { omittedClass, type Profile } from '../profile/profile.ts';
import { capitals, type FlagName } from '../scenario/choices.ts';
import { toUser } from '../scenario/conversations.ts';
import { hasCredentials, type Reset } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';

/** One thing that a request may mean: this conversation of the acting user is reset in this way. */
export interface Reading {
  readonly conversation: Peer;
  readonly preserveOrder: boolean;
  readonly permanent: boolean;
}

/**
 * What a request may mean. One reading where spec and profile pin it down, several where the spec leaves it open, none
 * where a credential is missing; `nothing` is a reading where it may be taken for a request that does nothing. A view
 * may change if some reading changes it, and must change only if every reading does. `others` are whom the acting user
 * may have conversations with.
 */
export function readingsOf(
  reset: Reset,
  profile: Profile,
  others: readonly Peer[] = [],
): readonly (Reading | 'nothing')[] {
  if (!hasCredentials(reset)) return [];
  const isOfNobody = mayNameNobody(reset, profile);
  const conversations = [...conversationsOf(reset), ...(isOfNobody ? others : [])];
  const readings = flagsOf(reset, profile).flatMap(({ preserveOrder, permanent }) =>
    conversations.map((conversation): Reading => {
      // Only of a user conversation does the spec say that its messages are deleted.
      return { conversation, preserveOrder, permanent: permanent && conversation.kind === 'user' };
    }),
  );
  return isCertain(reset, profile) && !isOfNobody ? readings : [...readings, 'nothing'];
}

/** The reading, where there is exactly one. */
export function onlyReading(reset: Reset, profile: Profile): Reading | undefined {
  const [first, ...others] = readingsOf(reset, profile);
  return first === undefined || first === 'nothing' || others.length > 0 ? undefined : first;
}

/** Whether a reset has to keep its conversation's place, whatever else it may mean. */
export function mustPreserve(reset: Reset, profile: Profile): boolean {
  const readings = readingsOf(reset, profile);
  return readings.length > 0 && readings.every((one) => one !== 'nothing' && one.preserveOrder);
}

/** Whether it says nothing of preserveOrder, nor holds anything in its place. */
export const saysNoOrder = ({ preserveOrder, wrongTypes = {} }: Reset): boolean =>
  preserveOrder === 'absent' && !('preserveOrder' in wrongTypes);

/** The pairs that have the acting user in them, where three users are named. */
const conversationsOf = ({ conversation, path }: Reset): readonly Peer[] =>
  path === undefined ? [conversation] : [conversation, toUser(path)];

/**
 * Where conversationWith is left out, or not read, beside the acting user in the path, the spec is silent on what is reset
 * of the acting user. A user who names nobody but itself sends just that.
 */
function mayNameNobody(
  { actor, conversation, form, body, wrongTypes = {} }: Reset,
  { readsUntyped }: Profile,
): boolean {
  if (conversation.kind === 'group') return false;
  if (form === 'path-peer') return conversation.id === actor;
  if (form !== 'path-actor') return false;
  return 'conversationWith' in wrongTypes || (body !== undefined && !(body === 'untyped' && readsUntyped));
}

/**
 * Whether a target that follows the spec, and says that it has done it, cannot have done nothing. An id in capitals names
 * the same where case is folded; elsewhere it may name nobody.
 */
function isCertain(reset: Reset, { forms, readsCapitals }: Profile): boolean {
  const { conversation, form, body, path, wire = [], wrongTypes = {} } = reset;
  if (!readsCapitals && capitals.some((form) => wire.includes(form))) return false;
  if (path !== undefined || 'conversationWith' in wrongTypes) return false;
  if (conversation.kind === 'user' && !forms.includes(form)) return false;
  const namedInBody = conversation.kind === 'user' && form === 'path-actor';
  return body === undefined || (body === 'untyped' && !namedInBody) || (body === 'none' && !namedInBody);
}

function flagsOf(reset: Reset, profile: Profile): readonly Omit<Reading, 'conversation'>[] {
  const isGroup = reset.conversation.kind === 'group';
  return meantBy(reset, 'preserveOrder', profile, [false]).flatMap((preserveOrder) => {
    const omitted = profile.omittedIsPermanent.get(omittedClass(reset.form, preserveOrder));
    const either = omitted === undefined ? both : [omitted];
    const permanent = isGroup ? [false] : meantBy(reset, 'deleteMessagesPermanently', profile, either);
    return permanent.map((one) => ({ preserveOrder, permanent: one }));
  });
}

const both = [false, true] as const;

/** What a flag may mean as it is sent, given what leaving it out means. */
function meantBy(
  { body, wrongTypes = {}, ...sent }: Reset,
  name: FlagName,
  profile: Profile,
  omitted: readonly boolean[],
): readonly boolean[] {
  if (body === 'malformed' || body === 'array' || body === 'number') return both;
  // No body may mean something else than a body without fields, except for preserveOrder, of which the spec speaks.
  if (body === 'none') return name === 'preserveOrder' ? omitted : both;
  const asTyped = sent[name] === 'absent' ? omitted : [sent[name] === 'true'];
  const asSent = name in wrongTypes ? meantByWrongType(name, wrongTypes[name], profile, omitted) : asTyped;
  return body === 'untyped' && !profile.readsUntyped ? [...new Set([...asSent, ...omitted])] : asSent;
}

/** What these are taken for was found by trying them; of others it is not known. */
const tried: Readonly<Record<FlagName, readonly unknown[]>> = {
  preserveOrder: ['true', 'false', 1],
  deleteMessagesPermanently: ['true', 'false'],
};

function meantByWrongType(
  name: FlagName,
  value: unknown,
  { wrongType }: Profile,
  omitted: readonly boolean[],
): readonly boolean[] {
  if (!tried[name].includes(value)) return both;
  if (wrongType === 'ignored') return omitted;
  return wrongType === 'coerced' ? [value === 'true' || value === 1] : both;
}
