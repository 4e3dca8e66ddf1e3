import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { runProgram } from '../../core/testing/run-program.ts';
import { startMockServer } from '../start-mock-server.ts';
import { tasks } from './cypress.config.ts';

// What of the recipes runs without their tools. `npm run full` runs each with its own: runners.test.ts.

it('the recipe for node:test should pass', async () => {
  const file = new URL('node-test.mjs', import.meta.url).pathname;
  const { code, out } = await runProgram(process.execPath, ['--test', file], process.cwd());
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^\S+ pass 1$/m) });
});

it('the recipe for Cypress should look for what that for Playwright finds in the page', () => {
  const [cypress, playwright] = ['cypress.cy.js', 'playwright.spec.mjs'].map((name) =>
    readFileSync(new URL(name, import.meta.url), 'utf8'),
  );
  const texts = Array.from(cypress?.matchAll(/cy\.contains\((?:'button', )?'(.*)'\)/g) ?? [], ([, text = '']) => text);
  expect(texts).toEqual(['Reset Bob', 'Reset Bob', 'Try again later.']);
  expect(texts.filter((text) => !playwright?.includes(text))).toEqual([]);
});

it('the recipe for Cypress should open a world for each test, break it and show what happened', async () => {
  await using mock = await startMockServer();
  vi.stubEnv('CONVERSATION_RESET_URL', mock.url);
  const { freshWorld, addFault, journal } = tasks();
  const first = await freshWorld({ name: 'A test' });
  const { url, apiKey } = await freshWorld({ name: 'A test' });
  expect([first, { url, apiKey }]).toEqual(Array(2).fill({ url: mock.url, apiKey: 'local-key.a-test-1' }));

  const read = () => fetch(`${url}/conversations`, { headers: { apikey: apiKey, onBehalfOf: 'alice' } });
  expect(await addFault({ status: 503, times: 1 })).toBe(1);
  expect([(await read()).status, (await read()).status]).toEqual([503, 200]);
  expect(await journal({ status: 503 })).toHaveLength(1);
  expect(await journal(null)).toHaveLength(2);
});
