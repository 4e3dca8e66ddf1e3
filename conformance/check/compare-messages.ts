import { scopePattern } from '../scenario/ids.ts';
import type { Difference } from './compare-list.ts';

/**
 * What is lawful for one text in one view. `there`: it can be read. `hidden`: a reset has hidden it, and nothing came
 * since that might bring it back. `deleted`: for good. `open`: either. `alike`: all texts so marked are there, or none.
 */
export type TextState = 'there' | 'hidden' | 'deleted' | 'open' | 'alike';

/** What may be seen where two outcomes are lawful. */
export const either = (one: TextState, other: TextState): TextState => (one === other ? one : 'open');

/** Takes over what was seen; `isCut` where a limit may have left out some. */
export function adopt(states: Map<string, TextState>, seen: readonly string[], isCut = false): void {
  const there = new Set(seen);
  for (const [text, state] of states) {
    if (there.has(text)) states.set(text, 'there');
    else if (state !== 'deleted') states.set(text, isCut ? 'open' : state === 'alike' ? 'deleted' : 'hidden');
  }
  for (const text of foreignIn(states, seen)) states.set(text, 'open');
}

/** A text that the suite has sent, in this execution or in another one; a target's own notices may end so, too. */
const ownText = new RegExp(`^(?:${scopePattern.source})?message \\d+$`, 'u');

/**
 * Compares a view both ways: what is missing, unless a limit may have left it out, and what does not belong to it. Linear
 * in the number of texts.
 */
export function compareMessages(
  states: ReadonlyMap<string, TextState>,
  seen: readonly string[],
  isCut = false,
): readonly Difference[] {
  const there = new Set(seen);
  const inState = (wanted: TextState, isShown: boolean) =>
    [...states].filter(([text, state]) => state === wanted && there.has(text) === isShown).map(([text]) => text);
  return [
    ...of('messages foreign', foreignIn(states, seen)),
    ...of('messages lost', isCut ? [] : inState('there', false)),
    ...of('messages left', inState('deleted', true)),
    ...of('messages returned', inState('hidden', true)),
    ...(!isCut && inState('alike', false).length > 0 ? of('messages in part', inState('alike', true)) : []),
  ];
}

const foreignIn = (states: ReadonlyMap<string, TextState>, seen: readonly string[]): readonly string[] =>
  seen.filter((text) => !states.has(text) && ownText.test(text));

/** What may be read, as near as can be to what was seen: of texts that are there or not together, none. */
export function lawfulTexts(seen: readonly string[], differences: readonly Difference[]): readonly string[] {
  const texts = (isLost: boolean) =>
    differences.flatMap((one) => ('texts' in one && (one.what === 'messages lost') === isLost ? one.texts : []));
  const wrong = new Set(texts(false));
  return [...seen.filter((text) => !wrong.has(text)), ...texts(true)];
}

type About = Extract<Difference, { readonly texts: readonly string[] }>['what'];

const of = (what: About, texts: readonly string[]): readonly Difference[] =>
  texts.length === 0 ? [] : [{ what, texts }];
