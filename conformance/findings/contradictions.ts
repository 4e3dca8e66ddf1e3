import type { Case, Reset } from '../cases/case.ts';
import type { Known } from '../cases/known.ts';
import type { SeenEffect, Suspicion } from '../play/play.ts';
import type { CaseRun } from '../play/run-case.ts';
import type { Comparison, Counterexample, StoryStep } from '../report.ts';
import type { Session } from '../session.ts';
import { pausedBefore } from './paused.ts';
import { shrinkCase } from './shrink.ts';
import { sizeOf, type ToldViolation, unlessSilent } from './violations.ts';

const repetitions = 4;
const mostOfAKind = 2;
/** How many are looked into before it is asked whether one was enough. */
const atOnce = 6;

/**
 * Looks into effects that are lawful and unusual. Where the same case on fresh ids has another effect, the target
 * contradicts itself; where it has another effect with `preserveOrder` false than without, the two are not equal.
 * What comes out the same each time is the target's own way.
 */
export async function findContradictions(
  session: Session,
  runs: readonly CaseRun[],
  limitMs: number,
): Promise<readonly ToldViolation[]> {
  const kinds = new Map<string, { run: CaseRun; suspicion: Suspicion }[]>();
  for (const run of runs) {
    for (const suspicion of run.suspicions) {
      const kind = kindOf(run.case, suspicion);
      const known = kinds.get(kind) ?? [];
      if (known.length < mostOfAKind) kinds.set(kind, [...known, { run, suspicion }]);
    }
  }
  const smallestFirst = [...kinds.values()].flat().toSorted((a, b) => sizeOf(a.run.case) - sizeOf(b.run.case));
  let looked: readonly Looked[] = [];
  for (let at = 0; at < smallestFirst.length && looked.every(isOwnWay); at += atOnce) {
    const some = smallestFirst.slice(at, at + atOnce);
    looked = await Promise.all(some.map(({ run, suspicion }) => lookInto(session, run, suspicion)));
  }
  const contradictions = looked.flatMap(({ contradiction }) => contradiction ?? []);
  // They all come down to one, so that the smallest alone is made smaller.
  const [unequal] = looked.flatMap((one) => one.unequal ?? []).toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const told = unequal === undefined ? undefined : await tellUnequal(session, unequal, limitMs);
  return told === undefined ? contradictions : [...contradictions, told];
}

const isOwnWay = ({ contradiction, unequal }: Looked): boolean => contradiction === undefined && unequal === undefined;

interface Looked {
  readonly contradiction?: ToldViolation;
  /** Leaving `preserveOrder` out and setting it to false differ here. */
  readonly unequal?: Case;
}

async function lookInto(session: Session, run: CaseRun, suspicion: Suspicion): Promise<Looked> {
  const scene = { ...run.case, steps: run.case.steps.slice(0, suspicion.step + 1) };
  const compared = await compareWithTwin(session, scene, 'careful');
  const met: Met = { run, effect: suspicion.effect };
  const differs = compared.same.find((other) => !isSame(session.known, other, met));
  if (differs !== undefined && !(await isTimely(session, scene, met, suspicion.step))) {
    const agreeing = compared.same.filter((other) => isSame(session.known, other, met)).length;
    const contradiction: ToldViolation = {
      requirement: 'keeps-to-its-behaviour',
      counterexample: {
        ...contradictionTold(met, differs),
        reproduced: { times: agreeing, of: repetitions },
        shrunk: false,
        case: scene,
      },
    };
    return { contradiction };
  }
  return compared.unequal === undefined ? {} : { unequal: scene };
}

/**
 * Whether the second in which something happened explains the effect: a target that hides messages by whole seconds
 * treats those of the same second otherwise. With the second between, the effect is then the rule.
 */
async function isTimely(session: Session, scene: Case, met: Met, step: number): Promise<boolean> {
  const runs = await Promise.all([1, 2].map(() => session.again(pausedBefore(scene, step), 'careful')));
  const aged = runs.flatMap((run) => metAt(run, step + 1));
  return aged.length > 0 && aged.every((one) => isSame(session.known, one, met));
}

function metAt(run: CaseRun, step: number): readonly Met[] {
  const effect = run.effects.get(step);
  return effect === undefined ? [] : [{ run, effect }];
}

/** Tells that leaving `preserveOrder` out is not the same as false, with the smallest case that shows it. */
async function tellUnequal(session: Session, scene: Case, limitMs: number): Promise<ToldViolation | undefined> {
  const isUnequal = async (candidate: Case) =>
    (await compareWithTwin(session, candidate, 'quick')).unequal !== undefined;
  const { smallest, outOfTime } = await shrinkCase(scene, isUnequal, limitMs);
  const last = await compareWithTwin(session, smallest, 'careful');
  const shown = last.unequal === undefined ? scene : smallest;
  const unequal = last.unequal ?? (await compareWithTwin(session, scene, 'careful')).unequal;
  if (unequal === undefined) return undefined;
  return {
    requirement: 'omitted-equals-false',
    counterexample: {
      ...inequalityTold(unequal),
      reproduced: { times: repetitions, of: repetitions },
      shrunk: shown === smallest,
      ...(outOfTime ? { outOfTime } : {}),
      case: shown,
    },
  };
}

/** An effect, and the run in which it was seen. */
interface Met {
  readonly run: CaseRun;
  readonly effect: SeenEffect;
}

interface Compared {
  readonly same: readonly Met[];
  /** Two repetitions of the case itself that differ. */
  readonly contradictory: readonly [Met, Met] | undefined;
  /** Set when all runs agree with each other, and none with its twin. */
  readonly unequal: Unequal | undefined;
}

interface Unequal {
  readonly leftOut: Met;
  readonly explicit: Met;
}

/** Runs a case, and the one that differs in nothing but how it says that the order need not be preserved. */
export async function compareWithTwin(session: Session, scene: Case, manner: 'careful' | 'quick'): Promise<Compared> {
  const at = scene.steps.length - 1;
  const step = scene.steps[at];
  if (step?.do !== 'reset') return { same: [], contradictory: undefined, unequal: undefined };
  const times = manner === 'careful' ? repetitions : 1;
  const play = async (played: Case) => {
    const runs = await Promise.all(Array.from({ length: times }, () => unlessSilent(session.again(played, manner))));
    return runs.flatMap((run) => (run === undefined ? [] : metAt(run, at)));
  };
  const twinStep = twinOf(step);
  const [same, twin] = await Promise.all([
    play(scene),
    twinStep === undefined ? [] : play({ ...scene, steps: [...scene.steps.slice(0, -1), twinStep] }),
  ]);
  const [one, two] = [same[0], twin[0]];
  const differs = same.find((other) => one !== undefined && !isSame(session.known, other, one));
  const contradictory = one === undefined || differs === undefined ? undefined : ([one, differs] as const);
  if (one === undefined || two === undefined || same.length < times || twin.length < times) {
    return { same, contradictory, unequal: undefined };
  }
  const agree = contradictory === undefined && twin.every((other) => isSame(session.known, other, two));
  const hasBody = step.wire !== 'empty-body';
  const [leftOut, explicit] = step.preserveOrder === 'left-out' || !hasBody ? [one, two] : [two, one];
  // What becomes of the messages without a body is open.
  const isEqual = hasBody ? isSame(session.known, one, two) : isSamePlace(one, two);
  return { same, contradictory, unequal: agree && !isEqual ? { leftOut, explicit } : undefined };
}

function twinOf(step: Reset): Reset | undefined {
  if (step.wire === 'empty-body') return { ...step, wire: 'plain', preserveOrder: 'false', permanently: 'left-out' };
  if (step.preserveOrder === 'true') return undefined;
  return { ...step, preserveOrder: step.preserveOrder === 'left-out' ? 'false' : 'left-out' };
}

/**
 * Places within a list, and messages where whole seconds decide, count only where no tie can explain them. Nor are two
 * effects compared where a tie has put the rows in another order, so that not the same one was picked.
 */
function isSame({ effects }: Known, one: Met, other: Met): boolean {
  if (startOf(one) !== startOf(other)) return true;
  const [a, b] = [one.effect, other.effect];
  const timed = a.class !== undefined && effects[a.class]?.texts === 'other' && !(a.aged && b.aged);
  return isSamePlace(one, other) && (timed || a.texts === b.texts) && a.othersTexts === b.othersTexts;
}

function isSamePlace({ effect: a }: Met, { effect: b }: Met): boolean {
  return a.untied && b.untied ? a.place === b.place : (a.place === 'removed') === (b.place === 'removed');
}

const startOf = ({ run, effect: { shown } }: Met): string =>
  [shown.texts.subject, ...shown.place.before, ...shown.texts.before].join(' ').replaceAll(run.scope, '');

const aspects = ['place', 'texts', 'othersTexts'] as const;

/** In what two effects differ, and so what is to be told of them. */
const apart = (one: SeenEffect, other: SeenEffect) => aspects.filter((aspect) => one[aspect] !== other[aspect]);

function saidApart(one: SeenEffect, other: SeenEffect): readonly [string, string] {
  const different = apart(one, other);
  const say = ({ place, texts, othersTexts, shown }: SeenEffect): string => {
    // By itself in the list, it is wherever it goes.
    const isAlone = place !== 'removed' && shown.place.before.length === 1;
    const said = {
      place: `the row is ${isAlone ? 'in the list' : placeWords[place]}`,
      texts: `the messages are ${texts} for the acting user`,
      othersTexts: `the messages are ${othersTexts} for the other`,
    };
    return different.map((aspect) => said[aspect]).join(', ');
  };
  return [say(one), say(other)];
}

type Told = Pick<Counterexample, 'summary' | 'story' | 'comparison'>;

export function contradictionTold(one: Met, other: Met): Told {
  const [once, otherwise] = saidApart(one.effect, other.effect);
  return {
    summary: `the same case has different effects: once ${once}; once ${otherwise}`,
    story: [...one.run.story, remark('the same once more on fresh ids: beside it stands what was seen then')],
    comparison: besides(one, other, 'the other time'),
  };
}

export function inequalityTold({ leftOut, explicit }: Unequal): Told {
  const [without, withFalse] = saidApart(leftOut.effect, explicit.effect);
  return {
    summary: `without preserveOrder ${without}; with preserveOrder false ${withFalse}`,
    story: [
      ...leftOut.run.story,
      remark('the same on fresh ids with "preserveOrder":false in the body: beside it stands what was seen then'),
    ],
    comparison: besides(leftOut, explicit, 'with false'),
  };
}

const remark = (what: string): StoryStep => ({ phase: 'act', what, curl: '', answer: '' });

/** What was seen once beside what was seen otherwise, in the names of the first. */
function besides(once: Met, other: Met, otherwise: string): Comparison {
  const [aspect = 'place'] = apart(once.effect, other.effect);
  const seenThere = other.effect.shown[aspect].seen;
  const expected = seenThere.map((entry) => entry.replaceAll(other.run.scope, once.run.scope));
  return { ...once.effect.shown[aspect], expected, otherwise };
}

const placeWords = { removed: 'removed', kept: 'kept', first: 'first', last: 'last', other: 'moved' } as const;

function kindOf(scene: Case, { step, effect }: Suspicion): string {
  const act = scene.steps[step];
  const asked = act?.do === 'reset' ? [act.preserveOrder, act.permanently, act.wire] : [];
  return [...asked, effect.place, effect.texts, effect.othersTexts, effect.aged].join(' ');
}
