import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasColour, print, Refusal, say } from '../../fixtures/command-line/output.ts';
import { cannotWrite } from '../report/write-whole.ts';
import type { Page } from '../writers/page.ts';
import { terminalText } from '../writers/terminal.ts';

/** Throws `Refusal` with the first of these sentences that there is. */
export function refuseFor(...sentences: readonly (string | false | undefined)[]): void {
  const sentence = sentences.find((one) => typeof one === 'string');
  if (typeof sentence === 'string') throw new Refusal(sentence);
}

/** Throws `Refusal` where it shows before that some of these files cannot be written: a sentence for each. */
export async function refuseUnwritable(paths: readonly string[]): Promise<void> {
  const problems = (await Promise.all(paths.map(cannotWrite))).filter((why) => why !== undefined);
  if (problems.length > 0) throw new Refusal(problems);
}

export const isSameFile = (one: string, other: string): boolean => realPath(one) === realPath(other);

function realPath(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) ? realpathSync(whole) : whole;
}

/** Writes every file with `write`, says which could not be written, and whether all could. */
export async function writeFiles(paths: readonly string[], write: (path: string) => Promise<void>): Promise<boolean> {
  let isAllWritten = true;
  for (const path of paths) {
    try {
      await write(path);
    } catch (error) {
      isAllWritten = false;
      say((await cannotWrite(path)) ?? `${path} could not be written: ${shortMessage(error)}.`);
    }
  }
  return isAllWritten;
}

/** Shows a page on stdout; resolves to whether it could be written. */
export const show = (page: Page, verbose = false): Promise<boolean> =>
  print(terminalText(page, { colour: hasColour(process.stdout), verbose }));

/** Node's words without the name of a temporary file. */
const shortMessage = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/, [a-z]+ '.*$/u, '') : String(error);
