import { type Addressing, accept, addressingForms, type Result, refuse } from '../../core/index.ts';
import { resetOf, seenEffect } from '../check/effect.ts';
import { openKnowledge } from '../check/knowledge.ts';
import { transitionsOf } from '../check/transitions.ts';
import type { ObservationPlan } from '../execution/execute.ts';
import { runScenarios } from '../execution/run-scenarios.ts';
import type { Trace } from '../execution/trace.ts';
import type { Budget } from '../report/document.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Target } from '../target/target.ts';
import { type AcceptedForms, acceptedForms } from './accepted-forms.ts';
import { type SeenReset, seenIn } from './effects.ts';
import { findLag, showsLag } from './lag.ts';
import { type Age, effectProbes, formProbe, promptProbe, statusProbe } from './probes.ts';
import { type Place, unknownProfile } from './profile.ts';

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
  /** The accepted forms, the one that works first; that one alone where none is accepted. */
  readonly usedForms: readonly Addressing[];
  /** What was asked for in one of these forms, or of a group. */
  readonly seen: readonly SeenReset[];
  /** What was asked for in any form. */
  readonly inAllForms: readonly SeenReset[];
  /** The worlds in which each class of resets was asked for. */
  readonly traces: readonly Trace[];
  readonly status: Trace | undefined;
  /** Bodies that a target may refuse or take in several ways. */
  readonly bodies: readonly Trace[];
  /** The same resets, each in a second of its own; empty where no row may tie. */
  readonly distinct: readonly Trace[];
  /** The same resets a second after the messages; empty where nothing stays readable. */
  readonly elapsed: readonly Trace[];
  /** Whether whole seconds decide what a reset hides. */
  readonly isTimed: boolean;
}

/**
 * Executes what distinguishes the values of the axes. Presupposes no correct reply: which forms of addressing are accepted
 * comes first, and everything else is asked in a form that is. Refused with a sentence where no world could be arranged
 * and seen.
 */
export async function executeProbes({ target, budget, width }: FindOptions): Promise<Result<Probed, string>> {
  const lagIsKnown = findLag(target);
  const [inFirst, inOthers] = worlds[budget];
  const execute = (scenarios: readonly Scenario[], plan: ObservationPlan = 'effects') =>
    runScenarios(scenarios, { target, profile: unknownProfile, width, plan, follow: openKnowledge });
  /** Executes the probes again where it was found meanwhile that reads lag. */
  const unlessLate = async (probes: readonly Scenario[]): Promise<readonly Trace[]> => {
    const wasLagging = target.lags();
    const [traces] = await Promise.all([execute(probes), lagIsKnown]);
    if (traces.some(showsLag)) target.noteLag();
    return target.lags() && !wasLagging ? execute(probes) : traces;
  };
  const timing = async (): Promise<boolean> => {
    await lagIsKnown;
    const early = await execute([promptProbe('same second')], 'pooled');
    // What stays readable in another second too does not stay so by the second.
    return early.some(showsMessages) && !(await execute([promptProbe('second elapsed')], 'pooled')).some(showsMessages);
  };
  const effects = async () => {
    const ofForms = await unlessLate([formProbe(addressingForms, inFirst)]);
    const [why] = ofForms.map((trace) => trace.void);
    if (why !== undefined) return refuse(`no world could be arranged to find its behaviour in: ${why}`);
    const addressing = acceptedForms(seenIn(ofForms));
    const { forms, first } = addressing;
    const usedForms: readonly Addressing[] = [first, ...forms.filter((one) => one !== first)];
    const probes = usedForms.flatMap((form, at) =>
      Array.from({ length: at === 0 ? inFirst : inOthers }, (_, index) =>
        effectProbes(form, { index, isWhole: at === 0 }),
      ).flat(),
    );
    const [traces, [status]] = await Promise.all([unlessLate(probes), execute([statusProbe(first, forms.length > 0)])]);
    return accept({ addressing, usedForms, ofForms, traces, status });
  };
  const [isTimed, probed] = await Promise.all([timing(), effects()]);
  if (!probed.ok) return probed;
  const { addressing, usedForms, ofForms, traces } = probed.value;
  const inAllForms = seenIn([...ofForms, ...traces]);
  const seen = inAllForms.filter(({ reset }) => reset.conversation.kind === 'group' || usedForms.includes(reset.form));
  const mayTie = seen.some(({ reset, place }) => reset.preserveOrder !== 'true' && isInList(place));
  const mayBeTimed = isTimed || seen.some(leavesMessages);
  const once = (age: Age) =>
    execute(
      (inOthers === 0 ? usedForms.slice(0, 1) : usedForms).flatMap((form, at) =>
        effectProbes(form, { age, isWhole: at === 0 }),
      ),
    );
  const [distinct, elapsed] = await Promise.all([
    mayTie ? once('distinct seconds') : [],
    mayBeTimed ? once('second elapsed') : [],
  ]);
  const bodies = mayTie ? distinct : mayBeTimed ? elapsed : traces;
  return accept({
    ...probed.value,
    ...{ seen, inAllForms, distinct, elapsed, isTimed },
    bodies: addressing.forms.length === 0 ? [] : bodies,
  });
}

/** Whether a reset left something to read. */
const showsMessages = (trace: Trace | undefined): boolean =>
  trace !== undefined &&
  transitionsOf(trace, unknownProfile).some((transition) => {
    const reset = resetOf(transition);
    const texts = reset && seenEffect(transition, reset).texts;
    return texts !== undefined && texts !== 'hidden';
  });

const leavesMessages = ({ reset, texts }: SeenReset): boolean =>
  reset.deleteMessagesPermanently !== 'true' && texts !== undefined && texts !== 'hidden';

/** Rows of one second may tie, so that a place within the list says little. */
const isInList = (place: Place | undefined): boolean => place !== undefined && place !== 'removed';
