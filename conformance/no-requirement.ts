import { nearestName } from '../fixtures/nearest-name.ts';
import { requirements } from './requirements/all.ts';

/** What is said of a name that no requirement has. */
export function noRequirement(id: string): string {
  const ids = requirements.map((requirement) => requirement.id);
  const nearest = nearestName(id, ids);
  return `there is no requirement ${id}; ${nearest === undefined ? '--list names them.' : `did you mean ${nearest}?`}`;
}
