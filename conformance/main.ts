#!/usr/bin/env node
// What nobody expected judges nothing, also where a file cannot be loaded: left to itself, node exits with 1, which says
// that a target violates the specification.
let isOver = false;
// Nor is a verdict for a driver to give; 3 is that of who stops a run.
process.on('exit', (code) => {
  if (code !== 3 && !isOver) process.exitCode = 2;
});
try {
  const { command } = await import('./cli/command.ts');
  // A driver may have left something running that would keep the process alive.
  const code = await command();
  isOver = true;
  process.exit(code);
} catch (error) {
  console.error(error);
  process.exit(2);
}
