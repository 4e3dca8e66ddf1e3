import { sameSequence } from '../check/compare-list.ts';
import { executedIn, type Observation, observationsIn, type Trace, type View, viewKey } from '../execution/trace.ts';
import { listOf, messageViews } from '../execution/views.ts';
import { conversationOf, keyOf } from '../scenario/conversations.ts';
import { isReset, type Operation } from '../scenario/scenario.ts';
import type { Profile } from './profile.ts';

/**
 * The profile with what looks alone have shown: how much one shows at most, and whether two of them agree. Nobody can say
 * of either that a reset has done it. The same profile where there is nothing new.
 */
export function withLooks(profile: Profile, traces: readonly Trace[]): Profile {
  const judged = traces.filter((trace) => trace.void === undefined);
  const { limits } = profile;
  const rows = limitOf('list', limits.rows, judged);
  const texts = limitOf('messages', limits.texts, judged);
  const limited = rows === limits.rows && texts === limits.texts ? profile : { ...profile, limits: { rows, texts } };
  return profile.isOrdered && judged.some(changesOrder) ? withoutOrder(limited) : limited;
}

/** Whether messages can be read, and none of them as it was sent. */
export function garblesTexts(trace: Trace): boolean {
  const sent = new Set(executedIn(trace).flatMap(({ texts }) => texts));
  const read = observationsIn(trace).flatMap(({ view, seen }) => (view.of === 'messages' ? seen : []));
  return read.length > 0 && !read.some((text) => sent.has(text));
}

/**
 * How many entries a look shows at most, where some show so many and miss older ones, though nothing but messages has
 * come; else what was known, unless a look shows more.
 */
function limitOf(of: View['of'], known: number, traces: readonly Trace[]): number {
  const looks = traces.flatMap(observationsIn).filter(({ view }) => view.of === of);
  const most = looks.reduce((longest, { seen }) => Math.max(longest, seen.length), 0);
  const isCut = traces.flatMap(looksAfterMessages).some(({ view, seen, sent }) => {
    const isFull = view.of === of && seen.length === most;
    return isFull && seen.includes(sent.at(-1) ?? '') && sent.some((entry) => !seen.includes(entry));
  });
  return isCut ? most : most > known ? Number.POSITIVE_INFINITY : known;
}

interface Look extends Pick<Observation, 'view' | 'seen'> {
  /** What there is to be seen, oldest first: texts, or the rows that messages have come to. */
  readonly sent: readonly string[];
}

/** Those at what nothing but messages came to since it was last looked at, or at all. */
function looksAfterMessages({ scenario, events }: Trace): readonly Look[] {
  // A set keeps the order in which its values were added.
  const sent = new Map<string, Set<string>>();
  let isFirst = true;
  const sentTo = (view: View): Set<string> | undefined => sent.get(viewKey(view)) ?? (isFirst ? new Set() : undefined);
  const add = (view: View, entries: readonly string[]): void => {
    const all = sentTo(view);
    if (all === undefined) return;
    for (const entry of entries) {
      all.delete(entry);
      all.add(entry);
    }
    sent.set(viewKey(view), all);
  };
  const looks: Look[] = [];
  for (const event of events) {
    if (event.kind === 'observations') {
      for (const { view, seen } of event.observations) {
        looks.push({ view, seen, sent: [...(sentTo(view) ?? [])] });
        sent.set(viewKey(view), new Set(view.of === 'list' ? seen.toReversed() : seen));
      }
    } else if (event.operations.every(({ operation }) => operation.do === 'send')) {
      for (const { operation, texts } of event.operations) {
        for (const view of messageViews(scenario, ...conversationOf(operation))) {
          add(view, texts);
          add(listOf(view.owner), [keyOf(view.peer)]);
        }
      }
    } else {
      sent.clear();
      isFirst = false;
    }
  }
  return looks;
}

/** Every look at a view that is not the first one, with the one before it, and what was done until then and between. */
export function* looksAgain({ events }: Pick<Trace, 'events'>, counts: (look: Observation) => boolean = () => true) {
  const last = new Map<string, { readonly seen: readonly string[]; readonly after: number }>();
  const done: Operation[] = [];
  for (const event of events) {
    if (event.kind === 'operations') done.push(...event.operations.map(({ operation }) => operation));
    else {
      for (const { view, seen } of event.observations.filter(counts)) {
        const first = last.get(viewKey(view));
        last.set(viewKey(view), { seen, after: done.length });
        if (first !== undefined) yield { view, before: first.seen, seen, done, between: done.slice(first.after) };
      }
    }
  }
}

/** Whether rows that nobody has reset changed places between two looks at a settled target, with nothing done between. */
function changesOrder(trace: Trace): boolean {
  for (const look of looksAgain(trace, ({ view, isSettled }) => view.of === 'list' && isSettled)) {
    if (look.between.length > 0 || sameSequence(look.before, look.seen)) continue;
    const resets = look.done.filter(isReset).map(conversationOf);
    const views = resets.flatMap(([user, peer]) => messageViews(trace.scenario, user, peer));
    const own = new Set(views.filter(({ owner }) => owner === look.view.owner).map(({ peer }) => keyOf(peer)));
    const others = (rows: readonly string[]) => rows.filter((row) => !own.has(row));
    const [before, seen] = [others(look.before), others(look.seen)];
    if (!sameSequence(before, seen) && sameSequence(before.toSorted(), seen.toSorted())) return true;
  }
  return false;
}

/** Of a row it can only be said whether it is there. */
const withoutOrder = (profile: Profile): Profile => ({
  ...profile,
  isOrdered: false,
  messageRaises: false,
  usual: new Map(
    [...profile.usual].map(([name, effect]) => [
      name,
      { ...effect, place: effect.place === 'removed' ? 'removed' : 'kept' },
    ]),
  ),
});
