import { conversationOf, keyFor, keyOf, participantsOf, seenBy } from '../scenario/conversations.ts';
import { isReset, messagesIn, type Operation, operationsOf, type Reset, type Scenario } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import { type MessagesView, type View, viewKey } from './trace.ts';

export const listOf = (owner: string): View => ({ of: 'list', owner });
export const messagesOf = (owner: string, peer: Peer): MessagesView => ({ of: 'messages', owner, peer });

/** So many messages of one conversation are looked at to find the profile; whether more are shown, longer ones have to say. */
export const shownByProbes = 4;

/** Each of them once. */
export const distinct = (views: readonly View[]): readonly View[] => [
  ...new Map(views.map((view) => [viewKey(view), view])).values(),
];

const cache = new WeakMap<Scenario, readonly View[]>();

/** Everything that anybody in the scenario can look at: each list, and each conversation by each who takes part. */
export function allViews(scenario: Scenario): readonly View[] {
  const views = cache.get(scenario) ?? viewsOf(scenario);
  cache.set(scenario, views);
  return views;
}

function viewsOf(scenario: Scenario): readonly View[] {
  const { users, steps, watched } = scenario;
  const sent = steps.flatMap(operationsOf).filter((one) => one.do === 'send');
  const views = [...users.map(listOf), ...sent.flatMap(({ from, to }) => messageViews(scenario, from, to))];
  return distinct(views).filter(({ owner }) => watched === undefined || watched.includes(owner));
}

/** The lists of those who reset, and everything that can be read. */
export function effectViews(scenario: Scenario): readonly View[] {
  const actors = new Set(scenario.steps.flatMap(operationsOf).flatMap((one) => (isReset(one) ? [one.actor] : [])));
  return allViews(scenario).filter(({ of, owner }) => of === 'messages' || actors.has(owner));
}

/** The conversation as each who takes part reads it. */
export const messageViews = (scenario: Scenario, user: string, peer: Peer): readonly MessagesView[] =>
  participantsOf(scenario, user, peer).map((owner) => messagesOf(owner, seenBy(owner, user, peer)));

/** Whether a reset may take messages from the other side, whatever leaving the flag out means. */
export const mayDelete = ({ conversation, deleteMessagesPermanently }: Reset): boolean =>
  conversation.kind === 'user' && deleteMessagesPermanently !== 'false';

/** What an operation may change, whatever it is taken for: it is looked at before and after. */
export function concernedViews(scenario: Scenario, operation: Operation): readonly View[] {
  if (!isReset(operation)) return [];
  const { actor, conversation } = operation;
  const read = mayDelete(operation) ? messageViews(scenario, actor, conversation) : [messagesOf(actor, conversation)];
  return [listOf(actor), ...read];
}

/** What an operation may change, and what else it may change that nobody has to look at soon. */
export function touchedViews(scenario: Scenario, operation: Operation): readonly View[] {
  if (isReset(operation) && !mayDelete(operation)) return concernedViews(scenario, operation);
  const [user, peer] = conversationOf(operation);
  return [...participantsOf(scenario, user, peer).map(listOf), ...messageViews(scenario, user, peer)];
}

/** Where many messages have come before a step, at one place: a target may show the newest alone, whoever resets what. */
export function longView(scenario: Scenario, before: number): readonly View[] {
  const done = scenario.steps.slice(0, before).flatMap(operationsOf);
  const countIn = ({ owner, peer }: MessagesView): number =>
    messagesIn(done.filter((one) => keyFor(owner, one) === keyOf(peer)));
  return allViews(scenario)
    .filter((view) => view.of === 'messages' && countIn(view) > shownByProbes)
    .slice(0, 1);
}
