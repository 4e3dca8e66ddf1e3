import { type Observation, type View, viewKey } from '../execution/trace.ts';
import { either, type TextState } from './compare-messages.ts';

/** Where a message shows: its text in a view of its conversation, or the conversation's row in a list. */
export interface Sign {
  readonly view: View;
  readonly name: string;
}

/** A message, and resets that were sent at the same time: all who look see one and the same order of them. */
export interface Undecided {
  readonly signs: readonly Sign[];
  /** By an order of the requests: the state of each sign. */
  readonly outcomes: readonly (readonly TextState[])[];
}

/** Of more, which no plan has and a file may, nothing is said. */
const mostOutcomes = 256;

/** Each reset may have come before the message or after it; it is given by what it makes of a sign. */
export function undecided(
  sent: readonly (readonly [Sign, TextState])[],
  resets: readonly ((sign: Sign, state: TextState) => TextState)[],
): Undecided {
  const signs = sent.map(([sign]) => sign);
  let outcomes: Undecided['outcomes'] = [sent.map(([, state]) => state)];
  for (const reset of resets) {
    const after = outcomes.map((states) => signs.map((sign, at) => reset(sign, states[at] ?? 'open')));
    outcomes = distinct([...outcomes, ...after]);
    if (outcomes.length > mostOutcomes) return { signs, outcomes: [] };
  }
  return { signs, outcomes };
}

const distinct = <Item>(items: readonly Item[]): readonly Item[] => [
  ...new Map(items.map((one) => [JSON.stringify(one), one])).values(),
];

/** Without the outcomes that an observation rules out; unchanged where nothing is left then. */
export function decidedBy(observations: readonly Observation[], message: Undecided): Undecided {
  const seen = new Map(observations.map((one) => [viewKey(one.view), one.seen]));
  const agrees = (state: TextState | undefined, { view, name }: Sign): boolean => {
    const shown = seen.get(viewKey(view))?.includes(name);
    if (shown === undefined) return true;
    return shown ? state !== 'hidden' && state !== 'deleted' : state !== 'there';
  };
  const outcomes = message.outcomes.filter((states) => message.signs.every((sign, at) => agrees(states[at], sign)));
  return outcomes.length === 0 ? message : { ...message, outcomes };
}

/** Each sign with the state that its outcomes allow; of too many outcomes, any. */
export const statesOf = ({ signs, outcomes }: Undecided): readonly (readonly [Sign, TextState])[] =>
  signs.map((sign, at) => [
    sign,
    outcomes.length === 0 ? 'open' : outcomes.map((states) => states[at] ?? 'open').reduce(either),
  ]);
