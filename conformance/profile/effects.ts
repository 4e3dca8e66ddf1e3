import type { Addressing } from '../../core/index.ts';
import { isWithoutEffect, type SeenEffect, seenEffect, textsOf } from '../check/effect.ts';
import { onlyReading } from '../check/readings.ts';
import { transitionsOf } from '../check/transitions.ts';
import { executedIn, observationsIn, type Trace, viewKey } from '../execution/trace.ts';
import { listOf } from '../execution/views.ts';
import { keyFor, keyOf, seenBy, toUser } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';
import type { Answer } from '../target/answer.ts';
import type { WireReply } from '../target/http-client.ts';
import { type Effect, type EffectClass, effectClass, type Profile, type Texts } from './profile.ts';

/** What was seen of one reset of a probe, when the target had settled. */
export interface SeenReset extends SeenEffect {
  readonly reset: Reset;
  readonly answer: Answer;
  readonly reply: WireReply;
  /** What became of the messages for the other participant of a user conversation. */
  readonly othersTexts: Texts | undefined;
  /** Whether the acting user's side is other than it was. */
  readonly changed: boolean;
}

/** The resets of a trace, each of which was the only one of its conversation. */
export function seenIn(trace: Trace, profile: Profile): readonly SeenReset[] {
  const last = new Map(observationsIn(trace).map(({ view, seen }) => [viewKey(view), seen]));
  return transitionsOf(trace, profile).flatMap((transition): readonly SeenReset[] => {
    const { operation, answer, reply } = transition.executed;
    if (operation.do !== 'reset' || answer === undefined || reply === undefined || transition.isLater) return [];
    const { actor, conversation } = operation;
    const key = keyOf(conversation);
    const early = seenEffect(transition, operation);
    const list = last.get(viewKey(listOf(actor)));
    const place = early.place !== undefined && list !== undefined && !list.includes(key) ? 'removed' : early.place;
    const sent = textsSent(trace, operation).slice(-profile.limits.texts);
    const textsOfView = (owner: string): Texts | undefined => {
      const seen = last.get(viewKey({ of: 'messages', owner, peer: seenBy(owner, actor, conversation) }));
      return seen === undefined || sent.length === 0 ? undefined : textsOf(sent, seen);
    };
    const texts = textsOfView(actor);
    const othersTexts = conversation.kind === 'user' ? textsOfView(conversation.id) : undefined;
    const changed = (place !== undefined && place !== 'kept') || (texts !== undefined && texts !== 'visible');
    return [{ reset: operation, answer, reply, place, texts, othersTexts, changed }];
  });
}

/** Whether nothing is unusual about its body. */
export const isPlain = ({ reset }: Pick<SeenReset, 'reset'>): boolean =>
  reset.wrongTypes === undefined && reset.extra === undefined;

/** Whether it was asked for in one of these forms, or of a group. */
export const isInForms =
  (forms: readonly Addressing[]) =>
  ({ reset: { conversation, form } }: SeenReset): boolean =>
    conversation.kind === 'group' || forms.includes(form);

/** Whether it was refused as plain ones were too, now and then: then that says nothing of what is unusual about it. */
export const isRefusedLikePlain = ({ answer, reply }: SeenReset, plain: readonly SeenReset[]): boolean =>
  answer === 'refused' && plain.some((one) => one.answer === 'refused' && statusOf(one.reply) === statusOf(reply));

const statusOf = (reply: WireReply): number | undefined => (reply.kind === 'answered' ? reply.status : undefined);

/** Whether it left something to read that it may hide. */
export const leavesMessages = ({ reset, texts }: SeenReset): boolean =>
  reset.deleteMessagesPermanently !== 'true' && texts !== undefined && texts !== 'hidden';

/** Every message of the conversation. */
const textsSent = (trace: Trace, { actor, conversation }: Reset): readonly string[] =>
  executedIn(trace).flatMap(({ operation, texts }) => {
    if (operation.do !== 'send') return [];
    return keyFor(actor, operation) === keyOf(conversation) ? texts : [];
  });

type Showing = Pick<SeenReset, 'reset' | 'answer' | 'place' | 'texts' | 'changed'>;

export function classOf(reset: Reset, profile: Profile): EffectClass | undefined {
  const reading = onlyReading(reset, profile);
  return reading && effectClass({ ...reset, ...reading });
}

/**
 * What most resets of a class do, of which so many at least were seen. One that changed something shows what they can do;
 * others may have been dropped.
 */
export function usualEffects(seen: readonly Showing[], profile: Profile, least = 1): ReadonlyMap<EffectClass, Effect> {
  const classes = new Map<EffectClass, Showing[]>();
  for (const one of seen) {
    const name = classOf(one.reset, profile);
    if (name === undefined || (one.answer !== 'confirmed' && !one.changed)) continue;
    classes.set(name, [...(classes.get(name) ?? []), one]);
  }
  const usual = new Map<EffectClass, Effect>();
  for (const [name, all] of classes) {
    const effective = all.filter(({ changed }) => changed);
    const shown = effective.length === 0 ? all : effective;
    const place = most(shown.flatMap((one) => one.place ?? []));
    const texts = most(shown.flatMap((one) => one.texts ?? []));
    if (place !== undefined && shown.length >= least) usual.set(name, { place, texts: texts ?? 'part' });
  }
  return usual;
}

/**
 * A form in which resets of a class do nothing, or were not asked for, is to do what they do in the first one; so is one
 * in which rows may have tied, unless the row is gone in one of the two forms alone.
 */
export function inEveryForm(
  usual: ReadonlyMap<EffectClass, Effect>,
  [first = 'path-actor', ...others]: readonly Addressing[],
  mayTie: (name: EffectClass) => boolean = () => false,
): ReadonlyMap<EffectClass, Effect> {
  const all = new Map(usual);
  for (const meaning of meanings) {
    const effect = usual.get(effectClass({ ...meaning, form: first }));
    for (const form of others) {
      const name = effectClass({ ...meaning, form });
      const own = usual.get(name);
      const isTie = mayTie(name) && isGone(own) === isGone(effect);
      if (effect && (own === undefined || isTie || isWithoutEffect(own))) all.set(name, effect);
    }
  }
  return all;
}

export const isGone = (effect: Effect | undefined): boolean => effect?.place === 'removed';

/** All that a reset of a user conversation may mean. */
const meanings = [true, false].flatMap((preserveOrder) =>
  [true, false].map((permanent) => ({ conversation: toUser(''), preserveOrder, permanent })),
);

export const most = <Value>(values: readonly Value[]): Value | undefined =>
  values.find((value) => values.filter((other) => other === value).length * 2 > values.length) ?? values[0];
