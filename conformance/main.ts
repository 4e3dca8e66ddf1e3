#!/usr/bin/env node
// What nobody expected judges nothing, also where a file cannot be loaded: left to itself, node exits with 1, which says
// that a target violates the specification.
try {
  const { command } = await import('./cli/command.ts');
  // A driver may have left something running that would keep the process alive.
  process.exit(await command());
} catch (error) {
  console.error(error);
  process.exit(2);
}
