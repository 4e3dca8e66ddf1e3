import { type Addressing, accept, type Result } from '../../core/index.ts';
import { sameSequence } from '../check/compare-list.ts';
import { spelledIds } from '../check/names-in.ts';
import { executedIn, observationsIn, type Trace } from '../execution/trace.ts';
import type { FoundBehaviour } from '../report/document.ts';
import { keyOf, latestFirst, peerOf } from '../scenario/conversations.ts';
import { idIn } from '../scenario/ids.ts';
import { type Axes, concludeAxes, isBodyRead, omittedIsPermanent } from './axes.ts';
import { inEveryForm, isGone, leavesMessages, usualEffects } from './effects.ts';
import { executeProbes, type FindOptions } from './execute-probes.ts';
import { turned } from './later-effects.ts';
import { newcomer } from './probes.ts';
import { type EffectClass, type FoundProfile, type Profile, peerKinds } from './profile.ts';
import { findStatuses } from './statuses.ts';

/** Finds what a target does where the spec is silent, from traces. Refused with a sentence where no world could be arranged and seen. */
export async function findProfile(options: FindOptions): Promise<Result<FoundProfile, string>> {
  const probed = await executeProbes(options);
  if (!probed.ok) return probed;
  const { addressing, accepted: seen, cases, traces, later, status } = probed.value;
  const { forms, used } = addressing;
  const basis = { ...probed.value.basis, forms: used };
  const seenEarly = usualEffects(seen, basis);
  const early = inEveryForm(seenEarly, used);
  const seenLater = usualEffects(later, basis);
  const mayTie = (name: EffectClass): boolean => later.length > 0 && !seenLater.has(name);
  const usualLater = inEveryForm(new Map([...seenEarly, ...seenLater]), used, mayTie);
  const isOfSeconds = later.length > 0 && seen.some(leavesMessages) && !later.some(leavesMessages);
  const usual = new Map(
    [...usualLater].map(([name, effect]) => {
      const isBlurred = (early.get(name) ?? effect).texts !== effect.texts;
      return [name, isBlurred ? { ...effect, texts: 'part' as const } : effect];
    }),
  );
  const all = later.length === 0 ? seen : later;
  const omitted = omittedIsPermanent(all);
  const axes: Axes = concludeAxes(probed.value, all, usualLater, omitted);
  const conclusions = Object.entries(axes);
  const behaviour: FoundBehaviour = Object.fromEntries(
    conclusions.flatMap(([axis, { value }]) => (value === undefined ? [] : [[axis, value]])),
  );
  const { limits, isOrdered } = basis;
  const plain: Profile = {
    ...behaviour,
    ...{ forms: used, limits, isOrdered, hidesBySeconds: new Set() },
    usual,
    omittedIsPermanent: omitted,
    readsUntyped:
      behaviour.missingContentType === 'accepted' && isBodyRead(cases.missingContentType, usualLater) === true,
    readsCapitals:
      behaviour.identifierCase === 'folded' &&
      [cases.unknownUser, cases.unknownGroup, cases.unknownActor].every((one) => one?.answer === 'refused'),
    messageLists: traces.length > 0 && traces.every((trace) => afterMessages(trace) !== undefined),
    messageRaises: isOrdered && traces.length > 0 && traces.every((trace) => afterMessages(trace) === 'raised'),
    joinersRead: status !== undefined && joinersRead(status),
    spellsIds: spellsIds(traces, behaviour.identifierCase === 'sensitive'),
  };
  const profile = isOfSeconds ? peerKinds.reduce(turned, plain) : plain;
  const statuses = await findStatuses(options, probed.value, axes);
  return accept({
    profile,
    behaviour: { ...behaviour, statuses },
    behaviourUnknown: conclusions.flatMap(([axis, { value }]) => (value === undefined ? [axis] : [])),
    evidence: Object.fromEntries(conclusions.map(([axis, { evidence }]) => [axis, evidence])),
    notes: differences(usualLater, forms),
    traces: probed.value.executed,
  });
}

/**
 * What messages did to the list of who is to act: `raised` where it is in the order in which they came last, as a whole,
 * as where rows of one second tie the one to which a message came last may stand first by chance; `listed` where each
 * conversation is in it; else undefined.
 */
function afterMessages(trace: Trace): 'raised' | 'listed' | undefined {
  const { scenario } = trace;
  const owner = 'm-actor';
  const expected = latestFirst(scenario, owner).map(keyOf);
  const list = observationsIn(trace).find(({ view }) => view.of === 'list' && view.owner === owner);
  if (list === undefined || expected.some((row) => !list.seen.includes(row))) return undefined;
  return sameSequence(list.seen, expected) ? 'raised' : 'listed';
}

/** Whether all that was written before somebody joined was to be read then. */
function joinersRead({ scenario, events }: Trace): boolean {
  const read = observationsIn({ events }).findLast(({ view }) => view.of === 'messages' && view.owner === newcomer);
  const group = scenario.steps.find((step) => step.do === 'join')?.to.id;
  const written = executedIn({ events }).flatMap(({ operation, texts }) =>
    operation.do === 'send' && operation.to.id === group ? texts : [],
  );
  return read !== undefined && written.every((text) => read.seen.includes(text));
}

/** Whether the ids that lists have shown are those of the examples, as confirmations are compared; undefined for none. */
function spellsIds(traces: readonly Trace[], caseSensitive: boolean): boolean | undefined {
  const folded = (id: string): string => (caseSensitive ? id : id.toLowerCase());
  const shown = traces.flatMap((trace) =>
    observationsIn(trace).flatMap(({ view, conversationIds = new Map<string, string>() }) =>
      [...conversationIds].map(([key, own]) => {
        const peer = peerOf(key);
        const spelled = spelledIds(idIn(trace.scope, view.owner), { ...peer, id: idIn(trace.scope, peer.id) });
        return spelled.map(folded).includes(folded(own));
      }),
    ),
  );
  return shown.length === 0 ? undefined : shown.every((isSpelled) => isSpelled);
}

/**
 * Where groups, permanent resets or other forms go another way than the reset that the axes speak of, or permanent ones
 * another way in another form. Those were seen in one second, in which only a row that is gone is no tie.
 */
function differences(
  usual: Profile['usual'],
  [form = 'path-actor', ...others]: readonly Addressing[],
): readonly string[] {
  const free: EffectClass = `${form} free temporary`;
  const permanent: EffectClass = `${form} free permanent`;
  const say = (what: string, name: EffectClass, otherwise: EffectClass): readonly string[] => {
    const [own, first] = [usual.get(name), usual.get(otherwise)];
    if (own === undefined || first === undefined) return [];
    const place = `withoutPreserveOrder: after ${what} the row is ${own.place}, otherwise ${first.place}.`;
    const texts = `messagesAfterReset: after ${what} the messages are ${own.texts}, otherwise ${first.texts}.`;
    const areTextsAlike = own.texts === first.texts || name.endsWith('permanent');
    return [...(own.place === first.place ? [] : [place]), ...(areTextsAlike ? [] : [texts])];
  };
  return [
    ...say('a permanent reset', permanent, free),
    ...others.flatMap((other) => {
      const own: EffectClass = `${other} free permanent`;
      const isAlike = isGone(usual.get(own)) === isGone(usual.get(permanent));
      return [
        ...say(`a reset in the form ${other}`, `${other} free temporary`, free),
        ...(isAlike ? [] : say(`a permanent reset in the form ${other}`, own, permanent)),
      ];
    }),
    ...say('a group reset', 'group free temporary', free),
  ];
}
