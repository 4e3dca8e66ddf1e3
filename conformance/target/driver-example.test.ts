import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadDriver } from '../cli/load-driver.ts';
import type { Driver, DriverReply } from './driver.ts';

/** The example in front of a target that answers so, and what it asks. */
async function example(status = 204, json?: unknown) {
  const create = await loadDriver('./driver-example.mjs', 60_000, fileURLToPath(new URL('.', import.meta.url)));
  const asked: unknown[] = [];
  const driver = await create({
    ...{ baseUrl: 'http://memory/v3', apiKey: 'key' },
    request: async ({ method, path, body }): Promise<DriverReply> => {
      asked.push([`${method} ${path}`, ...(body === undefined ? [] : [body])]);
      return { status, json };
    },
  });
  return { driver, asked };
}

const bob = { kind: 'user', id: 'bob' } as const;
const crew = { kind: 'group', id: 'crew' } as const;
const letterToCrew = { from: 'ann', group: 'crew', text: 'hi' };

it.each<[unknown[], (driver: Driver) => Promise<unknown>]>([
  [['PUT /testing/people/ann'], (driver) => driver.createUser('ann')],
  [['PUT /testing/groups/crew', ['ann', 'bob']], (driver) => driver.createGroup('crew', ['ann', 'bob'])],
  [['POST /testing/letters', { from: 'ann', to: 'bob', text: 'hi' }], (driver) => driver.sendMessage('ann', bob, 'hi')],
  [['POST /testing/letters', letterToCrew], (driver) => driver.sendMessage('ann', crew, 'hi')],
  [['DELETE /testing/people/ann'], (driver) => driver.removeUser('ann')],
  [['DELETE /testing/groups/crew'], (driver) => driver.removeGroup('crew')],
])('the example arranges by %j, and says what could not be done', async (request, arrange) => {
  const { driver, asked } = await example();
  await arrange(driver);
  expect(asked).toEqual([request]);
  await expect(arrange((await example(409)).driver)).rejects.toThrow(`${request[0]} was answered with 409`);
});

it('the example shows lists and messages', async () => {
  const { driver, asked } = await example(200, { entries: ['person bob', 'group crew'], letters: ['hi', 'ho'] });
  expect(await driver.conversations('ann')).toEqual([bob, crew]);
  for (const peer of [bob, crew]) expect(await driver.messages('ann', peer)).toEqual(['hi', 'ho']);
  const inbox = 'GET /testing/people/ann/inbox';
  expect(asked.flat()).toEqual([inbox, `${inbox}/person/bob`, `${inbox}/group/crew`]);
  expect(await (await example(410)).driver.messages('ann', bob)).toEqual([]);
});
