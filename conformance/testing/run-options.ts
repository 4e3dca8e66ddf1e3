import { parseOptions, type RunOptions } from '../cli/options.ts';
import { readOptions } from '../cli/read-options.ts';

/** The options of a run, as they come from a command line and an environment. */
export function runOptions(args: readonly string[], env: NodeJS.ProcessEnv = {}): RunOptions {
  const parsed = parseOptions(readOptions(args), env);
  if (parsed.kind !== 'run') throw new Error('this is no run');
  return parsed.options;
}
