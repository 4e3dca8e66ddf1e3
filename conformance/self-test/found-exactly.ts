import { type Behaviour, type SingleAxis, type StatusCase, singleAxes, statusCases } from '../../core/index.ts';
import type { Report } from '../report/document.ts';
import type { PermittedServer } from './permitted-servers.ts';

/** A choice of a server that a run did not find as it is. */
export interface Difference {
  readonly axis: string;
  readonly found: string;
  readonly is: string;
}

/** The axes that a run has to find. */
export const axes = ['addressing', ...singleAxes] as const;

/** What a run did not find as the server does it, as far as it can be seen from outside. */
export function differences(
  { behaviour: found, behaviourUnknown }: Pick<Report, 'behaviour' | 'behaviourUnknown'>,
  behaviour: Behaviour,
  style: PermittedServer['style'] = {},
): readonly Difference[] {
  const wrongAxes = axes.flatMap((axis) => {
    const is = String(behaviour[axis]);
    const seen = found[axis];
    if (seen !== undefined) return String(seen) === is ? [] : [{ axis, found: String(seen), is }];
    const isHidden = cannotBeSeen(axis, behaviour) && behaviourUnknown.includes(axis);
    return isHidden ? [] : [{ axis, found: 'unknown', is }];
  });
  const wrongStatuses = statusCases.flatMap((name) => {
    const seen = found.statuses?.[name];
    const is = statusOf(name, behaviour);
    // No status says "200 that refuses", and none is written down for an error of the server.
    if (style.refusalsAs200 || (name === 'missingApiKey' && style.missingKey5xx)) return [];
    return seen === is ? [] : [{ axis: `statuses.${name}`, found: String(seen ?? 'unknown'), is: String(is) }];
  });
  return [...wrongAxes, ...wrongStatuses];
}

/** Where one choice hides another from view. */
function cannotBeSeen(axis: 'addressing' | SingleAxis, behaviour: Behaviour): boolean {
  const deletionsLookAlike = behaviour.permanentDeletion === 'for-actor' && behaviour.messagesAfterReset === 'hidden';
  if (axis === 'deleteMessagesPermanentlyOmitted') return deletionsLookAlike;
  if (axis === 'wrongType') return deletionsLookAlike && behaviour.withoutPreserveOrder === 'kept';
  return false;
}

/** The status with which the server answers a case: 200 where it is an axis as well, and not rejected there. */
function statusOf(name: StatusCase, behaviour: Behaviour): number {
  const axis = singleAxes.find((one) => one === name);
  return axis !== undefined && behaviour[axis] !== 'rejected' ? 200 : behaviour.statuses[name];
}
