#!/usr/bin/env node
import { parseOptions } from './cli/options.ts';
import { isRead } from './cli/output.ts';

process.stdout.on('error', (error) => {
  if (!isRead(error)) process.exitCode = 3;
});
process.stderr.on('error', () => {});

// What answers at once loads nothing else.
const args = process.argv.slice(2);
const commandLine = parseOptions(args, process.env);
if (args[0] === 'compare') {
  const { runCompare } = await import('./cli/compare.ts');
  process.exitCode = await runCompare(args.slice(1));
} else if (!commandLine.ok) {
  console.error(commandLine.refusal);
  process.exitCode = 2;
} else if (commandLine.value.kind === 'help') {
  const { help } = await import('./cli/help.ts');
  process.stdout.write(help);
} else if (commandLine.value.kind === 'version') {
  const { version } = await import('../fixtures/command-line/version.ts');
  process.stdout.write(`${version()}\n`);
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
