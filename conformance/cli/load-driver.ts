import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Refusal } from '../../fixtures/command-line/output.ts';
import { messageOf } from '../../fixtures/problem.ts';
import type { DriverFactory } from '../target/driver.ts';
import { inTime } from '../target/time-limit.ts';

/** The default export of a module: of a file, or of a package as seen from the directory. Throws `Refusal`. */
export async function loadDriver(name: string, limitMs: number, directory = process.cwd()): Promise<DriverFactory> {
  const path = resolve(directory, name);
  const late = () => new Refusal(`The driver ${name} did not load within the time limit.`);
  let loaded: { readonly default?: unknown };
  try {
    const file = existsSync(path) ? path : packageFile(name, directory);
    loaded = await inTime(import(pathToFileURL(file).href), limitMs, late);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`The driver ${name} cannot be loaded: ${messageOf(error)}.`);
  }
  if (typeof loaded.default === 'function') return loaded.default as DriverFactory;
  throw new Refusal(
    `The driver ${name} has no function as its default export; write "export default ({ baseUrl, apiKey, request }) => ({ createUser, … })".`,
  );
}

/** A package that only `import` may load cannot be resolved from elsewhere; then it has to lie beside this one. */
function packageFile(name: string, directory: string): string {
  if (name.startsWith('.') || isAbsolute(name)) throw new Error('there is no such file.');
  try {
    return createRequire(pathToFileURL(`${directory}/`)).resolve(name);
  } catch {
    return fileURLToPath(import.meta.resolve(name));
  }
}
