import type { Failure } from '../check/check-trace.ts';
import { diagnoseOne, type Means } from './diagnose-one.ts';
import { asFound, type Diagnosis } from './diagnosis.ts';
import { covers, explainedByOthers } from './explained.ts';
import { isOfLag } from './late-writes.ts';
import { byRank } from './name.ts';
import { plainestFirst } from './plainness.ts';
import { costOf } from './reproduce.ts';
import type { Retry } from './retry.ts';
import { isSeen } from './seen.ts';
import type { Patience } from './shrink.ts';
import { upTo } from './steps-of.ts';
import { withoutResetsLine } from './words.ts';

export interface Diagnosed {
  readonly diagnoses: readonly Diagnosis[];
  /** Requirements whose failures are explained by a diagnosis under another name, with that name. */
  readonly explained: ReadonlyMap<string, string>;
  /** Requirements that failed and were not looked into, as what failed before them had cost enough. */
  readonly open: ReadonlySet<string>;
  /** Requirements whose failures neither come back nor can be held against the target, with why. */
  readonly doubts: ReadonlyMap<string, string>;
  /** Effects that are not the usual ones, come back each time, and are left open by the spec; the plainest first. */
  readonly unspecified: readonly Failure[];
}

export interface DiagnoseOptions extends Omit<Retry, 'failures'> {
  /** For one of so many diagnoses that are still to be made. */
  readonly patience: (left: number) => Patience;
  /** It ends when this requirement is reported, or the first that there is where it is `any`. */
  readonly stopAt?: string | undefined;
  readonly onProgress?: (done: number, of: number) => void;
}

/** The plainest few failures of one requirement; one of requests sent at once, as some come back beside others alone. */
function candidatesOf(own: readonly Failure[]): readonly Failure[] {
  const [first, second, ...others] = plainestFirst(own);
  const third = others.find(({ transition }) => transition.together.length > 0) ?? others[0];
  return [first, second, third].filter((one) => one !== undefined);
}

/** Repeats, shrinks and names what failed. Each requirement once; what one violation explains is not reported again. */
export async function diagnose(failures: readonly Failure[], options: DiagnoseOptions): Promise<Diagnosed> {
  const diagnoses = new Map<string, Diagnosis>();
  const explained = new Map<string, string>();
  const open = new Set<string>();
  const doubts = new Map<string, string>();
  const unspecified: Failure[] = [];
  let isUnordered = false;
  const noteUnordered = (): void => {
    isUnordered = true;
  };
  // What fails after fewer steps explains what fails after more of them.
  const inOrder = plainestFirst(byRank(failures));
  const wanted = [...new Set(inOrder.map(({ requirement }) => requirement))];
  for (const [done, id] of wanted.entries()) {
    if (options.stopAt === 'any' ? diagnoses.size > 0 : diagnoses.has(options.stopAt ?? '')) break;
    if (diagnoses.has(id)) continue;
    options.onProgress?.(done, wanted.length);
    const own = failures.filter(({ requirement }) => requirement === id);
    // Where it is made smaller more than once, all of that takes no longer.
    let limit: Patience | undefined;
    const patience = () => (limit ??= options.patience(wanted.length - done));
    const isFirst = diagnoses.size + doubts.size === 0;
    const means: Means = { ...options, patience, failures, isFirst, reported: diagnoses, noteUnordered };
    const note = (failure: Failure, found: string): void => {
      if (found === 'unspecified') unspecified.push(failure);
      else if (found === 'open') open.add(id);
      else if (found !== 'lawful') doubts.set(id, found);
    };
    const found = await firstDiagnosis(own, means, note).catch((error) => {
      if (!options.target.signal?.aborted) throw error;
      return asSeen(own);
    });
    if (found === undefined) continue;
    if (found.requirement !== id) explained.set(id, found.requirement);
    if (!diagnoses.has(found.requirement)) diagnoses.set(found.requirement, found);
  }
  // That the target lags may have been found out later.
  for (const [id, { failure, reproduced }] of diagnoses) {
    if (reproduced.times === 0 && isOfLag(failure, options.target)) diagnoses.delete(id);
  }
  for (const [id, cause] of explained) if (!diagnoses.has(cause)) explained.delete(id);
  for (const [id, { requirement }] of explainedByOthers(diagnoses, failures)) {
    diagnoses.delete(id);
    explained.set(id, requirement);
  }
  for (const id of diagnoses.keys()) explained.delete(id);
  const doubtful = new Map(unsureOf([...diagnoses.values()]).map((id) => [id, besideASureOne]));
  // Where an order changes by itself, it may also have been seen to change after resets alone.
  for (const [id, { failure }] of isUnordered ? diagnoses : []) {
    if (failure.difference?.what === 'order changed') doubtful.set(id, withoutResetsLine(failure));
  }
  for (const id of [...doubtful.keys(), ...explained.keys()]) {
    const why = doubtful.get(explained.get(id) ?? id);
    if (why === undefined) continue;
    diagnoses.delete(id);
    explained.delete(id);
    doubts.set(id, why);
  }
  return { diagnoses: [...diagnoses.values()], explained, open, doubts, unspecified };
}

/** Those that did not come back where another one did each time, which may have led to them: their names would be a guess. */
function unsureOf(diagnoses: readonly Diagnosis[]): readonly string[] {
  const isSure = diagnoses.some(({ reproduced: { times, of } }) => times > 0 && times === of);
  const gone = diagnoses.filter(({ reproduced: { times, of } }) => times === 0 && of > 0);
  return isSure ? gone.map(({ requirement }) => requirement) : [];
}

const besideASureOne =
  'it failed and did not come back, beside a violation that comes back each time: look again when that is gone';

/** What was found when the run was stopped: it is reported as it was seen, without a repetition. */
function asSeen(own: readonly Failure[]): Diagnosis | undefined {
  const failure = own.find((one) => one.isUnusual === undefined && one.trace.lost === 0 && isSeen(one));
  return failure && asFound(failure, upTo(failure), 0);
}

/** The diagnosis of the failures of one requirement, or the one that was made before and explains them. */
async function firstDiagnosis(
  own: readonly Failure[],
  options: Means,
  note: (failure: Failure, found: string) => void,
): Promise<Diagnosis | undefined> {
  const { target, reported, failures, isFirst, isSpent } = options;
  target.signal?.throwIfAborted();
  const covering = [...reported.values()].find((one) => covers(one, own, failures));
  if (covering !== undefined) return covering;
  let gone: Diagnosis | undefined;
  for (const [at, failure] of candidatesOf(own).entries()) {
    if ((at > 0 || !isFirst) && isSpent(costOf(failure))) {
      if (at === 0) note(failure, 'open');
      break;
    }
    const found = await diagnoseOne(failure, options);
    if (typeof found === 'string') note(failure, found);
    else if (found.reproduced.times > 0) return found;
    else gone ??= found;
  }
  return gone;
}
