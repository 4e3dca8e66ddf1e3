#!/usr/bin/env node
import { print, unlessRefused } from './cli/output.ts';
import { readOptions } from './cli/read-options.ts';

// Whoever writes hears of it, too.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// A driver may have left something running that would keep the process alive.
process.exit(await unlessRefused(() => obey(process.argv.slice(2))));

/** Resolves to the exit code. What answers at once loads nothing else. */
async function obey(args: readonly string[]): Promise<number> {
  if (args[0] === 'compare') return (await import('./cli/compare.ts')).runCompare(args.slice(1));
  const written = readOptions(args);
  if (written.values.help !== undefined) return answer((await import('./cli/help.ts')).help);
  if (written.values.version !== undefined) {
    return answer(`${(await import('../fixtures/command-line/version.ts')).version()}\n`);
  }
  const commandLine = (await import('./cli/options.ts')).parseOptions(written, process.env);
  switch (commandLine.kind) {
    case 'list':
      return answer((await import('./cli/list.ts')).requirementList());
    case 'self-test':
      return (await import('./cli/self-test.ts')).runSelfTest(commandLine.options);
    case 'run':
      return (await import('./cli/run.ts')).run(commandLine.options);
  }
}

async function answer(text: string): Promise<number> {
  return (await print(text)) ? 0 : 3;
}
