import { describe, expect, it } from 'vitest';
import { referenceBehaviour, singleAxes } from '../../core/index.ts';
import { differences } from './found-exactly.ts';
import { listedServers, type PermittedServer } from './permitted-servers.ts';

const [usual] = listedServers() as readonly [PermittedServer];
const foundAll = {
  ...referenceBehaviour,
  statuses: {
    ...referenceBehaviour.statuses,
    unknownField: 200,
    emptyBody: 200,
    missingContentType: 200,
  },
};

describe('what a run found', () => {
  it('should be what the server does, and say how many axes that are', () => {
    const { of, wrong } = differences({ behaviour: foundAll, behaviourUnknown: [] }, usual);
    expect(wrong).toEqual([]);
    expect(of).toBe(singleAxes.length + 1);
  });

  it('should not be something else', () => {
    const behaviour = { ...foundAll, permanentDeletion: 'other', addressing: ['path-actor'] } as const;
    expect(differences({ behaviour, behaviourUnknown: [] }, usual).wrong).toEqual([
      { axis: 'addressing', found: 'path-actor', is: 'path-actor,path-peer,path-peer-echo' },
      { axis: 'permanentDeletion', found: 'other', is: 'for-everyone' },
    ]);
  });

  it('should not be unknown where it can be seen', () => {
    const { nonMember: _, ...behaviour } = foundAll;
    const { wrong } = differences({ behaviour, behaviourUnknown: ['nonMember'] }, usual);
    expect(wrong).toEqual([{ axis: 'nonMember', found: 'unknown', is: 'rejected' }]);
  });

  it('may be unknown where one choice hides another', () => {
    const server = { ...usual, behaviour: { ...referenceBehaviour, permanentDeletion: 'for-actor' as const } };
    const { deleteMessagesPermanentlyOmitted: _, ...behaviour } = {
      ...foundAll,
      permanentDeletion: 'for-actor' as const,
    };
    const behaviourUnknown = ['deleteMessagesPermanentlyOmitted'];
    expect(differences({ behaviour, behaviourUnknown }, server).wrong).toEqual([]);
    expect(differences({ behaviour, behaviourUnknown: [] }, server).wrong).toHaveLength(1);
  });

  it('should have the status of each refusal, and 200 for what is accepted', () => {
    const statuses = { ...foundAll.statuses, nonMember: 404, emptyBody: 400 };
    expect(differences({ behaviour: { ...foundAll, statuses }, behaviourUnknown: [] }, usual).wrong).toEqual([
      { axis: 'statuses.nonMember', found: '404', is: '403' },
      { axis: 'statuses.emptyBody', found: '400', is: '200' },
    ]);
  });
});
