import type { Addressing, axisValues } from '../../core/index.ts';
import { type Effect, effectClass, isVisible, type Known } from '../cases/known.ts';
import type { FoundBehaviour } from '../report.ts';
import { answerOf } from '../target/answer.ts';
import type { WireReply } from '../target/http-client.ts';
import type { Target } from '../target/target.ts';
import { findAddressing } from './addressing.ts';
import { findBody } from './body.ts';
import { type FoundEffect, type FoundEffects, findEffects } from './effects.ts';
import { findGroupAppears } from './group-appears.ts';
import { findIdentifierCase } from './identifier-case.ts';
import { findLag } from './lag.ts';
import { type FoundOmitted, findOmitted, omittedAxis } from './omitted.ts';
import type { Conclusion } from './probe.ts';
import { type FoundReplies, findStatuses, sayReply, statusOf } from './statuses.ts';

/** What a target does where the spec is silent, and what that was concluded from. */
export interface Found {
  readonly behaviour: FoundBehaviour;
  readonly unknown: readonly string[];
  readonly evidence: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly known: Known;
}

/** Comes first and presupposes no correct reply: addressing, then every other axis in a form that is accepted. */
export async function findBehaviour(target: Target, authOnlyKey: string | undefined): Promise<Found> {
  const [early] = await Promise.all([findAddressing(target, 'f'), findLag(target)]);
  // Whatever reads that lag have shown until it was known is worth nothing.
  const addressing = target.lags() ? await findAddressing(target, 'g') : early;
  const { forms } = addressing;
  const effectsFound = findEffects(target, forms);
  const omittedFound = findOmitted(target, forms, () => effectsFound);
  const [effects, omitted, body, identifierCase, groupAppears, replies] = await Promise.all([
    effectsFound,
    omittedFound,
    findBody(
      target,
      forms,
      () => effectsFound,
      async () => (await omittedFound).free.value,
    ),
    findIdentifierCase(target, forms),
    findGroupAppears(target),
    findStatuses(target, forms, authOnlyKey),
  ]);
  const [form = 'path-actor'] = forms;
  const temporary = effects[`${form} free temporary`];
  const permanent =
    forms.map((one) => effects[`${one} free permanent`]).find((effect) => effect?.othersTexts === 'hidden') ??
    effects[`${form} free permanent`];

  const axes: Readonly<Record<keyof typeof axisValues, Conclusion<string>>> = {
    withoutPreserveOrder: { value: temporary && placeValues[temporary.place], evidence: sayEffect(temporary) },
    messagesAfterReset: { value: temporary?.agedTexts, evidence: sayEffect(temporary) },
    deleteMessagesPermanentlyOmitted: omittedAxis(omitted),
    permanentDeletion: {
      value: permanent && deletionValues[permanent.othersTexts],
      evidence: `after it the other participant finds the messages ${permanent?.othersTexts ?? 'in an unknown state'}`,
    },
    missingConversation: {
      value: acceptance(replies.missingConversation),
      evidence: sayReply(replies.missingConversation),
    },
    nonMember: { value: acceptance(replies.nonMember), evidence: sayReply(replies.nonMember) },
    wrongType: body.wrongType,
    unknownField: body.unknownField,
    emptyBody: body.emptyBody,
    missingContentType: body.missingContentType,
    identifierCase,
    groupAppears,
  };
  const all: Readonly<Record<string, Conclusion<string | readonly Addressing[]>>> = { addressing, ...axes };
  const told = Object.entries(all).filter(([, { value }]) => value !== undefined);
  const statusesFound = statusesOf(
    { ...replies, malformedBody: body.malformedBody.reply, ...repliesOf(body.seen) },
    addressing.refusedWith,
    axes,
  );

  return {
    behaviour: {
      ...Object.fromEntries(told.map(([axis, { value }]) => [axis, value])),
      statuses: statusesFound,
    },
    unknown: Object.keys(all).filter((axis) => all[axis]?.value === undefined),
    evidence: Object.fromEntries(Object.entries(all).map(([axis, { evidence }]) => [axis, evidence])),
    notes: differences(effects, forms),
    known: {
      forms: forms.length === 0 ? ['path-actor'] : forms,
      effects: withoutIdleForms(effects, forms),
      omittedIsPermanent: { preserved: isTrue(omitted.preserved.value), free: isTrue(omitted.free.value) },
      permanentForEveryone:
        permanent === undefined || permanent.othersTexts === 'other' ? undefined : permanent.othersTexts === 'hidden',
      caseSensitive: identifierCase.value === 'sensitive',
    },
  };
}

const isTrue = (omitted: FoundOmitted['free']['value']): boolean | undefined =>
  omitted === 'as-true' ? true : omitted === 'as-false' ? false : undefined;

const placeValues = {
  removed: 'removed',
  last: 'moved-last',
  first: 'moved-first',
  kept: 'kept',
  other: 'other',
} as const;
const deletionValues = { hidden: 'for-everyone', visible: 'for-actor', other: 'other' } as const;

const sayEffect = (effect: FoundEffect | undefined): string =>
  effect === undefined
    ? 'no such reset was confirmed'
    : `the row: ${effect.place}; the messages: ${effect.agedTexts} for the acting user${
        effect.texts === effect.agedTexts ? '' : ', but for some of the same second'
      }`;

function acceptance(reply: WireReply | undefined): 'accepted' | 'rejected' | undefined {
  if (reply === undefined) return undefined;
  const answer = answerOf(reply);
  return answer === 'indeterminate' ? undefined : answer === 'confirmed' ? 'accepted' : 'rejected';
}

const repliesOf = (seen: Awaited<ReturnType<typeof findBody>>['seen']): FoundReplies =>
  Object.fromEntries(
    Object.entries(seen).flatMap(([name, observation]) =>
      observation === undefined ? [] : [[name, observation.reply]],
    ),
  );

/** An accepted case is written as 200, even where the target said it with another success. */
function statusesOf(
  replies: FoundReplies,
  refusedWith: number | undefined,
  axes: Readonly<Record<string, Conclusion<string>>>,
): NonNullable<FoundBehaviour['statuses']> {
  const entries = Object.entries(replies).map(([name, reply]) => {
    const rejected = axes[name]?.value === 'rejected';
    return [name, statusOf(reply, rejected)] as const;
  });
  if (replies.refusedAddressing === undefined) entries.push(['refusedAddressing', refusedWith]);
  return Object.fromEntries(entries.filter(([, status]) => status !== undefined));
}

/** A form in which nothing comes of a reset, where something does in another, has no way of its own: it does not work. */
function withoutIdleForms(effects: FoundEffects, forms: readonly Addressing[]): FoundEffects {
  const corrected = [true, false].flatMap((preserved) =>
    [true, false].flatMap((permanent) => {
      const classes = forms.map((form) => effectClass(form, preserved, permanent));
      const working = classes.map((one) => effects[one]).find(isVisible);
      const isIdle = (effect: Effect | undefined) => effect?.place === 'kept' && effect.texts === 'visible';
      return classes.filter((one) => isIdle(effects[one])).map((one) => [one, working ?? effects[one]] as const);
    }),
  );
  return { ...effects, ...Object.fromEntries(corrected) };
}

/** Where groups, permanent resets or other forms go another way than the reset that the axes speak of. */
function differences(
  effects: FoundEffects,
  [form = 'path-actor', ...others]: readonly Addressing[],
): readonly string[] {
  const usual = effects[`${form} free temporary`];
  const say = (what: string, effect: FoundEffect | undefined) =>
    usual === undefined || effect === undefined || effect.place === usual.place
      ? []
      : [`withoutPreserveOrder: ${what} ${placeValues[effect.place]}, otherwise ${placeValues[usual.place]}.`];
  return [
    ...say('after a permanent reset', effects[`${form} free permanent`]),
    ...others.flatMap((other) => say(`after a reset in the form ${other}`, effects[`${other} free temporary`])),
    ...say('after a group reset', effects['group free temporary']),
    ...(usual === undefined || effects['group free temporary']?.agedTexts === usual.agedTexts
      ? []
      : [
          `messagesAfterReset: after a group reset they are ${effects['group free temporary']?.agedTexts}, otherwise ${usual.agedTexts}.`,
        ]),
  ];
}
