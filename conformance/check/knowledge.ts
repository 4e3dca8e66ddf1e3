import type { Follower } from '../execution/observation-plan.ts';
import { type Executed, isSameView, type Observation, type View, viewKey } from '../execution/trace.ts';
import { allViews, distinct, listOf, messagesOf, messageViews } from '../execution/views.ts';
import { isRefusedAnyway, type Profile } from '../profile/profile.ts';
import { keyOf } from '../scenario/conversations.ts';
import { isReset, type Join, operationsOf, type Scenario, type Send } from '../scenario/scenario.ts';
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
  /** What was last seen, or is known from what was sent; undefined before the first observation of a list. */
  before: readonly string[] | undefined;
  /** What was done since, in order. */
  since: Executed[];
  /** Of a list. */
  readonly rows: ListKnowledge;
  /** Of a messages view: what may have become of each text that it ever held. */
  readonly texts: Map<string, TextState>;
  /** What could be read when the last reset that concerns it began. */
  readable: readonly string[];
  /** Whether a reset met something to read, and it was not looked at since. */
  isUnseen: boolean;
}

/** An observation against what is lawful. */
export interface Compared extends Readonly<Pick<ViewKnowledge, 'before' | 'since'>> {
  readonly observation: Observation;
  /** What no lawful target shows. */
  readonly differences: readonly Difference[];
  /** What a lawful target may show, as near as can be to what was seen. */
  readonly lawful: readonly string[];
  /** Of a list: the rows that may stand anywhere or nowhere. */
  readonly free: ReadonlySet<string>;
  /** Whether the list before was not seen, but is what messages usually make of it. */
  readonly isPredicted: boolean;
  /** Whether it shows as much as the target ever does, so that there may be more. */
  readonly isCut: boolean;
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
  /** Messages of the last operations, if nobody knows yet what came first. */
  let open: readonly Undecided[] = [];
  /** Who joins which group, and has not yet. */
  const strangers = new Set(
    scenario.steps.flatMap(operationsOf).flatMap((one) => (one.do === 'join' ? [placeOf(one.from, one.to)] : [])),
  );
  /** Those of them whose resets were not refused. */
  const mayHaveReset = new Set<string>();
  for (const view of allViews(scenario)) track(view);

  function track(view: View): ViewKnowledge {
    const key = viewKey(view);
    const tracked = views.get(key) ?? {
      ...{ before: view.of === 'list' ? undefined : [], since: [] },
      ...{ rows: newList(), texts: new Map(), readable: [], isUnseen: false },
    };
    views.set(key, tracked);
    return tracked;
  }
  /** Where the order of a list says nothing, each has the same one. */
  const asOrdered = (observation: Observation): Observation =>
    profile.isOrdered || observation.view.of === 'messages'
      ? observation
      : { ...observation, seen: observation.seen.toSorted() };
  const isCut = ({ view, seen }: Observation): boolean =>
    seen.length >= (view.of === 'list' ? profile.limits.rows : profile.limits.texts);
  const listIn = (owner: string): ListKnowledge => track(listOf(owner)).rows;
  /** As far as it was seen. */
  const wasListed = (owner: string, row: string): boolean | undefined => track(listOf(owner)).before?.includes(row);

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
    for (const [{ view }] of open.flatMap(statesOf)) track(view).isUnseen = true;
    for (const { operation } of executed) if (operation.do === 'join') afterJoin(operation);
  }

  /** Who joins can read what was written before, where a target lets them, whatever others have reset. */
  function afterJoin({ from, to }: Join): void {
    const place = placeOf(from, to);
    strangers.delete(place);
    if (!profile.joinersRead || mayHaveReset.has(place)) return;
    const { texts } = track(messagesOf(from, to));
    for (const text of texts.keys()) texts.set(text, 'there');
  }

  /** What is written before somebody joins, they may read or not; that they join may raise the row like a message. */
  function afterNews({ do: what, from, to }: Send | Join, isTogether: boolean): void {
    for (const view of messageViews(scenario, from, to)) {
      const { owner, peer } = view;
      const { texts } = track(view);
      // It may bring back what a reset has hidden.
      for (const [text, state] of texts) if (state === 'hidden') texts.set(text, 'open');
      if (what === 'join' || strangers.has(placeOf(owner, to))) settle(listIn(owner), keyOf(peer));
      else raise(owner, keyOf(peer), isTogether);
    }
  }

  /** Where a message shows to each who takes part. */
  function signsOf({ from, to }: Send | Join, text: string): readonly (readonly [Sign, TextState])[] {
    return messageViews(scenario, from, to).flatMap((view) => {
      const { owner, peer } = view;
      const isKnown = !strangers.has(placeOf(owner, to));
      const isListed = profile.messageLists && !listIn(owner).settling.has(keyOf(peer));
      return [
        [{ view, name: text }, isKnown ? 'there' : 'open'],
        [{ view: listOf(owner), name: keyOf(peer) }, isListed && isKnown ? 'there' : 'open'],
      ] as const;
    });
  }

  function learn({ view, name }: Sign, state: TextState): void {
    if (view.of === 'messages') track(view).texts.set(name, state);
    else if (state === 'there') listIn(view.owner).due.add(name);
  }

  /** Where messages put their rows on top of the list, the new place is predicted without an observation. */
  function raise(owner: string, row: string, isTogether: boolean): void {
    const tracked = track(listOf(owner));
    const list = tracked.rows;
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
    const { actor } = meaning;
    const readings = meaning.readings.filter((reading) => reading !== 'nothing');
    for (const reading of readings) {
      freeRows(actor, reading);
      mayHaveReset.add(placeOf(actor, reading.conversation));
    }
    for (const view of concerned(actor, readings)) {
      const tracked = track(view);
      const { texts } = tracked;
      const all = [...texts].filter(([, state]) => state === 'there').map(([text]) => text);
      const readable = all.slice(-profile.limits.texts);
      // Of resets at once the second one leaves what the first one met.
      if (readable.length > 0 || !tracked.isUnseen) tracked.readable = readable;
      if (readable.length > 0) tracked.isUnseen = true;
      const leftOpen = { ...meaning, usual: undefined };
      for (const [text, state] of texts) texts.set(text, signAfter(leftOpen, { view, name: text }, state, profile));
    }
  }

  function freeRows(actor: string, reading: Reading): void {
    const { conversation, permanent } = reading;
    const key = keyOf(conversation);
    resetRow(listIn(actor), key, reading, wasListed(actor, key) === true);
    if (permanent && conversation.kind === 'user') loseRow(listIn(conversation.id), `user:${actor}`);
  }

  /** Where messages of the conversations that are meant can be read, each view once. */
  function concerned(actor: string, readings: readonly Reading[]): readonly View[] {
    const conversations = readings.map(({ conversation }) => conversation);
    return distinct(conversations.flatMap((peer) => [messagesOf(actor, peer), ...messageViews(scenario, actor, peer)]));
  }

  function compare(looks: readonly Observation[]): readonly Compared[] {
    const observations = looks.map(asOrdered);
    return observations.map((observation, at) => {
      const signs = open.flatMap((message) => statesOf(decidedBy(observations.slice(0, at), message)));
      const own = signs.filter(([{ view }]) => isSameView(view, observation.view));
      const decided = own.map(([{ name }, state]) => [name, state] as const);
      return compareOne(observation, decided);
    });
  }

  /** `decided` are the names of what is known from views that were observed with this one. */
  function compareOne(observation: Observation, decided: readonly (readonly [string, TextState])[]): Compared {
    const { view, seen } = observation;
    const knowledge = track(view);
    const { before, since, readable, rows, texts: own } = knowledge;
    const common = { before, since, observation, isPredicted: isPredicted(view), isCut: isCut(observation) };
    if (view.of === 'messages') {
      const states =
        decided.length === 0 ? own : new Map([...own, ...decided.filter(([text]) => own.get(text) === 'open')]);
      const differences = compareMessages(states, seen, common.isCut);
      const lawful = lawfulTexts(seen, differences);
      return { ...common, differences, lawful, readable, free: new Set(), mayGo: new Set() };
    }
    const due = new Set([...rows.due, ...decided.flatMap(([row, state]) => (state === 'there' ? [row] : []))]);
    const free = freeIn(knowledge);
    const differences = compareList(before, seen, free, due, profile.limits.rows);
    const lawful = differences.length === 0 ? seen : lawfulList(before ?? [], seen, free, due);
    return { ...common, differences, lawful, readable: [], free, mayGo: new Set(rows.mayGo) };
  }

  const isPredicted = ({ of, owner }: View): boolean => of === 'list' && listIn(owner).predicted.size > 0;

  /** Where a message puts its row is for the target to say: where nothing else happened, it may stand anywhere. */
  function freeIn({ rows: { free, predicted }, since }: ViewKnowledge): ReadonlySet<string> {
    return since.some((one) => one.operation.do === 'reset' && claimOf(one) !== 'refused')
      ? free
      : new Set([...free, ...predicted]);
  }

  function isUnusual(compared: Compared): boolean {
    const { view, seen } = compared.observation;
    const { raised } = listIn(view.owner);
    const isOfMessages = compared.since.every(({ operation }) => operation.do === 'send');
    return view.of === 'list' && raised !== undefined && profile.messageRaises && isOfMessages
      ? seen[0] !== raised
      : mayBeEarly(compared, profile);
  }

  function observed(observations: readonly Observation[]): void {
    open = open.map((message) => decidedBy(observations, message));
    for (const observation of observations.map(asOrdered)) {
      const { view, seen, isSettled } = observation;
      const tracked = track(view);
      Object.assign(tracked, { before: seen, since: [], readable: [], isUnseen: false });
      if (view.of === 'list') see(tracked.rows, isSettled);
      else adopt(tracked.texts, seen, isCut(observation));
    }
  }

  return {
    operated,
    compare,
    mayBeUnlisted: (owner, peer) => wasListed(owner, keyOf(peer)) === false || listIn(owner).mayGo.has(keyOf(peer)),
    canRead: (owner, peer) => [...track(messagesOf(owner, peer)).texts.values()].includes('there'),
    observed,
    isPredicted,
    unexplained: (observations) =>
      compare(observations)
        .filter((compared) => compared.differences.length > 0 || isUnusual(compared))
        .map(({ observation }) => observation),
    isCertain: ({ owner }) => {
      const { before, rows } = track(listOf(owner));
      return before !== undefined && rows.free.size === 0 && before.length < long;
    },
    refusal: (reset) => {
      if (isRefusedAnyway(reset, profile)) return 'of the request';
      const { actor } = reset;
      const row = keyOf(reset.conversation);
      const isUnlisted = wasListed(actor, row) === false && !listIn(actor).free.has(row);
      // It is refused like that of two who never wrote to each other.
      return profile.missingConversation === 'rejected' && isUnlisted ? 'of what is not listed' : undefined;
    },
    mayHaveLost: (view) => track(view).isUnseen,
    mayReturn: (view) => [...track(view).texts.values()].includes('hidden'),
  };
}

/** A list of so many rows may end where a target has a limit, so that it is no longer when a message has come. */
const long = 50;

const placeOf = (member: string, group: Peer): string => `${member} ${keyOf(group)}`;
