import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Run after the compiler: the client of the control surface once more, as one file of CommonJS. Jest has a module
 * system of its own, in which neither `require` nor a dynamic import reaches a module of ours.
 */
const door = fileURLToPath(new URL('./connect-mock-server', import.meta.url));

const bundle = await rolldown({ input: `${door}.js`, platform: 'node' });
await bundle.write({ file: `${door}.cjs`, format: 'cjs', comments: false });
await bundle.close();

writeFileSync(
  `${door}.d.cts`,
  `import type { connectMockServer as connect } from './connect-mock-server.js' with { 'resolution-mode': 'import' };
export type * from './connect-mock-server.js' with { 'resolution-mode': 'import' };
export declare const connectMockServer: typeof connect;
`,
);
