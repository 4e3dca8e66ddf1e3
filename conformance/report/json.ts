import type { Report } from '../report.ts';

/** The report as it is, for programs and for `--replay`. */
export const jsonReport = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;
