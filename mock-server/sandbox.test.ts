import { expect, it } from 'vitest';
import { referenceBehaviour } from '../core/index.ts';
import { worldState } from '../fixtures/world.ts';
import { answer, openSandbox } from './sandbox.ts';
import { fourUsers, sessionTime } from './testing/handler-session.ts';

it('should stay as it was where its handler fails', () => {
  const state = worldState(fourUsers, referenceBehaviour, sessionTime);
  const createHandler = () => () => {
    throw new Error('a bug');
  };
  const settings = { journal: 10, createHandler };
  const sandbox = openSandbox('', { behaviour: referenceBehaviour, state }, settings);
  const request = { method: 'GET', url: '/v3/conversations', headers: {}, body: '' };
  expect(() => answer(sandbox, request, 'full')).toThrow('a bug');
  expect(sandbox.cell.state).toBe(state);
  expect(sandbox.journal.size()).toBe(0);
});
