import { parseOptions, type RunOptions } from '../cli/options.ts';
import { readOptions } from '../cli/read-options.ts';

/** The options of a run, as they come from a command line and an environment. */
export function runOptions(args: readonly string[], env: NodeJS.ProcessEnv = {}): RunOptions {
  const written = readOptions(args);
  const parsed = written.ok ? parseOptions(written.value, env) : written;
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error(parsed.ok ? 'this is no run' : parsed.refusal);
  return parsed.value.options;
}
