import type { Follower } from '../execution/execute.ts';
import { type Executed, type Observation, type View, viewKey } from '../execution/trace.ts';
import { allViews, listOf } from '../execution/views.ts';
import { isRefusedAnyway, type Profile } from '../profile/profile.ts';
import {
  isReset,
  type Join,
  keyOf,
  operationsOf,
  participantsOf,
  type Scenario,
  type Send,
  seenBy,
} from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import { decidedBy, type Sign, statesOf, type Undecided, undecided } from './at-once.ts';
import { claimOf } from './claim.ts';
import { compareList, type Difference, lawfulList } from './compare-list.ts';
import { adopt, compareMessages, lawfulTexts, type TextState } from './compare-messages.ts';
import { mayBeEarly } from './effect.ts';
import { type ListKnowledge, loseRow, newList, resetRow, see, settle } from './list-knowledge.ts';
import { type Meaning, meaningOf, signAfter } from './meaning.ts';
import type { Reading } from './readings.ts';

/** What is known of one view between two observations of it. */
interface ViewKnowledge {
  readonly view: View;
  /** What was last seen, or is known from what was sent; undefined before the first observation of a list. */
  before: readonly string[] | undefined;
  /** What was done since, in order. */
  since: Executed[];
}

/** An observation against what is lawful. */
export interface Compared {
  readonly knowledge: ViewKnowledge;
  readonly observation: Observation;
  /** What no lawful target shows. */
  readonly differences: readonly Difference[];
  /** What a lawful target may show, as near as can be to what was seen. */
  readonly lawful: readonly string[];
  /** Of a list: the rows that may stand anywhere or nowhere. */
  readonly free: ReadonlySet<string>;
  /** Whether the list before was not seen, but is what messages usually make of it. */
  readonly isPredicted: boolean;
  /** Rows that the other side's permanent deletion may still move or take away. */
  readonly mayGo: ReadonlySet<string>;
  /** Of a messages view: what could be read before, as far as is known. */
  readonly readable: readonly string[];
}

export interface Knowledge extends Follower {
  /** Compares what was observed at once. */
  readonly compare: (observations: readonly Observation[]) => readonly Compared[];
  /** Whether a row was not in the list when it was last seen, or may still go from it. */
  readonly mayBeUnlisted: (owner: string, peer: Peer) => boolean;
  /** Whether something is known to be readable. */
  readonly canRead: (owner: string, peer: Peer) => boolean;
}

/**
 * Follows an execution: what each view may show, given what it showed before and what was done since. Knows no state of
 * the target but what was seen; what may change may change until the target has settled.
 */
export function openKnowledge(scenario: Scenario, profile: Profile): Knowledge {
  const views = new Map<string, ViewKnowledge>();
  const lists = new Map<string, ListKnowledge>();
  const texts = new Map<string, Map<string, TextState>>();
  /** By view: what could be read when the last reset that concerns it began. */
  const readableBefore = new Map<string, readonly string[]>();
  /** Views in which a reset met something to read, and that were not looked at since. */
  const unseen = new Set<string>();
  /** Messages of the last operations, if nobody knows yet what came first. */
  let open: readonly Undecided[] = [];
  /** Who joins which group, and has not yet. */
  const strangers = new Set(
    scenario.steps.flatMap(operationsOf).flatMap((one) => (one.do === 'join' ? [placeOf(one.from, one.to)] : [])),
  );
  for (const view of allViews(scenario)) track(view);

  function track(view: View): ViewKnowledge {
    const key = viewKey(view);
    const tracked = views.get(key) ?? { view, before: view.of === 'list' ? undefined : [], since: [] };
    views.set(key, tracked);
    return tracked;
  }

  const textsIn = (view: View): Map<string, TextState> => {
    const key = viewKey(view);
    const states = texts.get(key) ?? new Map<string, TextState>();
    texts.set(key, states);
    return states;
  };
  const listIn = (owner: string): ListKnowledge => {
    const list = lists.get(owner) ?? newList();
    lists.set(owner, list);
    return list;
  };

  function operated(executed: readonly Executed[]): void {
    for (const { since } of views.values()) since.push(...executed);
    const resets = executed.flatMap((one) => meaningOf(one, scenario, profile) ?? []);
    for (const reset of resets) afterReset(reset);
    // A message and the resets beside it may have come in any order, but in one for all who look.
    const acts = resets.map((reset) => (sign: Sign, state: TextState) => signAfter(reset, sign, state, profile));
    const news: Undecided[] = [];
    for (const { operation, texts } of executed) {
      if (isReset(operation)) continue;
      afterNews(operation, executed.length > 1);
      news.push(...texts.map((text) => undecided(signsOf(operation, text), acts)));
    }
    open = news.filter(({ outcomes }) => outcomes.length > 1);
    for (const [sign, state] of news.flatMap(statesOf)) learn(sign, state);
    for (const [{ view }] of open.flatMap(statesOf)) unseen.add(viewKey(view));
    for (const { operation } of executed) {
      if (operation.do === 'join') strangers.delete(placeOf(operation.from, operation.to));
    }
  }

  /** What is written before somebody joins, they may read or not; that they join may raise the row like a message. */
  function afterNews({ do: what, from, to }: Send | Join, isTogether: boolean): void {
    for (const owner of participantsOf(scenario, from, to)) {
      const peer = seenBy(owner, from, to);
      const states = textsIn({ of: 'messages', owner, peer });
      // It may bring back what a reset has hidden.
      for (const [text, state] of states) if (state === 'hidden') states.set(text, 'open');
      if (what === 'join' || strangers.has(placeOf(owner, to))) settle(listIn(owner), keyOf(peer));
      else raise(owner, keyOf(peer), isTogether);
    }
  }

  /** Where a message shows to each who takes part. */
  function signsOf({ from, to }: Send | Join, text: string): readonly (readonly [Sign, TextState])[] {
    return participantsOf(scenario, from, to).flatMap((owner) => {
      const peer = seenBy(owner, from, to);
      const isKnown = !strangers.has(placeOf(owner, to));
      const isListed = profile.messageLists && !listIn(owner).settling.has(keyOf(peer));
      return [
        [{ view: { of: 'messages', owner, peer }, name: text }, isKnown ? 'there' : 'open'],
        [{ view: listOf(owner), name: keyOf(peer) }, isListed && isKnown ? 'there' : 'open'],
      ] as const;
    });
  }

  function learn({ view, name }: Sign, state: TextState): void {
    if (view.of === 'messages') textsIn(view).set(name, state);
    else if (state === 'there') listIn(view.owner).due.add(name);
  }

  /** Where messages put their rows on top of the list, the new place is predicted without an observation. */
  function raise(owner: string, row: string, isTogether: boolean): void {
    const list = listIn(owner);
    const tracked = track(listOf(owner));
    list.raised = row;
    const isFree = isTogether || !profile.messageRaises || tracked.before === undefined || list.free.size > 0;
    if (isFree) list.free.add(row);
    else {
      tracked.before = [row, ...(tracked.before ?? []).filter((one) => one !== row)];
      tracked.since = tracked.since.filter(({ operation }) => operation.do === 'reset');
      list.predicted.add(row);
    }
  }

  function afterReset(meaning: Meaning): void {
    const { actor, readings } = meaning;
    for (const reading of readings) freeRows(actor, reading);
    for (const view of concerned(actor, readings)) {
      const states = textsIn(view);
      const readable = [...states].filter(([, state]) => state === 'there').map(([text]) => text);
      // Of resets at once the second one leaves what the first one met.
      if (readable.length > 0 || !unseen.has(viewKey(view))) readableBefore.set(viewKey(view), readable);
      if (readable.length > 0) unseen.add(viewKey(view));
      for (const [text, state] of states) states.set(text, signAfter(meaning, { view, name: text }, state, profile));
    }
  }

  function freeRows(actor: string, reading: Reading): void {
    const { conversation, permanent } = reading;
    const key = keyOf(conversation);
    const isListed = views.get(viewKey(listOf(actor)))?.before?.includes(key) === true;
    resetRow(listIn(actor), key, reading, isListed);
    if (permanent && conversation.kind === 'user') loseRow(listIn(conversation.id), `user:${actor}`);
  }

  const concerned = (actor: string, readings: readonly Reading[]): readonly View[] => {
    const found = new Map<string, View>();
    for (const { conversation } of readings) {
      for (const view of viewsOf(actor, conversation)) found.set(viewKey(view), view);
    }
    return [...found.values()];
  };
  const viewsOf = (actor: string, conversation: Peer): readonly View[] => {
    const owners = new Set([actor, ...participantsOf(scenario, actor, conversation)]);
    return [...owners].map((owner) => ({ of: 'messages', owner, peer: seenBy(owner, actor, conversation) }));
  };

  function compare(observations: readonly Observation[]): readonly Compared[] {
    return observations.map((observation, at) => {
      const before = observations.slice(0, at);
      const key = viewKey(observation.view);
      const decided = open.flatMap((message) =>
        statesOf(decidedBy(before, message)).flatMap(([{ view, name }, state]) =>
          viewKey(view) === key ? [[name, state] as const] : [],
        ),
      );
      return compareOne(observation, decided);
    });
  }

  /** `decided` are the names of what is known from views that were observed with this one. */
  function compareOne(observation: Observation, decided: readonly (readonly [string, TextState])[]): Compared {
    const { view, seen } = observation;
    const knowledge = track(view);
    const common = { knowledge: { ...knowledge }, observation, isPredicted: isPredicted(view) };
    if (view.of === 'messages') {
      const own = textsIn(view);
      const states =
        decided.length === 0 ? own : new Map([...own, ...decided.filter(([text]) => own.get(text) === 'open')]);
      const differences = compareMessages(states, seen);
      const lawful = lawfulTexts(seen, differences);
      const readable = readableBefore.get(viewKey(view)) ?? [];
      return { ...common, differences, lawful, readable, free: new Set(), mayGo: new Set() };
    }
    const list = listIn(view.owner);
    const due = new Set([...list.due, ...decided.flatMap(([row, state]) => (state === 'there' ? [row] : []))]);
    const free = freeIn(knowledge);
    const differences = compareList(knowledge.before, seen, free, due);
    const lawful = differences.length === 0 ? seen : lawfulList(knowledge.before ?? [], seen, free, due);
    return { ...common, differences, lawful, readable: [], free, mayGo: new Set(list.mayGo) };
  }

  const isPredicted = ({ of, owner }: View): boolean => of === 'list' && listIn(owner).predicted.size > 0;

  /** Where a message puts its row is for the target to say: where nothing else happened, it may stand anywhere. */
  function freeIn({ view: { owner }, since }: ViewKnowledge): ReadonlySet<string> {
    const { free, predicted } = listIn(owner);
    return since.some((one) => one.operation.do === 'reset' && claimOf(one) !== 'refused')
      ? free
      : new Set([...free, ...predicted]);
  }

  function isUnlisted(owner: string, row: string): boolean {
    const list = track(listOf(owner)).before;
    return list !== undefined && !list.includes(row) && !listIn(owner).free.has(row);
  }

  function isUnusual(compared: Compared): boolean {
    const { view, seen } = compared.observation;
    const { raised } = listIn(view.owner);
    const isOfMessages = compared.knowledge.since.every(({ operation }) => operation.do === 'send');
    return view.of === 'list' && raised !== undefined && profile.messageRaises && isOfMessages
      ? seen[0] !== raised
      : mayBeEarly(compared, profile);
  }

  function observed(observations: readonly Observation[], settled: boolean): void {
    open = open.map((message) => decidedBy(observations, message));
    for (const { view, seen, isEarly } of observations) {
      unseen.delete(viewKey(view));
      readableBefore.delete(viewKey(view));
      const tracked = track(view);
      tracked.before = seen;
      tracked.since = [];
      if (view.of === 'list') see(listIn(view.owner), settled && isEarly === undefined);
      else adopt(textsIn(view), seen);
    }
  }

  return {
    operated,
    compare,
    mayBeUnlisted: (owner, peer) =>
      track(listOf(owner)).before?.includes(keyOf(peer)) === false || listIn(owner).mayGo.has(keyOf(peer)),
    canRead: (owner, peer) => [...textsIn({ of: 'messages', owner, peer }).values()].includes('there'),
    observed,
    isPredicted,
    unexplained: (observations) =>
      compare(observations)
        .filter((compared) => compared.differences.length > 0 || isUnusual(compared))
        .map(({ observation }) => observation),
    isCertain: ({ owner }) => track(listOf(owner)).before !== undefined && listIn(owner).free.size === 0,
    refusal: (reset) => {
      if (isRefusedAnyway(reset, profile)) return 'of the request';
      const { actor, conversation } = reset;
      return profile.refusesUnlisted && isUnlisted(actor, keyOf(conversation)) ? 'of what is not listed' : undefined;
    },
    mayHaveLost: (view) => unseen.has(viewKey(view)),
    mayReturn: (view) => [...textsIn(view).values()].includes('hidden'),
  };
}

const placeOf = (member: string, group: Peer): string => `${member} ${keyOf(group)}`;
