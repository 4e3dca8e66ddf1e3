import { requirements } from '../requirements/all.ts';
import { secondCatalogue } from './second-catalogue/second-catalogue.ts';

/** Deviations of the second catalogue that no run can reach, and why. */
export const unreachable: readonly string[] = [
  'leading-dash-peer-without-effect',
  'digits-guid-as-number',
  'digits-peer-order-lost',
];
export const whyUnreachable = 'every id of a run begins with its prefix, whose first character is a letter';

/** The names of all others. */
export const reachable: readonly string[] = secondCatalogue
  .map(({ name }) => name)
  .filter((name) => !unreachable.includes(name));

/** The requirements that put the clause to the test that a deviation breaks. */
export function requirementsBrokenBy(deviation: string): readonly string[] {
  const clause = secondCatalogue.find(({ name }) => name === deviation)?.clause ?? '';
  return requirements.filter(({ clauses }) => clauses.includes(clause)).map(({ id }) => id);
}
