#!/usr/bin/env node
// What nobody expected, also where a file cannot be loaded, is no exit code of a command that exec runs: node's own is 1.
try {
  const { command } = await import('./command.ts');
  process.exitCode = await command();
} catch (error) {
  console.error(error);
  process.exit(2);
}
