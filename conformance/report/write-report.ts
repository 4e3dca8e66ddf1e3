import { extname } from 'node:path';
import { listed } from '../../fixtures/problem.ts';
import { htmlText } from '../writers/html.ts';
import { junitReport } from '../writers/junit.ts';
import { markdownText } from '../writers/markdown.ts';
import type { Page } from '../writers/page.ts';
import { reportPage } from '../writers/report-page.ts';
import type { Report } from './document.ts';
import { jsonText } from './printable.ts';
import { writeWhole } from './write-whole.ts';

/** What can be written: for programs as it is, for people as a page. */
export interface Written {
  readonly data: object;
  readonly page: Page;
}

/** Each form by the ending that names it. Only the report of a run has one more, for JUnit. */
const pageForms: Readonly<Record<string, (written: Written) => string>> = {
  '.html': ({ page }) => htmlText(page),
  '.md': ({ page }) => markdownText(page),
  '.json': ({ data }) => jsonText(data),
};

export const pageEndings = Object.keys(pageForms);
export const reportEndings: readonly string[] = ['.json', '.xml', '.html', '.md'];

/** What is wrong with a path whose ending has to name a form; undefined when nothing is. */
export function endingProblem(path: string, endings: readonly string[]): string | undefined {
  if (endings.includes(endingOf(path))) return undefined;
  const known = endings.map((ending) => (ending === '.xml' ? '.xml (JUnit)' : ending));
  return `${path} has none of the endings that name a form of report: ${listed(known)}.`;
}

const endingOf = (path: string): string => extname(path).toLowerCase();

/** Writes it in the form that the path's ending names, whole or not at all. */
export async function writeAs(path: string, written: Written): Promise<void> {
  const form = pageForms[endingOf(path)];
  if (form === undefined) throw new Error(endingProblem(path, pageEndings));
  await writeWhole(path, form(written));
}

/** As `writeAs`, for the report of a run. */
export async function writeReport(report: Report, path: string): Promise<void> {
  const problem = endingProblem(path, reportEndings);
  if (problem !== undefined) throw new Error(problem);
  if (endingOf(path) === '.xml') return writeWhole(path, junitReport(report));
  await writeAs(path, { data: report, page: reportPage(report) });
}
