import type { RequirementResult, Verdict } from '../report/document.ts';

export interface Outcome {
  readonly results: readonly RequirementResult[];
  /** Why the run is not whole, if it is not: stopped, nothing could be seen, a finding in doubt. */
  readonly whyPartial: string | undefined;
}

/**
 * 1 beats 3 beats 0: a violation, then anything that was not judged. A failure that is known costs nothing. A run that
 * judged nothing conforms to nothing.
 */
export function verdictOf({ results, whyPartial }: Outcome): { readonly verdict: Verdict; readonly reason?: string } {
  if (results.some(({ outcome, known }) => outcome === 'fail' && known === undefined)) return { verdict: 'violates' };
  const open = results.filter(({ outcome, causedBy }) => outcome === 'not-exercised' && causedBy === undefined);
  if (whyPartial !== undefined) return { verdict: 'incomplete', reason: whyPartial };
  if (open.length > 0) {
    const which = open.length === 1 ? open[0]?.id : `${open.length} requirements, ${open[0]?.id} among them,`;
    const verb = open.length === 1 ? 'was' : 'were';
    return { verdict: 'incomplete', reason: `${which} ${verb} not exercised often enough` };
  }
  if (!results.some(({ outcome }) => outcome === 'pass' || outcome === 'fail')) {
    return { verdict: 'not-run', reason: 'nothing was judged' };
  }
  return { verdict: 'conforms' };
}
