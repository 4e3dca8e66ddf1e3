import { extname } from 'node:path';
import type { Page } from '../writers/page.ts';
import type { Report } from './document.ts';
import { writeWhole } from './write-whole.ts';

/** What can be written: for programs as it is, for people as a page, and a report for CI systems, too. */
export interface Written {
  readonly data: object;
  readonly page: () => Promise<Page>;
  readonly report?: Report;
}

/** File endings that name a form. */
export type Ending = '.json' | '.xml' | '.html' | '.md';

const forms: Readonly<Record<Ending, (written: Written) => Promise<string>>> = {
  '.json': async ({ data }) => (await import('../writers/json.ts')).jsonText(data),
  '.xml': async ({ report }) => {
    if (report === undefined) throw new Error('only the report of a run has a form for JUnit');
    return (await import('../writers/junit.ts')).junitReport(report);
  },
  '.html': async ({ page }) => (await import('../writers/html.ts')).htmlText(await page()),
  '.md': async ({ page }) => (await import('../writers/markdown.ts')).markdownText(await page()),
};

export const reportEndings: readonly Ending[] = ['.json', '.xml', '.html', '.md'];
export const pageEndings: readonly Ending[] = ['.html', '.md', '.json'];

/** What is wrong with a path whose ending has to name a form; undefined when nothing is. */
export function endingProblem(path: string, endings: readonly Ending[]): string | undefined {
  if (endings.some((ending) => ending === extname(path).toLowerCase())) return undefined;
  const known = endings.map((ending) => (ending === '.xml' ? '.xml (JUnit)' : ending));
  return `${path} has none of the endings that name a form of report: ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`;
}

/** Writes it in the form that the path's ending names, whole or not at all. */
export async function writeAs(path: string, written: Written): Promise<void> {
  const problem = endingProblem(path, reportEndings);
  if (problem !== undefined) throw new Error(problem);
  await writeWhole(path, await forms[extname(path).toLowerCase() as Ending](written));
}

/** Writes the report in the form that the path's ending names, whole or not at all. */
export const writeReport = (report: Report, path: string): Promise<void> =>
  writeAs(path, {
    ...{ data: report, report },
    page: async () => (await import('../writers/report-page.ts')).reportPage(report),
  });
