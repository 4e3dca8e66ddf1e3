#!/usr/bin/env node
import { print, unlessRefused } from '../fixtures/command-line/output.ts';
import { readArguments } from '../fixtures/command-line/read-arguments.ts';
import { help } from './cli/help.ts';

// Whoever writes hears of it, too.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// A driver may have left something running that would keep the process alive.
process.exit(await unlessRefused(() => obey(process.argv.slice(2))));

/** Resolves to the exit code. What answers at once loads nothing else. */
async function obey(args: readonly string[]): Promise<number> {
  if (args[0] === 'compare') return (await import('./cli/compare.ts')).runCompare(args.slice(1));
  const written = readArguments(args, help);
  const asksFor = (name: string): boolean => name in written.values;
  if (asksFor('help')) return answer(help);
  if (asksFor('version')) return answer(`${(await import('../fixtures/command-line/version.ts')).version()}\n`);
  const { refuseMixture, runOptions, selfTestOptions } = await import('./cli/options.ts');
  refuseMixture(written);
  if (asksFor('list')) return answer((await import('./cli/list.ts')).requirementList());
  if (asksFor('self-test')) return (await import('./cli/self-test.ts')).runSelfTest(selfTestOptions(written));
  return (await import('./cli/run.ts')).run(runOptions(written));
}

async function answer(text: string): Promise<number> {
  return (await print(text)) ? 0 : 3;
}
