import { type Addressing, addressingForms } from '../../core/index.ts';
import type { Looks } from '../execution/execute.ts';
import { runScenarios } from '../execution/run-scenarios.ts';
import type { Trace } from '../execution/trace.ts';
import { resetOf, seenEffect } from '../judgement/effect.ts';
import { openKnowledge } from '../judgement/knowledge.ts';
import { spelledIds } from '../judgement/names-in.ts';
import { transitionsOf } from '../judgement/transitions.ts';
import type { Budget } from '../report/document.ts';
import { idIn, keyOf, participantsOf, type Scenario, seenBy, toGroup, toUser } from '../scenario/scenario.ts';
import { isSuccessful } from '../target/answer.ts';
import type { Target } from '../target/target.ts';
import { type Axes, concludeAxes } from './axes.ts';
import { isForEveryone, omittedIsPermanent } from './deletion.ts';
import { inEveryForm, type SeenReset, seenResets, usualEffects } from './effects.ts';
import type { Found } from './found.ts';
import { findLag, showsLag } from './lag.ts';
import { type Age, effectProbes, formProbe, promptProbe, statusProbe } from './probes.ts';
import { type Place, type Profile, unknownProfile } from './profile.ts';
import { findStatuses } from './statuses.ts';

export interface FindOptions {
  readonly target: Target;
  readonly budget: Budget;
  readonly width: number;
  /** A key without the fullAccess scope, if there is one. */
  readonly authOnlyKey: string | undefined;
}

/** How many worlds show what is usual in the first accepted form, and in each other one. */
const worlds: Readonly<Record<Budget, readonly [number, number]>> = {
  smoke: [1, 0],
  quick: [1, 0],
  default: [2, 1],
  thorough: [3, 3],
};

/**
 * Finds what a target does where the spec is silent, from traces. Presupposes no correct reply: which forms of
 * addressing are accepted comes first, and everything else is asked in a form that is. Undefined where no world could
 * be arranged and seen.
 */
export async function findProfile(options: FindOptions): Promise<Found | undefined> {
  const { target } = options;
  const execute = (scenarios: readonly Scenario[], looks: Looks = 'effects') =>
    runScenarios(scenarios, { target, profile: unknownProfile, width: options.width, looks, follow: openKnowledge });
  /** Whatever reads that lag have shown until it was known is worth nothing. */
  const unlessLate = async (probes: readonly Scenario[]): Promise<readonly Trace[]> => {
    const wasLagging = target.lags();
    const traces = await execute(probes);
    if (traces.some(showsLag)) target.noteLag();
    return target.lags() && !wasLagging ? execute(probes) : traces;
  };
  await findLag(target);
  const [inFirst, inOthers] = worlds[options.budget];
  const [ofForms, [prompt]] = await Promise.all([
    unlessLate([formProbe(addressingForms, inFirst)]),
    execute([promptProbe('young')], 'pooled'),
  ]);
  if (ofForms.every((trace) => trace.void !== undefined)) return undefined;
  const addressing = acceptedForms(seenIn(ofForms));
  const { forms, first: form } = addressing;
  const usedForms: readonly Addressing[] = [form, ...forms.filter((one) => one !== form)];
  const times = (count: number) => Array.from({ length: count }, (_, turn) => turn);
  const [traces, [status], slowly] = await Promise.all([
    unlessLate(
      usedForms.flatMap((one, at) =>
        times(at === 0 ? inFirst : inOthers).flatMap((turn) => effectProbes(one, { turn, isWhole: at === 0 })),
      ),
    ),
    execute([statusProbe(form, forms.length > 0)]),
    showsMessages(prompt) ? execute([promptProbe('aged')], 'pooled') : [],
  ]);
  const seen = seenIn([...ofForms, ...traces]);
  const inForms = seen.filter(({ reset }) => reset.conversation.kind === 'group' || usedForms.includes(reset.form));
  const mayTie = inForms.some(({ reset, place }) => reset.preserveOrder !== 'true' && isInList(place));
  // What stays readable in another second too does not stay so by the second.
  const isTimed = showsMessages(prompt) && !slowly.some(showsMessages);
  const mayBeTimed =
    isTimed ||
    inForms.some(
      ({ reset, texts }) => reset.deleteMessagesPermanently !== 'true' && texts !== undefined && texts !== 'hidden',
    );
  const once = (age: Age) =>
    execute((inOthers === 0 ? [form] : usedForms).flatMap((one, at) => effectProbes(one, { age, isWhole: at === 0 })));
  const [apart, agedTraces] = await Promise.all([mayTie ? once('apart') : [], mayBeTimed ? once('aged') : []]);
  const bodies = forms.length === 0 ? [] : mayTie ? apart : mayBeTimed ? agedTraces : traces;
  const aged = seenIn(agedTraces);
  const basis = { ...unknownProfile, forms: usedForms };
  const usualIn = (some: readonly SeenReset[]) => inEveryForm(usualEffects(some, basis), usedForms);
  const young = usualIn(inForms);
  const places = usualIn(seenIn(apart));
  const texts = usualIn(aged);
  const usualAged = new Map(
    [...young].map(([name, effect]) => [
      name,
      { place: places.get(name)?.place ?? effect.place, texts: texts.get(name)?.texts ?? effect.texts },
    ]),
  );
  const usual = new Map(
    [...usualAged].map(([name, effect]) => {
      // Where whole seconds decide what a reset hides, nothing is usual.
      const isPrompt = isTimed && name.endsWith('temporary') && effect.texts === 'hidden';
      const isBlurred = isPrompt || young.get(name)?.texts !== effect.texts;
      return [name, isBlurred ? { ...effect, texts: 'part' as const } : effect];
    }),
  );
  const all = aged.length === 0 ? inForms : aged;
  const profile: Profile = {
    ...basis,
    usual,
    omittedIsPermanent: omittedIsPermanent(all),
    permanentForEveryone: isForEveryone(all),
    messageRaises: traces.length > 0 && traces.every(isRaisedByMessages),
  };
  const axes: Axes = concludeAxes({ seen: all, bodies, status, usual: usualAged, profile });
  const statuses = await findStatuses({ ...options, form, forms, status, bodies, axes, seen });
  const told = Object.entries(axes).filter(([, { value }]) => value !== undefined);
  return {
    profile: {
      ...profile,
      // Where it seems to mean one thing here and another there, it may mean either.
      ...(axes.deleteMessagesPermanentlyOmitted.value === 'other'
        ? { omittedIsPermanent: unknownProfile.omittedIsPermanent }
        : {}),
      wrongType: axes.wrongType.value === 'other' ? undefined : axes.wrongType.value,
      readsUntyped: axes.missingContentType.value === 'accepted',
      spellsIds: traces.every(spellsIds),
      refusesUnlisted: axes.missingConversation.value === 'rejected',
      caseSensitive: axes.identifierCase.value === 'sensitive',
    },
    behaviour: {
      ...(forms.length === 0 ? {} : { addressing: forms }),
      ...Object.fromEntries(told.map(([axis, { value }]) => [axis, value])),
      statuses,
    },
    unknown: [
      ...(forms.length === 0 ? ['addressing'] : []),
      ...Object.entries(axes).flatMap(([axis, { value }]) => (value === undefined ? [axis] : [])),
    ],
    evidence: {
      addressing: addressing.evidence,
      ...Object.fromEntries(Object.entries(axes).map(([axis, { evidence }]) => [axis, evidence])),
    },
    notes: differences(usualAged, forms),
  };
}

/** The resets that nothing is wrong with. */
const seenIn = (traces: readonly Trace[]): readonly SeenReset[] =>
  traces
    .flatMap((trace) => seenResets(trace, unknownProfile))
    .filter(({ reset }) => reset.wrongTypes === undefined && reset.extra === undefined);

/** Whether a reset left something to read. */
const showsMessages = (trace: Trace | undefined): boolean =>
  trace !== undefined &&
  transitionsOf(trace, unknownProfile).some((transition) => {
    const reset = resetOf(transition);
    const texts = reset && seenEffect(transition, reset).texts;
    return texts !== undefined && texts !== 'hidden';
  });

/**
 * A form is accepted when it gets a success or changes the acting user's side. A success without effect accepts a
 * `path-peer` form not at all, while `path-actor`, being the spec's own, is held to it.
 */
function acceptedForms(seen: readonly SeenReset[]): {
  readonly forms: readonly Addressing[];
  /** One that works, if there is one: what is usual is learned from it. */
  readonly first: Addressing;
  readonly evidence: string;
} {
  const tried = addressingForms.map((form) => {
    const own = seen.filter(({ reset }) => reset.conversation.kind === 'user' && reset.form === form);
    const changed = own.some((one) => one.changed);
    const confirmed = own.filter(({ answer }) => answer === 'confirmed').length;
    const always = confirmed === own.length ? 'confirmed' : `confirmed ${confirmed} of ${own.length} times`;
    const often = confirmed === 0 ? 'not confirmed' : always;
    const isHeldToIt = form === 'path-actor' && own.some(({ reply }) => isSuccessful(reply)) && confirmed > 0;
    return {
      form,
      changed,
      accepted: changed || isHeldToIt,
      words: `${form} was ${often} and had ${changed ? 'an' : 'no'} effect`,
    };
  });
  const accepted = tried.filter((one) => one.accepted);
  return {
    forms: accepted.map(({ form }) => form),
    first: (accepted.find(({ changed }) => changed) ?? accepted[0])?.form ?? 'path-actor',
    evidence: tried.map(({ words }) => words).join('; '),
  };
}

/** Rows of one second may tie, so that a place within the list says little. */
const isInList = (place: Place | undefined): boolean => place !== undefined && place !== 'removed';

/**
 * Whether the list is in the order in which messages came last, as a whole: where rows of one second tie, the one to
 * which a message came last may stand first by chance.
 */
function isRaisedByMessages({ scenario, events }: Trace): boolean {
  const owner = 'm-actor';
  const expected = new Set<string>();
  for (const step of scenario.steps) {
    if (step.do !== 'send' || !participantsOf(scenario, step.from, step.to).includes(owner)) continue;
    const key = keyOf(seenBy(owner, step.from, step.to));
    // A set keeps the order in which its values were added.
    expected.delete(key);
    expected.add(key);
  }
  const list = events
    .flatMap((event) => (event.kind === 'observations' ? event.observations : []))
    .find(({ view }) => view.of === 'list' && view.owner === owner);
  return list !== undefined && list.seen.join('\n') === [...expected].reverse().join('\n');
}

/** Whether no list has shown an id of the target's own. */
const spellsIds = ({ scope, events }: Trace): boolean =>
  events
    .flatMap((event) => (event.kind === 'observations' ? event.observations : []))
    .every(({ view, conversationIds = new Map<string, string>() }) =>
      [...conversationIds].every(([key, own]) => {
        const [kind = '', id = ''] = key.split(':');
        const peer = kind === 'group' ? toGroup(idIn(scope, id)) : toUser(idIn(scope, id));
        return spelledIds(idIn(scope, view.owner), peer).includes(own.toLowerCase());
      }),
    );

/** Where groups, permanent resets or other forms go another way than the reset that the axes speak of. */
function differences(
  usual: Profile['usual'],
  [form = 'path-actor', ...others]: readonly Addressing[],
): readonly string[] {
  const first = usual.get(`${form} free temporary`);
  const say = (what: string, name: string) => {
    const effect = usual.get(name);
    return first === undefined || effect === undefined || effect.place === first.place
      ? []
      : [`withoutPreserveOrder: ${what} the row is ${effect.place}, otherwise ${first.place}.`];
  };
  const group = usual.get('group free temporary');
  return [
    ...say('after a permanent reset', `${form} free permanent`),
    ...others.flatMap((other) => say(`after a reset in the form ${other}`, `${other} free temporary`)),
    ...say('after a group reset', 'group free temporary'),
    ...(first === undefined || group === undefined || group.texts === first.texts
      ? []
      : [`messagesAfterReset: after a group reset the messages are ${group.texts}, otherwise ${first.texts}.`]),
  ];
}
