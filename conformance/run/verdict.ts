import type { Report, RequirementResult } from '../report/document.ts';
import type { Verified } from './run-on-target.ts';

type Judged = Pick<Report, 'verdict' | 'reason'>;

/**
 * 1 beats 3 beats 0: a violation, then anything that was not judged. A failure that is known costs nothing. A run that
 * judged nothing conforms to nothing. A violation keeps the reason why the rest is partial: once it is known, that decides.
 */
export function verdictOf({ results, whyPartial }: Pick<Verified, 'results' | 'whyPartial'>): Judged {
  if (results.some(({ outcome, known }) => outcome === 'fail' && known === undefined)) {
    return { verdict: 'violates', ...(whyPartial !== undefined && { reason: whyPartial }) };
  }
  const open = results.filter(({ outcome, causedBy }) => outcome === 'not-exercised' && causedBy === undefined);
  if (whyPartial !== undefined) return { verdict: 'incomplete', reason: whyPartial };
  if (open.length > 0) return { verdict: 'incomplete', reason: whyOpen(open) };
  if (!results.some(({ outcome }) => outcome === 'pass' || outcome === 'fail')) {
    const reason = inOne(results.map(({ id, because }) => `${id}: ${because}`));
    return { verdict: 'not-run', ...(reason !== undefined && { reason }) };
  }
  return { verdict: 'conforms' };
}

function whyOpen(open: readonly RequirementResult[]): string {
  const failed = open.filter((result) => result.failed);
  const [first, ...others] = failed.length > 0 ? failed : open;
  const which = others.length === 0 ? first?.id : `${others.length + 1} requirements, ${first?.id} among them,`;
  const verb = others.length === 0 ? 'was' : 'were';
  return `${which} ${failed.length > 0 ? `failed and ${verb} not looked into` : `${verb} not exercised often enough`}`;
}

/** The first of several reasons, and how many others there are; undefined where there is none. */
export function inOne(reasons: readonly string[]): string | undefined {
  const [first, ...others] = new Set(reasons);
  if (first === undefined || others.length === 0) return first;
  return `${first} (and ${others.length} more ${others.length === 1 ? 'reason' : 'reasons'})`;
}
