#!/usr/bin/env node
import { isRead, unlessRefused } from './cli/output.ts';
import { readOptions } from './cli/read-options.ts';

process.stdout.on('error', (error) => {
  if (!isRead(error)) process.exitCode = 3;
});
process.stderr.on('error', () => {});

process.exitCode = await unlessRefused(() => obey(process.argv.slice(2)));

/** Resolves to the exit code. What answers at once loads nothing else; a run ends the process itself. */
async function obey(args: readonly string[]): Promise<number> {
  if (args[0] === 'compare') {
    const { runCompare } = await import('./cli/compare.ts');
    return runCompare(args.slice(1));
  }
  const written = readOptions(args);
  if (written.values.help !== undefined) {
    const { help } = await import('./cli/help.ts');
    process.stdout.write(help);
  } else if (written.values.version !== undefined) {
    const { version } = await import('../fixtures/command-line/version.ts');
    process.stdout.write(`${version()}\n`);
  } else {
    const { parseOptions } = await import('./cli/options.ts');
    const commandLine = parseOptions(written, process.env);
    if (commandLine.kind === 'list') {
      const { requirementList } = await import('./cli/list.ts');
      process.stdout.write(requirementList(commandLine.only));
    } else if (commandLine.kind === 'self-test') {
      const { selfTestCommand } = await import('./cli/self-test.ts');
      await selfTestCommand(commandLine.options);
    } else {
      const { run } = await import('./cli/run.ts');
      await run(commandLine.options);
    }
  }
  return 0;
}
