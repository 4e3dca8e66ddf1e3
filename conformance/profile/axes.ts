import { type Addressing, addressingForms, type Behaviour } from '../../core/index.ts';
import { observationsIn, type Trace } from '../execution/trace.ts';
import type { Flag } from '../scenario/choices.ts';
import { fieldWords } from '../scenario/describe-reset.ts';
import { answerOf } from '../target/answer.ts';
import type { WireReply } from '../target/http-client.ts';
import { isRefusedLikePlain, most, type SeenReset } from './effects.ts';
import type { Probed } from './execute-probes.ts';
import { silentGroup } from './probes.ts';
import {
  type Conclusion,
  type Effect,
  type EffectClass,
  type FoundProfile,
  omittedClass,
  type Place,
  type Profile,
} from './profile.ts';

/** One conclusion for each axis. */
export type Axes = {
  readonly [Axis in Exclude<keyof Behaviour, 'statuses'>]: Conclusion<Behaviour[Axis]>;
};

/** What the probes, and of them the resets whose effects count, say about each axis: one table, from traces alone. */
export function concludeAxes(
  { addressing, basis, accepted: plain, cases, typed, status }: Probed,
  seen: readonly SeenReset[],
  usual: Profile['usual'],
  omitted: Profile['omittedIsPermanent'],
): Axes {
  const [form = 'path-actor'] = addressing.used;
  const free = usual.get(`${form} free temporary`);
  const permanentDeletion = permanentAxis(seen);
  const isForEveryone = permanentDeletion.value === 'for-everyone';
  const { forms, evidence } = addressing;
  return {
    addressing: { value: forms.length === 0 ? undefined : forms, evidence },
    withoutPreserveOrder: placeAxis(free, basis),
    messagesAfterReset: textsAxis(free),
    deleteMessagesPermanentlyOmitted: omittedAxis(omitted),
    permanentDeletion,
    missingConversation: acceptance(cases.missingConversation, 'accepted', plain),
    nonMember: acceptance(cases.nonMember, 'accepted', plain),
    wrongType: wrongTypeAxis(typed, plain, (one) =>
      readAs(one, usual, isForEveryone, omitted.get(omittedClass(form, false)) === true),
    ),
    unknownField: acceptance(cases.unknownField, 'ignored', plain),
    emptyBody: acceptance(cases.emptyBody, 'accepted', plain),
    missingContentType: untypedAxis(cases.missingContentType, usual, plain),
    identifierCase: caseAxis(cases, plain),
    groupAppears: appearsAxis(status),
  };
}

const textsAxis = (free: Effect | undefined): Axes['messagesAfterReset'] => ({
  value: free && (free.texts === 'part' ? 'other' : free.texts),
  evidence: afterOne(free && `the acting user can read ${textsWords[free.texts]}`),
});

/** What was found, with what the resets of the whole run mostly left; whole seconds leave some messages by chance. */
export function withLaterAxes(found: FoundProfile, { usual, forms, hidesBySeconds }: Profile): FoundProfile {
  const name: EffectClass = `${forms[0] ?? 'path-actor'} free temporary`;
  const [before, after] = [found.profile.usual.get(name), usual.get(name)];
  if (after === undefined || after.texts === before?.texts || hidesBySeconds.has('user')) return found;
  const { value, evidence } = textsAxis(after);
  return {
    ...found,
    behaviour: { ...found.behaviour, ...(value && { messagesAfterReset: value }) },
    evidence: { ...found.evidence, messagesAfterReset: evidence },
  };
}

function placeAxis(plain: Effect | undefined, { isOrdered }: Profile): Axes['withoutPreserveOrder'] {
  if (plain !== undefined && plain.place !== 'removed' && !isOrdered) return { value: undefined, evidence: noOrder };
  return {
    value: plain && ofPlace[plain.place].value,
    evidence: afterOne(plain && `the conversation ${ofPlace[plain.place].words}`),
  };
}

/** Why the order of a list says nothing. */
export const noOrder = 'two looks at one list, with nothing but reads between them, differ in their order';

/** Where a row went: the value of the axis, and in words. */
export const ofPlace = {
  removed: { value: 'removed', words: 'is no longer in the list' },
  last: { value: 'moved-last', words: 'is the last one in the list' },
  first: { value: 'moved-first', words: 'is the first one in the list' },
  kept: { value: 'kept', words: 'is where it was' },
  other: { value: 'other', words: 'is in another place' },
} as const satisfies Readonly<Record<Place, object>>;

const textsWords: Readonly<Record<Effect['texts'], string>> = {
  hidden: 'none of the messages',
  visible: 'all messages',
  part: 'some of the messages',
};

const afterOne = (seen: string | undefined): string =>
  seen === undefined ? 'no such reset was confirmed' : `after such a reset ${seen}`;

/** What the answer to a reset says, as the rest of a sentence. */
function answerWords(reply: WireReply | undefined): string {
  if (reply === undefined) return 'was not tried';
  if (reply.kind === 'lost') return 'was not answered';
  const answer = answerOf(reply);
  return `was ${answer === 'indeterminate' ? 'answered' : answer} with ${reply.status}`;
}

function acceptance<Accepted extends string>(
  one: SeenReset | undefined,
  accepted: Accepted,
  plain: readonly SeenReset[],
): Conclusion<Accepted | 'rejected'> {
  const evidence = `such a reset ${answerWords(one?.reply)}`;
  if (one === undefined || one.answer === 'indeterminate') return { value: undefined, evidence };
  if (isRefusedLikePlain(one, plain)) return { value: undefined, evidence: `${evidence}, as plain ones were too` };
  return { value: one.answer === 'confirmed' ? accepted : 'rejected', evidence };
}

/** What leaving `deleteMessagesPermanently` out means, by form and order: what it does, true or false does too. */
export function omittedIsPermanent(seen: readonly SeenReset[]): Profile['omittedIsPermanent'] {
  const confirmed = seen.filter(({ reset, answer }) => reset.conversation.kind === 'user' && answer === 'confirmed');
  const meaning = (form: Addressing, order: Flag): boolean | undefined => {
    const beside = confirmed.filter(({ reset }) => reset.preserveOrder === order);
    const like = (flag: Flag, inForms: readonly Addressing[]) => {
      const own = beside.filter(
        ({ reset }) => reset.deleteMessagesPermanently === flag && inForms.includes(reset.form),
      );
      return most(own.map(({ texts, othersTexts }) => `${texts} ${othersTexts}`));
    };
    const [asTrue, asFalse] = (['true', 'false'] as const).map((flag) => like(flag, addressingForms));
    const own = like('absent', [form]);
    // A deletion that did nothing shows nothing.
    if (!asTrue?.startsWith('hidden') || asTrue === asFalse) return undefined;
    return own === asTrue ? true : own === asFalse ? false : undefined;
  };
  return new Map(
    addressingForms.flatMap((form) =>
      [true, false].flatMap((preserved) => {
        const isPermanent = meaning(form, `${preserved}`);
        return isPermanent === undefined ? [] : [[omittedClass(form, preserved), isPermanent] as const];
      }),
    ),
  );
}

/** `other` where it means one thing in one form, or beside one order, and another in the next. */
function omittedAxis(omitted: Profile['omittedIsPermanent']): Axes['deleteMessagesPermanentlyOmitted'] {
  const values = [...new Set(omitted.values())];
  const [one] = values;
  const evidence = `without the field a reset did what it does with ${values.length === 1 ? one : 'either value'}`;
  if (values.length > 1) return { value: 'other', evidence };
  return { value: one === undefined ? undefined : one ? 'as-true' : 'as-false', evidence };
}

/** Whether a permanent deletion takes the messages from the other side too. */
export function permanentAxis(seen: readonly SeenReset[]): Axes['permanentDeletion'] {
  const others = seen.flatMap(({ reset, answer, othersTexts }) =>
    reset.deleteMessagesPermanently === 'true' && answer === 'confirmed' ? (othersTexts ?? []) : [],
  );
  const texts = most(others);
  const evidence = afterOne(texts && `the other participant can read ${textsWords[texts]}`);
  if (texts === undefined) return { value: undefined, evidence };
  // One of them is enough, as nothing else takes messages from the others; unless some were taken in part.
  if (others.includes('hidden') && !others.includes('part')) return { value: 'for-everyone', evidence };
  return { value: others.every((one) => one === 'visible') ? 'for-actor' : 'other', evidence };
}

/** A body without its header may be accepted without being read: that is neither value. */
function untypedAxis(
  one: SeenReset | undefined,
  usual: Profile['usual'],
  plain: readonly SeenReset[],
): Axes['missingContentType'] {
  const conclusion = acceptance(one, 'accepted', plain);
  if (conclusion.value !== 'accepted' || isBodyRead(one, usual) !== false) return conclusion;
  return { value: 'other', evidence: 'such a reset was accepted, but its body was not read' };
}

/** Whether a reset that asks to keep its place was seen to be read; undefined where that cannot be found out. */
export function isBodyRead(one: SeenReset | undefined, usual: Profile['usual']): boolean | undefined {
  const kept = usual.get('group preserved temporary')?.place;
  const free = usual.get('group free temporary')?.place;
  return one?.place === undefined || free === kept ? undefined : one.place === kept;
}

/** The two flags as text, and one as a number: refused, obeyed, or taken as left out. */
function wrongTypeAxis(
  typed: readonly SeenReset[],
  plain: readonly SeenReset[],
  read: (one: SeenReset) => Agreeing,
): Axes['wrongType'] {
  const answers = typed.map(({ reply }) => answerWords(reply));
  const isAlike = new Set(answers).size === 1;
  const tried = typed.map(({ reset }, at) => `${fieldWords(reset.wrongTypes ?? {}).join(' and ')} ${answers[at]}`);
  const evidence = isAlike ? `each such reset ${answers[0]}` : tried.join('; ');
  const isUnclear = (one: SeenReset): boolean => one.answer === 'indeterminate' || isRefusedLikePlain(one, plain);
  if (typed.length === 0 || typed.some(isUnclear)) return { value: undefined, evidence };
  const refused = typed.filter(({ answer }) => answer === 'refused').length;
  if (refused > 0) return { value: refused === typed.length ? 'rejected' : 'other', evidence };
  const all = typed.map(read);
  if (all.some(({ coerced, ignored }) => !coerced && !ignored)) return { value: 'other', evidence };
  const clear = all.filter(({ coerced, ignored }) => coerced !== ignored);
  if (clear.length === 0) return { value: undefined, evidence };
  if (clear.every(({ coerced }) => coerced)) return { value: 'coerced', evidence };
  return { value: clear.every(({ ignored }) => ignored) ? 'ignored' : 'other', evidence };
}

/** Which readings of the text agree with what was seen; both do where they come to the same. */
type Agreeing = Readonly<Record<'coerced' | 'ignored', boolean>>;

function readAs(
  { reset, place, texts, othersTexts }: SeenReset,
  usual: Profile['usual'],
  isForEveryone: boolean,
  isOmittedPermanent: boolean,
): Agreeing {
  const { form, wrongTypes = {} } = reset;
  const temporary = usual.get(`${form} free temporary`);
  if ('preserveOrder' in wrongTypes) {
    const isFree = temporary === undefined || place === temporary.place;
    return { coerced: wrongTypes['preserveOrder'] === 'false' ? isFree : place === 'kept', ignored: isFree };
  }
  const asTrue = othersTexts === (isForEveryone ? 'hidden' : 'visible') && texts === 'hidden';
  const asFalse = othersTexts === 'visible' && (temporary === undefined || texts === temporary.texts);
  return {
    coerced: wrongTypes['deleteMessagesPermanently'] === 'true' ? asTrue : asFalse,
    ignored: isOmittedPermanent ? asTrue : asFalse,
  };
}

/**
 * The other side in capitals: a target that folds case resets the conversation all the same. One that refuses who is
 * nobody, and confirms this, has taken it for the other side, whatever came of it.
 */
function caseAxis(
  { identifierCase: tried, unknownUser }: Probed['cases'],
  plain: readonly SeenReset[],
): Axes['identifierCase'] {
  if (tried === undefined) return { value: undefined, evidence: 'such a reset was not tried' };
  const { answer, changed, reply } = tried;
  const evidence = `with the id in capitals a reset ${answerWords(reply)} and had ${changed ? 'an' : 'no'} effect`;
  if ((answer === 'indeterminate' || isRefusedLikePlain(tried, plain)) && !changed)
    return { value: undefined, evidence };
  const isFound = answer === 'confirmed' && unknownUser?.answer === 'refused';
  return { value: changed || isFound ? 'folded' : 'sensitive', evidence };
}

/** A group without messages: is it in its member's list? */
function appearsAxis(trace: Trace | undefined): Axes['groupAppears'] {
  const looks = trace === undefined ? [] : observationsIn(trace);
  const list = looks.findLast(({ view }) => view.of === 'list' && view.owner === 'm-actor');
  if (list === undefined) return { value: undefined, evidence: 'the list was not seen' };
  const isListed = list.seen.includes(`group:${silentGroup}`);
  const evidence = `a group without messages ${isListed ? 'is' : 'is not'} in its member's list`;
  return { value: isListed ? 'joining' : 'first-message', evidence };
}
