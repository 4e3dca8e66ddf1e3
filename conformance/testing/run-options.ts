import { readArguments } from '../../fixtures/command-line/read-arguments.ts';
import { help } from '../cli/help.ts';
import * as options from '../cli/options.ts';

/** The options of a run, as they come from a command line. */
export function runOptions(args: readonly string[]): options.RunOptions {
  const written = readArguments(args, help);
  options.refuseMixture(written);
  return options.runOptions(written);
}
