import type { World } from '../../fixtures/world.ts';

/** Alice talks to Bob and to Carol, and with both in a group; Dave has talked to nobody. */
export const fourUsers: World = {
  users: [
    { uid: 'alice', name: 'Alice', createdAt: 1_600_000_000 },
    { uid: 'bob', name: 'Bob', createdAt: 1_600_000_001 },
    { uid: 'carol', name: 'Carol', createdAt: 1_600_000_002 },
    { uid: 'dave', name: 'Dave', createdAt: 1_600_000_003 },
  ],
  groups: [
    { guid: 'climbers', name: 'Climbers', owner: 'alice', members: ['bob', 'carol'], createdAt: 1_600_000_004 },
    { guid: 'silent', name: 'Silent', members: ['alice'], createdAt: 1_600_000_005 },
  ],
  conversations: [
    { between: ['alice', 'bob'], messages: [{ alice: 'Hello Bob' }, { bob: 'Hello Alice' }] },
    { group: 'climbers', messages: [{ carol: 'To the wall?' }] },
    { between: ['alice', 'carol'], messages: [{ carol: 'Got a rope?' }] },
  ],
};
