import type { Executed, MessagesView, Observation, Trace } from '../execution/trace.ts';
import { messageViews } from '../execution/views.ts';
import type { Profile } from '../profile/profile.ts';
import { conversationOf, keyFor, keyOf, participantsOf } from '../scenario/conversations.ts';
import type { Reset, Scenario } from '../scenario/scenario.ts';
import { type Claim, claimOf } from './claim.ts';
import { type Compared, openKnowledge } from './knowledge.ts';

/** One operation, and what was seen of what it may have done: what a requirement is checked on. */
export interface Transition extends Pick<Trace, 'scenario' | 'scope'> {
  readonly profile: Profile;
  readonly step: number;
  readonly executed: Executed;
  /** The operation, where it is a reset. */
  readonly reset: Reset | undefined;
  readonly claim: Claim;
  /** What was sent at the same time, without the operation itself. */
  readonly together: readonly Executed[];
  /** Observations that show what it did: of what it concerns, and of everything that was not looked at since. */
  readonly intervals: readonly Compared[];
  /** Whether its answer was checked in an earlier transition, and these are later observations. */
  readonly isLater: boolean;
  /** Whether a message has come since the acting user last reset the conversation, and can be read. */
  readonly hasNews: boolean;
  /** Whether the conversation may not have been in the list of whoever did it. */
  readonly mayBeUnlisted: boolean;
  /** The ids under which the target lists the acting user's conversations, by key. */
  readonly conversationIds: ReadonlyMap<string, string>;
}

/** The transitions of a trace, in order; none of one that is void. Pure: a trace has the same ones each time it is read. */
export function transitionsOf(trace: Trace, profile: Profile): readonly Transition[] {
  const { scenario, scope, events } = trace;
  if (trace.void !== undefined) return [];
  const knowledge = openKnowledge(scenario, profile);
  const news = new Map<string, boolean>();
  const conversationIds = new Map<string, Map<string, string>>();
  const begun = new Map<Executed, Omit<Transition, 'intervals' | 'isLater'>>();
  const checked = new Set<Executed>();
  const transitions: Transition[] = [];
  let open: readonly Executed[] = [];

  const add = (executed: Executed, intervals: readonly Compared[]): void => {
    const rest = begun.get(executed);
    if (rest === undefined) return;
    transitions.push({ ...rest, intervals, isLater: checked.has(executed) });
    checked.add(executed);
  };
  const closeOpen = (): void => {
    for (const executed of open) if (!checked.has(executed)) add(executed, []);
  };

  for (const event of events) {
    if (event.kind === 'operations') {
      closeOpen();
      open = event.operations;
      const readable = open.map(({ operation }) => knowledge.canRead(...conversationOf(operation)));
      knowledge.operated(event.operations);
      for (const [index, executed] of event.operations.entries()) {
        const { operation } = executed;
        const [owner, peer] = conversationOf(operation);
        const key = `${owner} ${keyOf(peer)}`;
        const sides = messageViews(scenario, owner, peer);
        begun.set(executed, {
          scenario,
          profile,
          scope,
          step: event.step,
          executed,
          reset: operation.do === 'reset' ? operation : undefined,
          claim: claimOf(executed),
          together: event.operations.filter((one) => one !== executed),
          mayBeUnlisted: knowledge.mayBeUnlisted(owner, peer),
          hasNews: news.get(key) === true && readable[index] === true,
          conversationIds: conversationIds.get(owner) ?? new Map(),
        });
        if (operation.do === 'reset') {
          if (executed.answer === 'refused') continue;
          news.set(key, false);
          for (const side of sides) forgetId(conversationIds, side);
        } else if (operation.do === 'send') {
          for (const side of sides) news.set(`${side.owner} ${keyOf(side.peer)}`, true);
        }
      }
    } else {
      const compared = knowledge.compare(event.observations);
      for (const [executed, intervals] of byCause(compared, open, scenario)) add(executed, intervals);
      for (const observation of event.observations) noteIds(conversationIds, observation);
      knowledge.observed(event.observations);
    }
  }
  closeOpen();
  return transitions;
}

/** A row that left and came back may have another id. */
function forgetId(byOwner: Map<string, Map<string, string>>, { owner, peer }: MessagesView): void {
  const ids = new Map(byOwner.get(owner));
  if (ids.delete(keyOf(peer))) byOwner.set(owner, ids);
}

function noteIds(byOwner: Map<string, Map<string, string>>, { view, conversationIds }: Observation): void {
  if (conversationIds === undefined) return;
  byOwner.set(view.owner, new Map([...(byOwner.get(view.owner) ?? []), ...conversationIds]));
}

/**
 * The observations by the operation that explains them best. Refused ones share those that come after them, what was
 * done at once shares a lawful one, and so do all resets that one of somebody else's side comes after.
 */
function byCause(
  compared: readonly Compared[],
  open: readonly Executed[],
  scenario: Scenario,
): ReadonlyMap<Executed, readonly Compared[]> {
  const groups = new Map<Executed, Compared[]>();
  const put = (executed: Executed, one: Compared) => groups.set(executed, [...(groups.get(executed) ?? []), one]);
  for (const one of compared.flatMap(byRow)) {
    const { since } = one;
    const cause = causeOf(one, since.length === 0 ? open : since, scenario);
    if (cause !== undefined) put(cause, one);
    if (one.differences.length > 0) continue;
    const atOnce = open.length > 1 ? open : [];
    for (const executed of since) {
      const shares = executed.answer === 'refused' || atOnce.includes(executed);
      if (executed === cause) continue;
      if (isOfOthers(executed, one) || (shares && concerns(executed, one))) put(executed, one);
    }
  }
  return groups;
}

/**
 * An observation, parted where several operations may have done what is wrong in it: each has the row that it names, the
 * last of them what none names.
 */
function byRow(one: Compared): readonly Compared[] {
  const { since, differences, observation } = one;
  const namedBy = (row: string) => since.findLast(({ operation }) => keyFor(observation.view.owner, operation) === row);
  const named = differences.map((difference) => ('row' in difference ? namedBy(difference.row) : undefined));
  const last = since.findLast((executed) => named.includes(executed));
  const causes = named.map((cause) => cause ?? last);
  if (causes.length === 0) return [one];
  const of = (cause: Executed | undefined) => differences.filter((_, at) => causes[at] === cause);
  return [...new Set(causes)].map((cause) => ({ ...one, differences: of(cause) }));
}

/**
 * The last reset of a row that is wrong in a list, or else of the view's owner, or else of the conversation that it shows,
 * or else of one of the owner's, or else any, or else a message. What was refused is blamed where nothing was done, or
 * nothing that names what is shown.
 */
function causeOf(one: Compared, since: readonly Executed[], scenario: Scenario): Executed | undefined {
  const all = since.filter(({ operation }) => operation.do === 'reset');
  const done = all.filter((executed) => claimOf(executed) !== 'refused');
  const resets = done.length > 0 ? done : all;
  const { view } = one.observation;
  const { owner } = view;
  const names = ({ operation }: Executed, key: string): boolean => keyFor(owner, operation) === key;
  const isShown = (executed: Executed): boolean => view.of === 'messages' && names(executed, keyOf(view.peer));
  const wrong = wrongRows(one);
  const takesPart = ({ operation }: Executed) =>
    operation.do === 'reset' && participantsOf(scenario, operation.actor, operation.conversation).includes(owner);
  return (
    resets.findLast((executed) => wrong.some((row) => names(executed, row))) ??
    resets.findLast((executed) => concerns(executed, one)) ??
    resets.findLast(isShown) ??
    all.findLast(isShown) ??
    resets.findLast(takesPart) ??
    resets.at(-1) ??
    since.at(-1)
  );
}

/** The rows of a list that are lost, new or doubled. */
export const wrongRows = ({ differences }: Compared): readonly string[] =>
  differences.flatMap((difference) => ('row' in difference ? difference.row : []));

function concerns({ operation }: Executed, { observation: { view } }: Compared): boolean {
  if (operation.do !== 'reset' || view.owner !== operation.actor) return false;
  return view.of === 'list' || keyOf(view.peer) === keyOf(operation.conversation);
}

/** Whether a view shows that a reset left somebody else alone. */
function isOfOthers({ operation, answer }: Executed, { observation: { view, seen } }: Compared): boolean {
  if (operation.do !== 'reset' || answer === 'refused' || view.owner === operation.actor) return false;
  return view.of === 'list' || seen.length > 0;
}
