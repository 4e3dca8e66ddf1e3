// Each worker has a key of its own, and with it a world of its own; each test finds it as it was.
import { test as base, expect } from '@playwright/test';
import { connectMockServer } from 'conversation-reset/mock-server/connect';

const mock = connectMockServer('http://127.0.0.1:4010/v3');

const test = base.extend({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern.
    async ({}, use, { workerIndex }) => {
      const world = await mock.freshWorld({ name: `worker-${workerIndex}` });
      await use(world);
      await world.close();
    },
    { scope: 'worker' },
  ],
  app: async ({ page, world }, use) => {
    await world.reset();
    await page.goto(`/page.html?${new URLSearchParams({ api: world.url, key: world.apiKey })}`);
    await use(page);
  },
});

test('a reset takes a conversation off the list', async ({ app }) => {
  await expect(app.getByRole('listitem')).toHaveCount(5);
  await app.getByRole('button', { name: 'Reset Bob' }).click();
  await expect(app.getByRole('listitem')).toHaveCount(4);
});

test('a reset that fails says so, and the list stays', async ({ app, world }) => {
  await world.faults.add({ status: 503, message: 'Try again later.', matching: { method: 'DELETE' } });
  await app.getByRole('button', { name: 'Reset Bob' }).click();
  await expect(app.getByRole('status')).toHaveText('Try again later.');
  await expect(app.getByRole('listitem')).toHaveCount(5);
});
