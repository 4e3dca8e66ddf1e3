import type { Report } from '../report/document.ts';
import { grouped } from '../report/grouped.ts';
import { knownMachine } from '../tour/tour.ts';
import type { Extent } from './extent.ts';
import { type Apart, apartIn, tours } from './tour.ts';

/** What a run may say of all faults. */
export type FaultDomain = Pick<Report, 'completeFor' | 'notCompleteFor'>;

const scope =
  'of one user with one user conversation and one group conversation, save what may still change after a permanent deletion';

/** For which faults a run is complete of whose walks so many were carried out to their end. */
export function faultDomain({ budget, behaviour, profile }: Extent, walked: number, planned: number): FaultDomain {
  if (tours[budget].length === 0) return {};
  if (behaviour === undefined) return { notCompleteFor: 'complete for nothing, as addressing is unknown' };
  if (walked < planned)
    return { notCompleteFor: `complete for nothing, as ${walked} of ${planned} walks were carried out to their end` };
  const apart = apartIn(behaviour, profile);
  const classes = new Set(apart.map(({ name }) => name));
  const shown = tours[budget].map(({ covers, rich = false, steps }) => {
    const what = covers === 'resets' ? 'reset' : 'operation';
    const { states } = knownMachine(behaviour, { rich, apart: classes });
    const count = steps === 1 ? `one ${what}` : `two ${what}s in a row`;
    return `${count} from any of the ${states.length} states${rich ? ', the other side acting too' : ''}`;
  });
  const left = leftOut(apart, behaviour.addressing.length);
  return {
    completeFor: `complete for deterministic deviations from the specification that show in ${shown.join(', and in ')}, ${scope}`,
    ...(left.length === 0 ? {} : { notCompleteFor: `not complete for ${left.join('; nor for ')}` }),
  };
}

/** By what they do otherwise. */
function leftOut(apart: readonly Apart[], forms: number): readonly string[] {
  return grouped(apart, ({ because }) => because).map(([because, own]) => {
    const resets = grouped(own, ({ reset }) => `${reset.permanently ? 'permanent ' : ''}${reset.in} resets`);
    return `${resets.map(([kind, some]) => kind + howOf(some, forms)).join(', ')} (${because})`;
  });
}

/** What distinguishes them from others of their kind. */
function howOf(some: readonly Apart[], forms: number): string {
  const orders = grouped(some, ({ reset }) => (reset.preserveOrder ? ' with' : ' without'));
  const inForms = grouped(some, ({ form }) => form).map(([form]) => form);
  const order = orders.length > 1 ? '' : `${orders[0]?.[0]} preserveOrder`;
  return order + (inForms.length === forms ? '' : ` in the form ${inForms.join(' or ')}`);
}
