import { resetRequest } from './reset-request.ts';
import { flagsSent, isReset, type Reset, type Scenario, withOperations } from './scenario.ts';

/**
 * The same reset without what its request has no place for: fields where there is no body, with the form that names
 * somebody there, and spellings of what is not sent. A flag stays that has a wrong type, as its field is sent.
 */
export function onlySent(reset: Reset): Reset {
  if (reset.body === undefined && reset.wire === undefined && reset.extra === undefined) return reset;
  const sent = (one: Reset): string => JSON.stringify(resetRequest(one, 'x', 'k'));
  const whole = sent(reset);
  const less = withOneLess(reset).find((one) => sent(one) === whole);
  return less === undefined ? reset : onlySent(less);
}

/** The scenario with what its resets send and nothing else: what is not sent would be reported, and counted. */
export const asSent = (scenario: Scenario): Scenario =>
  withOperations(scenario, (one) => (isReset(one) ? onlySent(one) : one));

function withOneLess(reset: Reset): readonly Reset[] {
  const { conversation, form, wire = [], path } = reset;
  const { extra, ...plain } = reset;
  const { wire: _, ...unspelled } = reset;
  const isFree = conversation.kind === 'user' && path === undefined && form !== 'path-peer';
  return [
    ...(extra === undefined ? [] : [plain]),
    ...wire.map((form) => (wire.length === 1 ? unspelled : { ...reset, wire: wire.filter((one) => one !== form) })),
    ...flagsSent(reset).map((name) => ({ ...reset, [name]: 'absent' })),
    ...(isFree ? [{ ...reset, form: 'path-peer' } as const] : []),
  ];
}
