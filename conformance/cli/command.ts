import { print, unlessRefused } from '../../fixtures/command-line/output.ts';
import { readArguments } from '../../fixtures/command-line/read-arguments.ts';
import { help } from './help.ts';

// Whoever writes hears of it, too.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Does what the command line asks for, and resolves to the exit code. */
export const command = (): Promise<number> => unlessRefused(() => obey(process.argv.slice(2)));

/** What answers at once loads nothing else. */
async function obey(args: readonly string[]): Promise<number> {
  if (args[0] === 'compare') return (await import('./compare.ts')).runCompare(args.slice(1));
  const written = readArguments(args, help);
  const asksFor = (name: string): boolean => name in written.values;
  if (asksFor('help')) return answer(help);
  if (asksFor('version')) return answer(`${(await import('../../fixtures/command-line/version.ts')).version()}\n`);
  if (asksFor('list')) return answer((await import('./list.ts')).requirementList());
  const { refuseMixture, runOptions, selfTestOptions } = await import('./options.ts');
  refuseMixture(written);
  if (asksFor('self-test')) return (await import('./self-test.ts')).runSelfTest(selfTestOptions(written));
  return (await import('./run.ts')).run(runOptions(written));
}

async function answer(text: string): Promise<number> {
  return (await print(text)) ? 0 : 3;
}
