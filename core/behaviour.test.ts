import { describe, expect, it } from 'vitest';
import { addressingForms, axisValues, referenceBehaviour } from './behaviour.ts';

describe('the behaviour axes', () => {
  it('should be those of the contract, the default first', () => {
    expect(addressingForms).toEqual(['path-actor', 'path-peer', 'path-peer-echo']);
    expect(axisValues).toEqual({
      withoutPreserveOrder: ['removed', 'moved-last', 'moved-first', 'kept'],
      messagesAfterReset: ['hidden', 'visible'],
      deleteMessagesPermanentlyOmitted: ['as-false', 'as-true'],
      permanentDeletion: ['for-everyone', 'for-actor'],
      missingConversation: ['rejected', 'accepted'],
      nonMember: ['rejected', 'accepted'],
      wrongType: ['rejected', 'coerced', 'ignored'],
      unknownField: ['ignored', 'rejected'],
      emptyBody: ['accepted', 'rejected'],
      missingContentType: ['accepted', 'rejected'],
      identifierCase: ['folded', 'sensitive'],
      groupAppears: ['first-message', 'joining'],
    });
  });

  it('should all be at their default in the reference', () => {
    const { addressing, statuses, ...axes } = referenceBehaviour;
    expect(addressing).toEqual(addressingForms);
    expect(axes).toEqual(Object.fromEntries(Object.entries(axisValues).map(([axis, [first]]) => [axis, first])));
    expect(statuses).toEqual({
      ...{ missingApiKey: 401, wrongApiKey: 401, insufficientScope: 403, missingOnBehalfOf: 400 },
      ...{ unknownActor: 404, unknownUser: 404, unknownGroup: 404, nonMember: 403, missingConversation: 404 },
      ...{ refusedAddressing: 400, malformedBody: 400, wrongType: 400, unknownField: 400, emptyBody: 400 },
      ...{ missingContentType: 415, unknownRoute: 404 },
    });
  });
});
