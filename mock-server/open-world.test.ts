import { expect, it } from 'vitest';
import { referenceBehaviour } from '../core/index.ts';
import { worldState } from '../fixtures/world.ts';
import { apiKey, fourUsers, sessionTime } from './handler-session.ts';
import { answer, openWorld } from './open-world.ts';

it('should stay as it was where its handler fails', () => {
  const start = worldState(fourUsers, referenceBehaviour, sessionTime);
  const settings = { behaviour: referenceBehaviour, start, journal: 10, milliseconds: Date.now };
  const world = openWorld(
    '',
    { apiKey },
    {
      ...settings,
      createHandler: () => () => {
        throw new Error('a bug');
      },
    },
  );
  expect(() => answer(world, { method: 'GET', url: '/v3/conversations', headers: {}, body: '' })).toThrow('a bug');
  expect(world.state).toBe(start);
  expect(world.journal.size()).toBe(0);
});
