import { type Alike, alikeIn } from '../check/alike.ts';
import type { Failure } from '../check/check-trace.ts';
import { seenEffect, usualEffect } from '../check/effect.ts';
import { saysNoOrder } from '../check/readings.ts';
import { wireSpellings } from '../scenario/choices.ts';
import { keyOf, resetsBefore } from '../scenario/conversations.ts';
import { formOf, howOf } from '../scenario/describe-reset.ts';
import { hasCredentials, isAtOnce, type Reset } from '../scenario/scenario.ts';
import type { Diagnosis } from './diagnosis.ts';
import { isOfRefusal } from './name.ts';
import { lastSeen } from './seen.ts';

/** What is wrong with the target, in a plain sentence made from data, and what may be the cause in another one. */
export function diagnosisLine(diagnosis: Diagnosis): string {
  const { comparison } = diagnosis.failure;
  const { staleFor } = diagnosis;
  const view = comparison.of === 'list' ? 'list' : 'conversation';
  const alike = diagnosis.requirement === 'look-alikes-apart' ? alikeIn(diagnosis.failure) : undefined;
  return [
    sentence(`${mainLine(diagnosis)}${alike === undefined ? '' : `; ${alikeWords[alike.how](...alike.ids)}`}`),
    ...(isUnread(diagnosis.failure) ? ['The body was not read: the reset did what an empty body does.'] : []),
    ...(staleFor === undefined
      ? []
      : [`The ${view} was stale for at most ${staleFor} s, longer than the run allows (--settle).`]),
  ].join(' ');
}

function mainLine({ requirement, failure, other }: Diagnosis): string {
  const { transition, comparison, difference } = failure;
  const { operation } = transition.executed;
  if (operation.do !== 'reset') {
    const did = operation.do === 'send' ? 'wrote to' : 'joined';
    return `after ${operation.from} ${did} ${keyOf(operation.to)}, ${seenLine(failure)}`;
  }
  if (!hasCredentials(operation)) return credentialLine(operation, failure);
  const act = actOf(operation, failure);
  if (comparison.of === 'answer')
    return `${act} was answered with ${comparison.seen}; expected is ${comparison.expected}`;
  const outcome = seenLine(failure);
  if (requirement === 'omitted-equals-false')
    return `${act} does not do what it does ${variantOf(operation)}: ${outcome}`;
  if (requirement === 'keeps-to-its-behaviour' || other !== undefined)
    return `${act} had another effect on fresh ids: ${outcome}`;
  if (requirement === 'confirmed-did-it' && difference === undefined)
    return `${act} was confirmed, and nothing has changed`;
  const { claim } = transition;
  const was = claim === 'indeterminate' ? `answered ${statusOf(failure)} and done` : 'done';
  return claim === 'refused' ? `${act} was refused${despite(failure)}` : `${act} was ${was}: ${outcome}`;
}

/** What a reset does each time in the same scenario, and such resets mostly do not, where the spec leaves that open. */
export function remark(failure: Failure): readonly string[] {
  const { scenario, step, reset } = failure.transition;
  if (reset === undefined) return [];
  const { length } = resetsBefore(scenario, step, reset.actor, reset.conversation);
  const what = 'had another effect than such resets mostly have, each time in the same scenario';
  const said = sentence(`${actOf(reset, failure)} ${what}: ${seenLine(failure)}`);
  const before = `Before it ${reset.actor} had reset that conversation ${length === 1 ? 'once' : `${length} times`}.`;
  return [length === 0 ? said : `${said} ${before}`];
}

/** Why a failure says nothing of resets: the same is seen where none is sent. */
export const withoutResetsLine = (failure: Failure): string =>
  `without any reset too ${seenWords(failure)}: what resets do there cannot be judged`;

/** Whether a spelling of the body was all that kept it from being read: what was done is what resets without fields do. */
function isUnread({ transition }: Failure): boolean {
  const { reset, profile } = transition;
  const isOfBody = reset?.wire?.some((form) => ['body-form', 'framing'].includes(wireSpellings[form].requirement));
  if (reset === undefined || isOfBody !== true) return false;
  const empty = { ...reset, preserveOrder: 'absent', deleteMessagesPermanently: 'absent' } as const;
  const [asked, unread] = [usualEffect(reset, profile), usualEffect(empty, profile)];
  const seen = seenEffect(transition, reset);
  if (seen.place === undefined || asked === undefined || seen.place === asked.place) return false;
  return seen.place === unread?.place;
}

const alikeWords: Readonly<Record<Alike['how'], (short: string, long: string) => string>> = {
  beginning: (short, long) => `${long} begins with ${short}`,
  infix: (_, long) => `${long} holds what may stand between two users`,
  case: (short, long) => `${short} and ${long} differ in case alone`,
  pattern: (short, long) => `${short} and ${long} are the same where _ stands for any character`,
  end: (short, long) => `${short} and ${long} differ at one end alone`,
  name: (id) => `a user and a group are named ${id}`,
};

/** The reset that `omitted-equals-false` compares with. */
export const variantOf = (reset: Reset): string =>
  saysNoOrder(reset) ? 'with preserveOrder false' : 'with preserveOrder left out';

/** The request in words, without what is as it always is. */
function actOf(reset: Reset, { transition: { profile, scenario, step } }: Failure): string {
  const isUsual = reset.form === 'path-actor' || profile.forms.length < 2;
  const sent = scenario.steps[step];
  const count = isAtOnce(sent) ? sent.operations.length - 1 : 0;
  const others = count === 0 ? [] : [`sent together with ${count} other${count === 1 ? '' : 's'}`];
  const how = [...(isUsual ? [] : formOf(reset)), ...howOf(reset), ...others];
  const what = `the reset of ${keyOf(reset.conversation)} by ${reset.actor}`;
  return how.length === 0 ? what : `${what}, ${how.join(', ')},`;
}

/** What changed, by a refused request, or merely after it. */
const despite = (failure: Failure): string =>
  isOfRefusal(failure.requirement)
    ? ` and changed something all the same: ${seenLine(failure)}`
    : `; after that ${seenLine(failure)}`;

const statusOf = ({ transition: { executed } }: Failure): number | 'nothing' =>
  executed.reply?.kind === 'answered' ? executed.reply.status : 'nothing';

function credentialLine(reset: Reset, failure: Failure): string {
  const { body: _, wrongTypes: _types, extra: _extra, path: _path, ...sent } = reset;
  const words = howOf({ ...sent, preserveOrder: 'absent', deleteMessagesPermanently: 'absent' }).join(' and ');
  const kind = reset.conversation.kind === 'group' ? 'group reset' : 'reset';
  const was = `a ${kind} ${words} was answered ${statusOf(failure)}`;
  if (failure.comparison.of === 'answer') return `${was} as if it were right`;
  return failure.transition.claim === 'refused' ? `${was}${despite(failure)}` : `${was} and done`;
}

/** What an observation shows that it must not, and when, where it has to be waited for. */
function seenLine(failure: Failure): string {
  const { lookAfter } = failure.transition.scenario;
  return `${lookAfter === undefined ? '' : `${lookAfter} s later `}${seenWords(failure)}`;
}

function seenWords(failure: Failure): string {
  const { comparison, difference, transition } = failure;
  if (comparison.of === 'answer') return comparison.seen;
  const { owner, before, expected, seen } = comparison;
  const reader = comparison.of === 'list' ? owner : `${owner} in ${keyOf(comparison.peer)}`;
  const wasThere = (texts: readonly string[]) => texts.some((text) => before.includes(text));
  const atOnce = new Set(transition.together.flatMap(({ texts }) => texts));
  if (difference !== undefined && 'texts' in difference && difference.texts.every((text) => atOnce.has(text))) {
    const can = difference.what === 'messages lost' ? 'cannot' : 'can';
    return `${count(difference.texts)} sent at the same time ${can} be read by ${reader}: no order of the requests explains all that is seen`;
  }
  switch (difference?.what) {
    case 'row lost': {
      // What a message was to bring there may never have been in it.
      const was = lastSeen(failure).includes(difference.row) ? 'has left' : 'is not in';
      return `${difference.row} ${before.includes(difference.row) ? was : 'has not come into'} the list of ${owner}`;
    }
    case 'row gained':
      return `${difference.row} has appeared in the list of ${owner}`;
    case 'row doubled':
      return `${difference.row} stands in the list of ${owner} twice`;
    case 'order changed': {
      const own = transition.reset && keyOf(transition.reset.conversation);
      const row = difference.movable.find((one) => one === own) ?? difference.movable[0];
      if (row === undefined) return `the order of the list of ${owner} has changed`;
      return `${row} has moved from place ${expected.indexOf(row) + 1} to ${seen.indexOf(row) + 1} in the list of ${owner}`;
    }
    case 'messages lost':
      return `${count(difference.texts)} ${wasThere(difference.texts) ? 'can no longer' : 'cannot'} be read by ${reader}`;
    case 'messages left':
      return `${count(difference.texts)} can ${wasThere(difference.texts) ? 'still be read' : 'be read again'} by ${reader}`;
    case 'messages returned':
      return `${count(difference.texts)} can be read again by ${reader}`;
    case 'messages foreign':
      return `${count(difference.texts)} of another conversation can be read by ${reader}`;
    case 'messages in part':
      return `some of the messages are left for ${reader}, ${difference.texts.length} of ${before.length}`;
    default: {
      const [left, lost] = [
        seen.filter((one) => !expected.includes(one)),
        expected.filter((one) => !seen.includes(one)),
      ];
      if (comparison.of === 'messages' && left.length > 0) return `${count(left)} can still be read by ${reader}`;
      if (comparison.of === 'messages' && lost.length > 0) return `${count(lost)} can no longer be read by ${reader}`;
      return `${comparison.of === 'list' ? `the list of ${owner}` : `what ${reader} reads`} is ${shown(seen)}`;
    }
  }
}

const count = (texts: readonly string[]): string => (texts.length === 1 ? '1 message' : `${texts.length} messages`);

const shown = (seen: readonly string[]): string =>
  seen.length === 0 ? 'empty' : seen.length > 6 ? `${seen.slice(0, 6).join(', ')}…` : seen.join(', ');

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
