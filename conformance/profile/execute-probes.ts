import { accept, type Result, refuse } from '../../core/index.ts';
import { sameSequence } from '../check/compare-list.ts';
import { openKnowledge } from '../check/knowledge.ts';
import type { Waits } from '../execution/execute.ts';
import type { ObservationPlan } from '../execution/observation-plan.ts';
import { runScenarios } from '../execution/run-scenarios.ts';
import type { Trace } from '../execution/trace.ts';
import { pick, times } from '../plan/world.ts';
import type { Budget } from '../report/document.ts';
import { keyOf } from '../scenario/conversations.ts';
import { isReset, type Scenario } from '../scenario/scenario.ts';
import type { Target } from '../target/target.ts';
import { type AcceptedForms, acceptedForms } from './accepted-forms.ts';
import { isInForms, isPlain, leavesMessages, type SeenReset, seenIn } from './effects.ts';
import { garblesTexts, looksAgain, withLooks } from './looks.ts';
import { type Cases, effectProbes, formProbe, statusProbe, stillProbe } from './probes.ts';
import { type Place, type Profile, unknownProfile } from './profile.ts';

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

/** What the probes have shown. */
export interface Probed {
  readonly addressing: AcceptedForms;
  /** What looks alone have shown, and nothing else. */
  readonly basis: Profile;
  /** What was asked for in any form. */
  readonly early: readonly SeenReset[];
  /** Those of them in a form that is used. */
  readonly accepted: readonly SeenReset[];
  /** The same resets, each in a second of its own; empty where no row may tie and nothing stays readable. */
  readonly later: readonly SeenReset[];
  /** Those with a wrong type in their bodies. */
  readonly typed: readonly SeenReset[];
  /** What each case came to that was tried. */
  readonly cases: Cases<SeenReset | undefined>;
  /** The worlds in which each class of resets was asked for. */
  readonly traces: readonly Trace[];
  /** Everything that was executed. */
  readonly executed: readonly Trace[];
  /** The world of the cases. */
  readonly status: Trace | undefined;
}

/**
 * Executes what distinguishes the values of the axes. Presupposes no correct reply: which forms of addressing are accepted
 * comes first, and everything else is asked in a form that is. Refused with a sentence where no world could be arranged
 * and seen.
 */
export async function executeProbes({ target, budget, width }: FindOptions): Promise<Result<Probed, string>> {
  const [inFirst, inOthers] = worlds[budget];
  let basis = unknownProfile;
  const still = stillProbe();
  const plan = (scenario: Scenario): ObservationPlan => (scenario === still ? 'pooled' : 'effects');
  const follow = (scenario: Scenario) => openKnowledge(scenario, basis);
  const run = (probes: readonly Scenario[], waits?: Waits): Promise<readonly Trace[]> =>
    runScenarios(probes, { target, width, plan, follow, ...(waits && { waits }) });
  /** Again where that shows that the target lags: such resets may be refused as it does not know of a message yet. */
  const execute = async (probes: readonly Scenario[], isWanted: IsWanted): Promise<readonly Trace[]> => {
    const wasLagging = target.lags();
    const traces = await run(probes);
    const refused = refusedIn(traces, isWanted);
    const shown = withLooks(basis, traces);
    if (traces.some((trace) => showsLag(trace, shown))) target.noteLag();
    else if (!target.lags() && refused > 0 && refusedIn(await run(probes, 'resets'), isWanted) < refused)
      target.noteLag();
    return target.lags() && !wasLagging ? execute(probes, isWanted) : traces;
  };
  const first = await execute([formProbe(inFirst), still], () => true);
  const ofForms = first.filter((trace) => trace.scenario !== still);
  const [why] = ofForms.map((trace) => trace.void);
  if (why !== undefined) return refuse(`no world could be arranged to find its behaviour in: ${why}`);
  if (first.some((trace) => trace.scenario === still && garblesTexts(trace))) {
    return refuse('no message can be read as it was sent');
  }
  basis = withLooks(basis, first);
  const seen = (trace: Trace) => seenIn(trace, basis);
  const addressing = acceptedForms(ofForms.flatMap(seen));
  const { forms, used } = addressing;
  const probes = used.flatMap((form, at) =>
    times(at === 0 ? inFirst : inOthers, (index) => effectProbes(form, { index, isWhole: at === 0 })).flat(),
  );
  const { scenario, cases } = statusProbe(pick(used, 0), forms.length > 0, inOthers > 0);
  const tried = new Set(Object.values(cases));
  const isUsual: IsWanted = (one) => isPlain(one) && isInForms(used)(one) && !tried.has(one.reset);
  // All at once: what one of them shows of lag holds for the others.
  const executed = await execute([...probes, scenario], isUsual);
  const traces = executed.filter((trace) => trace.scenario !== scenario);
  const status = executed.find((trace) => trace.scenario === scenario);
  basis = withLooks(basis, [...first, ...executed]);
  const all = [...ofForms, ...traces].flatMap(seen);
  const early = all.filter(isPlain);
  const accepted = early.filter(isInForms(used));
  const mayTie = accepted.some(({ reset, place }) => reset.preserveOrder !== 'true' && isInList(place));
  const some = inOthers === 0 ? used.slice(0, 1) : used;
  const again = some.flatMap((form, at) => effectProbes(form, { isLater: true, isWhole: at === 0 }));
  const late = mayTie || accepted.some(leavesMessages) ? await execute(again, isUsual) : [];
  const later = late.flatMap(seen);
  const latest = later.length > 0 ? later : all;
  const bodies = forms.length === 0 ? [] : latest.filter((one) => !isPlain(one));
  const ofCases = status === undefined ? [] : seen(status);
  const came = Object.entries(cases).map(([name, reset]) => [name, ofCases.find((one) => one.reset === reset)]);
  return accept({
    ...{ addressing, basis, early, accepted, later: later.filter(isPlain), traces, status },
    executed: [...first, ...executed, ...late],
    typed: bodies.filter(({ reset }) => reset.wrongTypes !== undefined),
    cases: {
      ...Object.fromEntries(came),
      unknownField: bodies.find(({ reset }) => reset.extra !== undefined),
    },
  });
}

type IsWanted = (one: SeenReset) => boolean;

/** How many resets that may work were refused. */
const refusedIn = (traces: readonly Trace[], isWanted: IsWanted): number =>
  traces.flatMap((trace) => seenIn(trace, unknownProfile)).filter((one) => one.answer === 'refused' && isWanted(one))
    .length;

/** Rows of one second may tie, so that a place within the list says little. */
const isInList = (place: Place | undefined): boolean => place !== undefined && place !== 'removed';

/** Whether something looks otherwise with nothing done between, at the end, or somebody sees more while nobody writes. */
function showsLag({ events }: Trace, { isOrdered }: Profile): boolean {
  const end = events.slice(events.findLastIndex(({ kind }) => kind === 'operations') + 1);
  // Where looks alone change the order, that says nothing.
  const compared = (seen: readonly string[]) => (isOrdered ? seen : seen.toSorted());
  for (const { before, seen } of looksAgain({ events: end })) {
    if (!sameSequence(compared(before), compared(seen))) return true;
  }
  for (const { before, seen, done, between } of looksAgain({ events })) {
    // Of what was reset, that may be the reset's doing.
    const reset = new Set(done.filter(isReset).map(({ conversation }) => keyOf(conversation)));
    if (between.every(isReset) && seen.some((one) => !before.includes(one) && !reset.has(one))) return true;
  }
  return false;
}
