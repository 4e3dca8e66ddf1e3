import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { chromiumPath } from '../../mock-server/testing/chromium.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { htmlText } from '../writers/html.ts';
import { comparisonPage } from './compare-page.ts';
import { compareReports } from './compare-reports.ts';

// In a real browser: `npm run full` runs it.

const folder = temporaryFolder();
const executablePath = chromiumPath('The page of a comparison');

test.skipIf(executablePath === undefined)(
  'a hidden column counts for no row, and the address says so',
  async () => {
    const file = join(folder, 'compare.html');
    const { conforms, violates, incomplete } = sampleReports;
    writeFileSync(file, htmlText(comparisonPage(compareReports([conforms, violates, incomplete]))));
    const browser = await chromium.launch({ executablePath: executablePath as string });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const said = (): Promise<readonly string[]> => page.locator('[data-group]:visible > summary').allTextContents();

    const columns = () =>
      page
        .locator('table:visible')
        .evaluateAll((tables) =>
          tables.map((table) => [...table.querySelectorAll('th')].map((cell) => cell.getBoundingClientRect().x)),
        );

    await page.goto(pathToFileURL(file).href);
    for (const one of await columns())
      expect(one, 'a column stands in the same place in each table').toEqual((await columns())[0]);
    const all = await said();
    expect(all[0]).toBe('4 not the same');
    await page.getByLabel('late <server>').check();
    expect(await said()).toEqual([
      '1 the same, but not measured everywhere',
      '7 alike everywhere',
      '9 alike everywhere',
    ]);
    await page.getByLabel('derived').check();
    expect(await said()).toEqual([
      '1 the same, but not measured everywhere',
      '3 alike everywhere',
      '9 alike everywhere',
    ]);
    await page.goto(page.url());
    expect((await said())[1]).toBe('3 alike everywhere');
    expect(await page.getByRole('heading', { name: 'Violations' }).isVisible()).toBe(false);
    await page.getByLabel('all').check();
    await page.getByLabel('late <server>').uncheck();
    expect(await said()).toEqual(all);
    expect(new URL(page.url()).search).toBe('');
  },
  60_000,
);
