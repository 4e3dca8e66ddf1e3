import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type MockServerOptions, startMockServer } from '../start-mock-server.ts';
import { ask } from '../testing/ask.ts';
import { chromiumPath } from '../testing/chromium.ts';

// In a real browser: `npm run full` runs it.

const executablePath = chromiumPath('The inspector');

let browser: Browser;

describe.skipIf(executablePath === undefined)('the inspector in Chromium', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath as string });
  });
  afterAll(() => browser?.close());

  it('should show each list, live what a request did to it, and forget what the journal forgot', async () => {
    const { mock, page, call } = await open();
    const list = () => namesIn(page, '[data-uid=alice]');
    await shows(list).toEqual(['group release', 'erin', 'group lunch', 'bob', 'dave']);
    await call('DELETE', '/users/lunch/conversation', { preserveOrder: false });
    await call('DELETE', '/users/bob/conversation', { preserveOrder: false });
    await shows(list).toEqual(['group release', 'erin', 'group lunch', 'dave']);
    await shows(() => page.locator('#journal .status').allTextContents()).toEqual(['200', '404']);
    mock.sandbox().reset();
    await shows(() => page.locator('#journal > li').count()).toBe(0);
  });

  it('should draw the list before and after a reset, by the keyboard alone', async () => {
    const { page, call } = await open({ behaviour: { withoutPreserveOrder: 'moved-last' } });
    await call('DELETE', '/users/bob/conversation', { preserveOrder: false });
    await page.locator('#journal summary').focus();
    await page.keyboard.press('Enter');
    const [before, after] = ['figure td:nth-child(2)', 'figure td:last-child'];
    await shows(() => namesIn(page, before)).toEqual(['group release', 'erin', 'group lunch', 'bob', 'dave']);
    expect(await namesIn(page, after)).toEqual(['group release', 'erin', 'group lunch', 'dave', 'bob']);
    expect(await namesIn(page, 'figure .moved')).toEqual(['bob', 'bob']);
    expect(await page.locator('figure path').count()).toBe(5);
    expect(await page.locator('.entry').textContent()).toContain('withoutPreserveOrder');
  });

  it('should go back to before a request', async () => {
    const { mock, page, call } = await open();
    const before = mock.sandbox().read();
    await call('DELETE', '/users/bob/conversation', { preserveOrder: false });
    await page.locator('#journal summary').click();
    await page.getByRole('button', { name: 'Back to before this request' }).click();
    await shows(() => page.locator('#message').textContent()).toContain('before request 1');
    expect(mock.sandbox().read()).toEqual(before);
    await shows(() => namesIn(page, '[data-uid=alice]')).toContain('bob');
  });

  it('should keep its filter in the address', async () => {
    const { page, call } = await open();
    await call('GET', '/conversations');
    await call('DELETE', '/users/nobody/conversation');
    await page.getByLabel('Status').fill('404');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/\?status=404$/);
    const requests = () => page.locator('#journal summary > code').allTextContents();
    await shows(requests).toEqual(['DELETE /v3/users/nobody/conversation']);
    expect(await page.locator('#facts').textContent()).toBe('1 of 2 requests · newest first');
    await page.goto(`${new URL(page.url()).origin}/?path=users`);
    await shows(() => page.locator('#message').textContent()).toContain('a path begins with a slash');
  });

  it('should show sandboxes by name, and one of them', async () => {
    const { mock, page, call } = await open();
    mock.sandbox('test-1');
    await call('GET', '/conversations', undefined, { apikey: `${mock.apiKey}.test-1` });
    await page.getByRole('link', { name: 'test-1 · 1' }).click();
    await shows(() => page.locator('#journal > li').count()).toBe(1);
    expect(await page.locator('[aria-current=page]').textContent()).toBe('test-1 · 1');
  });

  it('should show what is hostile as text', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const { page, call } = await open();
    await call('POST', '/users', { uid: 'mallory', name: hostile, [hostile]: hostile });
    await call('GET', `/users/${encodeURIComponent(hostile)}/${hostile.replaceAll(' ', '%20')}`);
    await call('GET', '/conversations', undefined, { onBehalfOf: hostile });
    await shows(() => page.locator('#journal > li').count()).toBe(3);
    for (const summary of await page.locator('#journal summary').all()) await summary.click();
    await shows(() => page.locator('.entry').count()).toBe(3);
    expect(await page.locator('main img, main script, body > script ~ *').count()).toBe(0);
    expect(await page.locator('#journal').textContent()).toContain(`for ${hostile}`);
    expect(await page.title()).toContain('Mock server');
  });

  it('should ask for the control token where there is one', async () => {
    const { page } = await open({ controlToken: 'a-token' });
    await page.getByLabel('Control token').fill('a-token');
    await page.keyboard.press('Enter');
    await shows(() => namesIn(page, '[data-uid=alice]')).toContain('bob');
    expect(await page.getByLabel('Control token').isVisible()).toBe(false);
  });

  it('should be no way in for a page of another port, nor be opened by one', async () => {
    const { mock, page, call } = await open();
    const { origin } = new URL(mock.url);
    await call('DELETE', '/users/bob/conversation', { preserveOrder: false });
    const after = mock.sandbox().read();
    const server = createServer((_, outgoing) => outgoing.end('<!doctype html>')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const foreign = await page.context().newPage(); // Of which the console may have errors.
    await foreign.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const restore = `${origin}/_mock/journal/restore`;
    const tried = await foreign.evaluate<unknown>(`Promise.all([
      fetch('${origin}/_mock/overview'),
      fetch('${restore}', { method: 'POST', headers: { 'x-other': 'x' } }),
      fetch('${restore}', { method: 'POST', mode: 'no-cors', body: '{"number":1}' }),
    ].map((asked) => asked.then(({ type }) => type, () => 'failed')))`);
    expect(tried).toEqual(['failed', 'failed', 'opaque']);
    expect(mock.sandbox().read()).toEqual(after);
    await foreign.evaluate(`location.assign('${origin}/')`);
    await shows(() => foreign.locator('body').textContent()).toContain(`type ${origin}/ where the address stands`);
  });

  it.each([1200, 400])('should fit a window of %i pixels', async (width) => {
    const { mock, page, call } = await open({ behaviour: { withoutPreserveOrder: 'moved-first' } });
    await page.setViewportSize({ width, height: 900 });
    mock.sandbox('checkout-test-1');
    await call('GET', '/conversations');
    mock.sandbox().faults.add({ status: 503, times: 1 });
    await call('POST', '/messages', { receiver: 'bob', receiverType: 'user', category: 'message', type: 'text' });
    await call('DELETE', '/users/nobody/conversation', { conversationWith: 'nobody', preserveOrdr: true });
    await call('DELETE', '/groups/release/conversation', { deleteMessagesPermanently: true, preserveOrder: true });
    await call('DELETE', '/users/dave/conversation', { conversationWith: 'dave', preserveOrdr: true });
    await shows(() => page.locator('#journal > li').count()).toBe(5);
    for (const nth of [0, 2]) await page.locator('#journal summary').nth(nth).click();
    await shows(() => page.locator('.entry').count()).toBe(2);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});

// Helpers

async function open(options: MockServerOptions = {}) {
  const mock = await startMockServer(options);
  onTestFinished(() => mock.close());
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[01]/.test(message.text())) failures.push(message.text());
  });
  onTestFinished(() => expect(failures).toEqual([]));
  await page.goto(`${new URL(mock.url).origin}/`);
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    ask(mock, `${method} ${path}`, body, headers);
  return { mock, page, call };
}

/** The page asks twice a second; a busy machine takes longer. */
const shows = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 20_000 });

const namesIn = (page: Page, within: string): Promise<readonly string[]> =>
  page.locator(within).locator('.name').allTextContents();
