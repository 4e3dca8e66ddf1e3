import { printableJson } from '../report/printable.ts';

/** A document as JSON, for programs. What steers a terminal or turns the direction of writing stands there escaped. */
export const jsonText = (document: object): string => `${printableJson(JSON.stringify(document, null, 2))}\n`;
