import type { Case, Reset, Step, Wire } from '../cases/case.ts';
import type { Mismatch } from '../play/play.ts';
import type { RequirementId } from '../requirements/catalogue.ts';

/**
 * What a violation is about, judged by what its case still needs: if it only shows with a chunked body, it is about
 * framing. For a case that was shrunk; of one that was not, nothing can be said but what was seen.
 */
export function attribute(requirement: RequirementId, { names, steps }: Case, at: number): RequirementId {
  const step = steps[at];
  if (step?.do === 'together') return 'quiet-after-concurrency';
  if (step?.do !== 'reset') return requirement;
  const byWire = aboutTheWire[step.wire];
  if (byWire !== undefined) return byWire;
  // Such an id may by itself be more than a target can take.
  const isAboutAlike = names === 'long' || names === 'marks' ? aboutOthers.includes(requirement) : names !== 'plain';
  if (isAboutAlike && isAboutState(requirement)) return 'look-alikes-apart';
  if (requirement.endsWith('-works') && hasOmission(step)) return 'optional-fields';
  if (requirement.endsWith('-order-kept') && step.permanently === 'true') return 'order-kept-with-permanent-deletion';
  return requirement;
}

/** Violations with different features are looked into apart, as they may be different bugs. */
export const bucketOf = ({ requirement, step }: Mismatch, { names, steps }: Case): string =>
  [requirement, wireOf(steps[step]), names].join(' ');

const aboutTheWire: Readonly<Partial<Record<Wire, RequirementId>>> = {
  chunked: 'framing',
  spaced: 'body-form',
  reordered: 'body-form',
  escaped: 'body-form',
  'percent-encoded': 'percent-encoding',
  'header-case': 'header-case',
};

const aboutTheAnswer: readonly RequirementId[] = [
  'status-200',
  'media-type',
  'success-true',
  'message-names-conversation',
  'message-names-acting-user',
  'message-names-no-other',
];

const aboutOthers: readonly RequirementId[] = [
  'acting-user-only',
  'rest-keeps-order',
  'nothing-doubled-or-lost',
  'permanent-deletes-no-other',
  'other-participants-untouched',
  'bystanders-untouched',
];

const isAboutState = (requirement: RequirementId): boolean => !aboutTheAnswer.includes(requirement);

const hasOmission = ({ preserveOrder, permanently }: Reset): boolean =>
  preserveOrder === 'left-out' || permanently === 'left-out';

const wireOf = (step: Step | undefined): string => (step?.do === 'reset' ? step.wire : (step?.do ?? 'sweep'));
