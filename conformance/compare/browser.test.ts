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
  'what a reader hides is not shown, and the address says so',
  async () => {
    const file = join(folder, 'compare.html');
    const { conforms, violates, incomplete } = sampleReports;
    writeFileSync(file, htmlText(comparisonPage(compareReports([conforms, violates, incomplete]))));
    const browser = await chromium.launch({ executablePath: executablePath as string });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const seen = async () => ({
      names: await page.locator('table').first().locator('th:visible').allTextContents(),
      rows: await page.locator('tr[data-of]:visible').count(),
      violations: await page.locator('article:visible').count(),
    });
    const columns = () =>
      page
        .locator(':not(article) > .wide > table:visible')
        .evaluateAll((tables) =>
          tables.map((table) => [...table.querySelectorAll('th')].map((cell) => cell.getBoundingClientRect().x)),
        );

    await page.goto(pathToFileURL(file).href);
    for (const one of await columns())
      expect(one, 'a column stands in the same place in each table').toEqual((await columns())[0]);
    const all = { names: ['', 'reference', 'late <server>', 'slow'], rows: 6, violations: 4 };
    expect(await seen()).toEqual(all);
    await page.getByLabel('late <server>').check();
    const others = { names: ['', 'reference', 'slow'], rows: 6, violations: 0 };
    expect(await seen()).toEqual(others);
    await page.getByLabel('required').check();
    expect(await seen()).toEqual({ ...others, rows: 3 });
    await page.goto(page.url());
    expect(await seen()).toEqual({ ...others, rows: 3 });
    await page.getByLabel('required').uncheck();
    await page.getByLabel('late <server>').uncheck();
    expect(await seen()).toEqual(all);
    expect(new URL(page.url()).search).toBe('');
  },
  60_000,
);
