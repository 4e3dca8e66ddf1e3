import type { Report } from '../report.ts';
import { printableJson } from './printable.ts';

/** The report as it is, for programs and for `--replay`. */
export const jsonReport = (report: Report): string => `${printableJson(JSON.stringify(report, null, 2))}\n`;
