#!/usr/bin/env node
import { isRead, refused } from './cli/output.ts';
import { readOptions, type Written } from './cli/read-options.ts';

process.stdout.on('error', (error) => {
  if (!isRead(error)) process.exitCode = 3;
});
process.stderr.on('error', () => {});

// What answers at once loads nothing else.
const args = process.argv.slice(2);
const written = readOptions(args);
if (args[0] === 'compare') {
  const { runCompare } = await import('./cli/compare.ts');
  process.exitCode = await runCompare(args.slice(1));
} else if (!written.ok) {
  process.exitCode = refused(written.refusal);
} else if (written.value.values.help !== undefined) {
  const { help } = await import('./cli/help.ts');
  process.stdout.write(help);
} else if (written.value.values.version !== undefined) {
  const { version } = await import('../fixtures/command-line/version.ts');
  process.stdout.write(`${version()}\n`);
} else {
  await obey(written.value);
}

async function obey(written: Written): Promise<void> {
  const { parseOptions } = await import('./cli/options.ts');
  const commandLine = parseOptions(written, process.env);
  if (!commandLine.ok) {
    process.exitCode = refused(commandLine.refusal);
  } else if (commandLine.value.kind === 'list') {
    const { requirementList } = await import('./cli/list.ts');
    process.stdout.write(requirementList(commandLine.value.only));
  } else if (commandLine.value.kind === 'self-test') {
    const { selfTestCommand } = await import('./cli/self-test.ts');
    await selfTestCommand(commandLine.value.options);
  } else {
    const { run } = await import('./cli/run.ts');
    await run(commandLine.value.options);
  }
}
