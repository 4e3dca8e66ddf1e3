import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Refusal } from '../../fixtures/command-line/output.ts';
import { messageOf } from '../../fixtures/problem.ts';
import type { DriverFactory } from '../target/driver.ts';

/** The default export of a module: of a file, or of a package as seen from the directory. Throws `Refusal`. */
export async function loadDriver(name: string, directory = process.cwd()): Promise<DriverFactory> {
  const path = resolve(directory, name);
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(existsSync(path) ? path : packageFile(name, directory)).href);
  } catch (error) {
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
