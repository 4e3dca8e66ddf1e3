import { intervalOf, isWithoutEffect, seenEffect, textsIn, usualEffect } from '../check/effect.ts';
import { onlyReading } from '../check/readings.ts';
import { type Transition, transitionsOf } from '../check/transitions.ts';
import { indexOfOperation, type Trace } from '../execution/trace.ts';
import { mayDelete, messagesOf } from '../execution/views.ts';
import { conversationName, toUser } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import { classOf, isGone, isPlain, most, usualEffects } from './effects.ts';
import { type Effect, type EffectClass, kindOf, omittedClass, type Profile, peerKinds, type Texts } from './profile.ts';

const transitionsIn = (traces: readonly Trace[], profile: Profile): readonly Transition[] =>
  traces.flatMap((trace) => transitionsOf(trace, profile));

/** So often something has to be seen before it is more than an accident. */
export const often = 2;

/** Of so many resets that leave the row in the list, one at least has to take it, before they are said to do so. */
const oneOf = 4;

/**
 * The profile with what resets of a class were seen to do later that did nothing in the probes, or what such an unusual
 * reset does not; the same one where there is nothing of that kind. Where they did nothing, only what neither a tie nor a
 * late read can look like counts: whether a row is gone, and messages that are hidden.
 */
export function withLaterEffects(profile: Profile, traces: readonly Trace[], unusual: readonly Reset[] = []): Profile {
  const doubted = new Set(unusual.map((reset) => classOf(reset, profile)));
  const open = [...profile.usual].filter(([name, effect]) => doubted.has(name) || isWithoutEffect(effect));
  if (open.length === 0) return profile;
  const shown = transitionsIn(traces, profile).flatMap(shownIn);
  const found = open.flatMap(([name, effect]) => {
    const all = shown.filter(({ reset }) => classOf(reset, profile) === name);
    const counts = ({ place, texts }: Shown): boolean =>
      texts === 'hidden' || (isWithoutEffect(effect) ? place === 'removed' : place !== 'kept');
    const other = usualEffects(all.filter(counts), profile, often).get(name);
    if (other === undefined || (isGone(other) === isGone(effect) && !isWithoutEffect(effect))) return [];
    // A list that was not shown whole now and then is not what they do. What does nothing may be dropped mostly.
    const gone = all.filter(({ place }) => place === 'removed');
    const isRare = isGone(other) && !isWithoutEffect(effect) && gone.length * oneOf < all.length;
    return isRare ? [] : [[name, other] as const];
  });
  return withUsual(profile, found);
}

/**
 * The profile with what most temporary resets of a class did to the messages, where the probes saw now this and now that,
 * or what such an unusual reset does not. Where one reset takes some messages and leaves others, that is what they do.
 * What whole seconds decide is not usual, and what a permanent one leaves is no matter of it.
 */
export function withLaterTexts(profile: Profile, traces: readonly Trace[], unusual: readonly Reset[] = []): Profile {
  const doubted = new Set(unusual.map((reset) => classOf(reset, profile)));
  const open = [...profile.usual].filter(
    ([name, { texts }]) =>
      name.endsWith('temporary') &&
      !profile.hidesBySeconds.has(kindOf(name)) &&
      (doubted.has(name) || texts === 'part'),
  );
  if (open.length === 0) return profile;
  const shown = transitionsIn(traces, profile).flatMap(shownIn);
  const isParted = shown.filter(({ reset, texts }) => texts === 'part' && !mayDelete(reset)).length >= often;
  const later = usualEffects(shown, profile, often);
  const found = open.flatMap(([name, effect]) => {
    const texts = isParted && effect.texts === 'part' ? 'part' : later.get(name)?.texts;
    return texts === undefined || texts === effect.texts ? [] : [[name, { ...effect, texts }] as const];
  });
  return withUsual(profile, found);
}

const withUsual = (profile: Profile, found: readonly (readonly [EffectClass, Effect])[]): Profile =>
  found.length === 0 ? profile : { ...profile, usual: new Map([...profile.usual, ...found]) };

/**
 * The profile with what leaving `deleteMessagesPermanently` out mostly did to the other side's messages, where the probes
 * saw it mean one thing in one form, or beside one order, and another in the next.
 */
export function withLaterMeaning(profile: Profile, traces: readonly Trace[]): Profile {
  const { omittedIsPermanent: omitted, permanentDeletion } = profile;
  if (permanentDeletion !== 'for-everyone' || new Set(omitted.values()).size < 2) return profile;
  const shown = transitionsIn(traces, profile).flatMap(othersTextsOfOmitted);
  const found = [...omitted].map(([name, isPermanent]) => {
    const texts = most(shown.flatMap((one) => (one.name === name ? one.texts : [])));
    return [name, texts === undefined ? isPermanent : texts === 'hidden'] as const;
  });
  return { ...profile, omittedIsPermanent: new Map(found) };
}

function othersTextsOfOmitted(transition: Transition) {
  const { reset, claim, isLater, profile } = transition;
  if (reset?.deleteMessagesPermanently !== 'absent' || reset.conversation.kind !== 'user') return [];
  if (claim !== 'confirmed' || isLater || !isPlain({ reset })) return [];
  const order = onlyReading(reset, profile)?.preserveOrder;
  const messages = intervalOf(transition, messagesOf(reset.conversation.id, toUser(reset.actor)));
  const texts = messages && textsIn(messages);
  return texts === undefined || order === undefined ? [] : [{ name: omittedClass(reset.form, order), texts }];
}

/**
 * The profile without whole seconds as what decides which messages a reset hides, of conversations where more was hidden
 * than they explain: then what stayed once stayed for another reason.
 */
export const withoutSeconds = (profile: Profile, traces: readonly Trace[], lateMs = 0): Profile =>
  [...profile.hidesBySeconds]
    .filter((kind) => !isExplained(afterMessages(traces, profile, kind), lateMs))
    .reduce(turned, profile);

/** The profile with whole seconds as that, where the probes were too slow to show it, and what was seen later does. */
export const withSeconds = (profile: Profile, traces: readonly Trace[], lateMs = 0): Profile =>
  peerKinds
    .filter((kind) => !profile.hidesBySeconds.has(kind))
    .filter((kind) => {
      const seen = afterMessages(traces, profile, kind);
      return seen.some(isLeft) && isExplained(seen, lateMs);
    })
    .reduce(turned, profile);

/** A clock may be put right by so many milliseconds while a run goes on. */
const driftMs = 20;

/**
 * Whether whole seconds explain all that was hidden, and all that was left: there is a moment within the second at which
 * each one ends, that came between message and reset wherever they were hidden, and nowhere else. A message may come so long after its answer.
 */
function isExplained(seen: readonly AfterMessage[], lateMs: number): boolean {
  const spans = seen.map((one) =>
    isLeft(one)
      ? { isEnded: false, from: one.arrived + lateMs + driftMs, to: one.asked - driftMs }
      : { isEnded: true, from: one.begun - driftMs, to: one.answered + driftMs },
  );
  const agrees = (end: number): boolean =>
    spans.every(({ isEnded, from, to }) => secondsTo(to, end) > secondsTo(from, end) === isEnded);
  // Where there is such a moment, it is also the last one of what some reset allows.
  return spans.length === 0 || spans.some(({ isEnded, from, to }) => agrees(isEnded ? to : from));
}

/** How many seconds have ended by then, where one of them ends at `end`. */
const secondsTo = (time: number, end: number): number => Math.floor((time - end) / 1_000);

const isLeft = ({ texts }: AfterMessage): boolean => texts !== 'hidden';

/** The profile with whole seconds as that for one kind, or without them: of what they hide nothing is usual. */
export function turned(profile: Profile, kind: Peer['kind']): Profile {
  const { hidesBySeconds: kinds } = profile;
  const [before, after] = kinds.has(kind) ? (['part', 'hidden'] as const) : (['hidden', 'part'] as const);
  const usual = [...profile.usual].map(([name, effect]) => {
    const isMeant = kindOf(name) === kind && name.endsWith('temporary') && effect.texts === before;
    return [name, isMeant ? { ...effect, texts: after } : effect] as const;
  });
  const hidesBySeconds = new Set(peerKinds.filter((one) => kinds.has(one) !== (one === kind)));
  return { ...profile, hidesBySeconds, usual: new Map(usual) };
}

/**
 * What became of the messages after a reset that is not permanent, and when, in milliseconds: the last of them came after
 * `begun` and before `arrived`, the reset was done after `asked` and before `answered`.
 */
interface AfterMessage extends Record<'begun' | 'arrived' | 'asked' | 'answered', number> {
  readonly texts: Texts;
}

const afterMessages = (traces: readonly Trace[], profile: Profile, kind: Peer['kind']): readonly AfterMessage[] =>
  traces.flatMap((trace) =>
    transitionsOf(trace, profile)
      .filter(({ reset }) => reset?.conversation.kind === kind)
      .flatMap((one) => afterMessage(one, trace) ?? []),
  );

function afterMessage(transition: Transition, { events }: Trace): AfterMessage | undefined {
  const { executed, reset, claim, isLater, profile } = transition;
  if (reset === undefined || claim !== 'confirmed' || isLater) return undefined;
  if (onlyReading(reset, profile)?.permanent !== false || usualEffect(reset, profile)?.texts === 'visible')
    return undefined;
  const { texts } = seenEffect(transition, reset);
  const name = conversationName(reset);
  const at = indexOfOperation({ events }, executed);
  const sent = events.findLastIndex(
    (event, index) =>
      index < at &&
      event.kind === 'operations' &&
      event.operations.some(({ operation }) => operation.do === 'send' && conversationName(operation) === name),
  );
  // What was done before an operation was done before it began.
  const [begun, arrived, asked, answered] = [sent - 1, sent, at - 1, at].map((index) => events[index]?.at);
  if (texts === undefined || begun === undefined || arrived === undefined) return undefined;
  if (asked === undefined || answered === undefined) return undefined;
  return { texts, begun, arrived, asked, answered };
}

type Shown = ReturnType<typeof shownIn>[number];

function shownIn(transition: Transition) {
  const { reset, claim, isLater, together } = transition;
  if (reset === undefined || !isPlain({ reset })) return [];
  if (claim !== 'confirmed' || isLater || together.length > 0) return [];
  const { place, texts } = seenEffect(transition, reset);
  return place === undefined || texts === undefined ? [] : [{ reset, answer: claim, place, texts, changed: true }];
}
