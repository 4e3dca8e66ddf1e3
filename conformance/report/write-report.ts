import { extname } from 'node:path';
import type { Report } from './document.ts';
import { writeWhole } from './write-whole.ts';

/** A file ending that names a form. */
export type ReportEnding = keyof typeof forms;

const forms = {
  '.json': async () => (await import('../writers/json.ts')).jsonText,
  '.xml': async () => (await import('../writers/junit.ts')).junitReport,
  '.html': async () => (await import('../writers/html.ts')).htmlReport,
  '.md': async () => (await import('../writers/markdown.ts')).markdownReport,
} as const satisfies Readonly<Record<string, () => Promise<(report: Report) => string>>>;

const endings = Object.keys(forms) as readonly ReportEnding[];

/** The form that the ending of the path asks for; undefined when there is none. */
export const reportEnding = (path: string): ReportEnding | undefined =>
  endings.find((ending) => ending === extname(path).toLowerCase());

/** Writes the report in the form that the path's ending names, whole or not at all. */
export async function writeReport(report: Report, path: string): Promise<void> {
  const ending = reportEnding(path);
  if (ending === undefined) throw new Error(unknownEnding(path));
  const form = await forms[ending]();
  await writeWhole(path, form(report));
}

export const unknownEnding = (path: string): string =>
  `${path} has none of the endings that name a form of report: .json, .xml (JUnit), .html or .md.`;
