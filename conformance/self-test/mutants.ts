import {
  type Input,
  type Machine,
  otherThan,
  partsOf,
  type Reader,
  type Reset,
  type Row,
  readers,
  type Seen,
  type State,
  seenKey,
  type Transition,
} from '../tour/machine.ts';
import { without } from './parts/state.ts';

/** One transition of a machine that goes wrong. */
export interface Mutant extends Pick<Transition, 'from' | 'input' | 'answer'> {
  /** What is seen afterwards. */
  readonly outcome: Seen;
  readonly breaks: Breach;
}

/** `hard`: breaks the spec whatever the profile. `contradiction`: is not what the profile of the same machine says. */
type Breach = 'hard' | 'contradiction';

type Wrong = Pick<Mutant, 'outcome' | 'answer'>;

/**
 * All mutants of one transition. Its outcome is that of any other state of the machine, one with a part of the effect
 * missing, or one that differs from the right one in a single row or conversation; or it has the other answer. What the
 * spec permits is none.
 */
export function mutantsOf({ states, transitions }: Machine): readonly Mutant[] {
  return transitions.flatMap((transition) =>
    [...wrongOutcomes(transition, states), ...wrongAnswers(transition)].flatMap((wrong) => {
      const breaks = breachOf(transition, wrong);
      return breaks === undefined ? [] : [{ from: transition.from, input: transition.input, ...wrong, breaks }];
    }),
  );
}

function wrongOutcomes({ from, to, answer }: Transition, states: readonly State[]): readonly Wrong[] {
  const outcomes = new Map(
    [...states, ...partsOfEffect(from, to), ...neighbours(to)].map((seen) => [seenKey(seen), seen]),
  );
  outcomes.delete(seenKey(to));
  return [...outcomes.values()]
    .filter(({ readable }) => readable.every((reader) => wasSent(to, partsOf(reader).row)))
    .map((outcome) => ({ outcome, answer }));
}

const wasSent = ({ sent }: State, row: Row): boolean => row === 'outsider' || sent.includes(row);

const sameSeen = (one: Seen, other: Seen): boolean => seenKey(one) === seenKey(other);

/** Each list, and what each reader can read, as before or as after. */
function partsOfEffect(from: Seen, to: Seen): readonly Seen[] {
  const lists = [from, to].flatMap(({ me }) => [from, to].map(({ peer }) => ({ me, peer })));
  const readable = readers.reduce<readonly (readonly Reader[])[]>(
    (all, reader) =>
      [from, to].flatMap((state) => all.map((some) => (state.readable.includes(reader) ? [...some, reader] : some))),
    [[]],
  );
  return lists.flatMap((both) => readable.map((some) => ({ ...both, readable: some })));
}

/** The outcomes that differ from one in one thing. */
const neighbours = (seen: Seen): readonly Seen[] => [
  ...readers.map((reader) => ({
    ...seen,
    readable: readers.filter((other) => seen.readable.includes(other) !== (other === reader)),
  })),
  ...otherLists(seen.me, ['user', 'group', 'outsider']).map((me) => ({ ...seen, me })),
  ...otherLists(seen.peer, ['user', 'group']).map((peer) => ({ ...seen, peer })),
];

/** One row is elsewhere, or not there, or there although it was not. */
const otherLists = (list: readonly Row[], rows: readonly Row[]): readonly (readonly Row[])[] =>
  rows.flatMap((row) => {
    const rest = without(list, row);
    return [rest, ...[...rest, row].map((_, place) => rest.toSpliced(place, 0, row))];
  });

/**
 * The effect of a confirmed reset with a refusal; a refusal in place of a confirmation without an effect; a confirmation
 * in place of a refusal. A 5xx is none of them: with or without the effect it is permitted.
 */
function wrongAnswers({ from, to, input, answer }: Transition): readonly Wrong[] {
  if (input.do === 'message') return [];
  const other = answer === 'confirmed' ? 'refused' : 'confirmed';
  const outcomes = sameSeen(from, to) ? [to] : [from, to];
  return outcomes.map((outcome) => ({ outcome, answer: other }));
}

function breachOf({ from, to, input, answer }: Transition, wrong: Wrong): Breach | undefined {
  const { outcome } = wrong;
  if (breaksFrame(from, outcome, input)) return 'hard';
  if (input.do === 'message') {
    const isLost = !canRead(outcome, 'me', input) || !canRead(outcome, 'peer', input);
    return isLost ? 'hard' : 'contradiction';
  }
  if (wrong.answer === 'refused') {
    if (!sameSeen(outcome, from)) return 'hard';
    // Of a conversation with something to read, which is reset elsewhere, there is no refusal.
    const isFull = from[input.actor].includes(input.in) && canRead(from, input.actor, input);
    return answer === 'confirmed' && isFull ? 'contradiction' : undefined;
  }
  if (breaksPromise(from, outcome, input)) return 'hard';
  if (answer === 'refused') {
    // The spec is silent on a second reset; the profile says what happens to two users who never wrote.
    return input.in === 'group' || from.sent.includes('user') ? undefined : 'contradiction';
  }
  return sameSeen(withoutFreeRow(outcome, input), withoutFreeRow(to, input)) ? undefined : 'contradiction';
}

/** What no operation concerns is as it was; in which order a message leaves the other rows is for the target to say. */
function breaksFrame(before: Seen, after: Seen, input: Input): boolean {
  const others = (list: Seen['me']): Seen['me'] => {
    const rows = without(list, input.in);
    return input.do === 'message' ? rows.toSorted() : rows;
  };
  const rest = (seen: Seen): Seen => ({
    me: others(seen.me),
    peer: others(seen.peer),
    readable: seen.readable.filter((reader) => partsOf(reader).row !== input.in),
  });
  return !sameSeen(rest(before), rest(after));
}

/** What a confirmed reset promises whatever the profile. */
function breaksPromise(before: Seen, after: Seen, input: Reset): boolean {
  const { actor, preserveOrder, permanently } = input;
  const other = otherThan(actor);
  const isMoved = preserveOrder && before[actor].includes(input.in) && `${before[actor]}` !== `${after[actor]}`;
  const [couldRead, reads] = [canRead(before, other, input), canRead(after, other, input)];
  if (permanently) return isMoved || canRead(after, actor, input) || (reads && !couldRead);
  return isMoved || reads !== couldRead || `${before[other]}` !== `${after[other]}`;
}

const canRead = ({ readable }: Seen, who: 'me' | 'peer', input: Input): boolean =>
  readable.includes(`${who} ${input.in}`);

/** After a permanent deletion the other side's row may stay, move or go. */
function withoutFreeRow(seen: Seen, { actor, permanently, in: row }: Reset): Seen {
  const other = otherThan(actor);
  return permanently ? { ...seen, [other]: without(seen[other], row) } : seen;
}
