import { expect, it } from 'vitest';
import { referenceBehaviour } from '../../core/index.ts';
import { differences } from './found-exactly.ts';

const accepted = { unknownField: 200, emptyBody: 200, missingContentType: 200 };
const statuses = { ...referenceBehaviour.statuses, ...accepted };
const found = { ...referenceBehaviour, statuses };
const { nonMember: _member, ...withoutMember } = found;
const forActor = { permanentDeletion: 'for-actor' } as const;
const { deleteMessagesPermanentlyOmitted: _omitted, ...withoutOmitted } = { ...found, ...forActor };
const otherStatuses = { ...found, statuses: { ...statuses, nonMember: 404, emptyBody: 400 } };
const hidden = ['deleteMessagesPermanentlyOmitted'];

it.each([
  ['what the server does', found, [], {}, []],
  ['another value', { ...found, permanentDeletion: 'other' }, [], {}, ['permanentDeletion']],
  ['another form of addressing', { ...found, addressing: ['path-actor'] }, [], {}, ['addressing']],
  ['nothing where it can be seen', withoutMember, ['nonMember'], {}, ['nonMember']],
  ['nothing where one choice hides another', withoutOmitted, hidden, forActor, []],
  ['other statuses', otherStatuses, [], {}, ['statuses.nonMember', 'statuses.emptyBody']],
] as const)('should say what is not as it is where a run found %s', (_, behaviour, behaviourUnknown, change, wrong) => {
  const differing = differences({ behaviour, behaviourUnknown }, { ...referenceBehaviour, ...change });
  expect(differing.map(({ axis }) => axis)).toEqual(wrong);
});
