import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { accept, type Result, refuse } from '../../core/result.ts';
import type { DriverFactory } from '../target/driver.ts';

/** The driver that a module exports by default; the module is a file, or a package as seen from the directory given. */
export async function loadDriver(name: string, directory: string): Promise<Result<DriverFactory, string>> {
  const path = resolve(directory, name);
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(existsSync(path) ? path : packageFile(name, directory)).href);
  } catch (error) {
    return refuse(`The driver ${name} cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof loaded.default !== 'function') {
    return refuse(
      `The driver ${name} has no function as its default export; write "export default ({ baseUrl, apiKey, request }) => ({ createUser, … })".`,
    );
  }
  return accept(loaded.default as DriverFactory);
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
