import { extname } from 'node:path';
import { jsonText } from '../../fixtures/printable.ts';
import { listed } from '../../fixtures/problem.ts';
import { htmlText } from '../writers/html.ts';
import { junitReport } from '../writers/junit.ts';
import { markdownText } from '../writers/markdown.ts';
import type { Page } from '../writers/page.ts';
import { reportPage } from '../writers/report-page.ts';
import type { Report } from './document.ts';
import { writeWhole } from './write-whole.ts';

/** What can be written: for programs as it is, for people as a page, and the report of a run also for JUnit. */
export interface Written {
  readonly data: object;
  readonly page: Page;
  readonly junit?: () => string;
}

/** Each form by the ending that names it. */
const forms: Readonly<Record<string, (written: Written) => string | undefined>> = {
  '.json': ({ data }) => jsonText(data),
  '.xml': ({ junit }) => junit?.(),
  '.html': ({ page }) => htmlText(page),
  '.md': ({ page }) => markdownText(page),
};

export const reportEndings = Object.keys(forms);
export const pageEndings = reportEndings.filter((ending) => ending !== '.xml');

/** What is wrong with a path whose ending has to name a form; undefined when nothing is. */
export function endingProblem(path: string, endings: readonly string[]): string | undefined {
  if (endings.includes(endingOf(path))) return undefined;
  const known = endings.map((ending) => (ending === '.xml' ? '.xml (JUnit)' : ending));
  return `${path} has none of the endings that name a form of report: ${listed(known)}.`;
}

const endingOf = (path: string): string => extname(path).toLowerCase();

/** Writes it in the form that the path's ending names, whole or not at all. */
export async function writeAs(path: string, written: Written): Promise<void> {
  const text = forms[endingOf(path)]?.(written);
  if (text === undefined) throw new Error(endingProblem(path, written.junit ? reportEndings : pageEndings));
  await writeWhole(path, text);
}

/** As `writeAs`, for the report of a run. */
export const writeReport = (report: Report, path: string): Promise<void> =>
  writeAs(path, { data: report, page: reportPage(report), junit: () => junitReport(report) });
