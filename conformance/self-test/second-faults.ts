import { requirements } from '../requirements/all.ts';
import { secondCatalogue } from './second-catalogue/second-catalogue.ts';

const lettersFirst = 'every id of a run begins with its prefix, whose first character is a letter';

/** Deviations of the second catalogue that no run can reach, with the reason. */
export const unreachable: Readonly<Record<string, string>> = {
  'leading-dash-peer-without-effect': lettersFirst,
  'digits-guid-as-number': lettersFirst,
  'digits-peer-order-lost': lettersFirst,
};

/** The names of all others. */
export const reachable: readonly string[] = secondCatalogue
  .map(({ name }) => name)
  .filter((name) => unreachable[name] === undefined);

/** The requirements that put the clause to the test that a deviation breaks. */
export function requirementsBrokenBy(deviation: string): readonly string[] {
  const clause = secondCatalogue.find(({ name }) => name === deviation)?.clause ?? '';
  return requirements.filter(({ clauses }) => clauses.includes(clause)).map(({ id }) => id);
}
