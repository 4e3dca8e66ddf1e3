import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accept, type Result, refuse } from '../../core/result.ts';
import type { DriverFactory } from '../target/driver.ts';

/** The driver that a module exports by default; the module is a file, or a package as seen from the directory given. */
export async function loadDriver(name: string, directory: string): Promise<Result<DriverFactory, string>> {
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(urlOf(name, directory));
  } catch (error) {
    return refuse(`The driver ${name} cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
  const factory = loaded.default;
  if (typeof factory !== 'function') {
    return refuse(
      `The driver ${name} has no function as its default export; write "export default ({ baseUrl, apiKey, request }) => ({ createUser, … })".`,
    );
  }
  return accept(factory as DriverFactory);
}

/** A package that only `import` may load cannot be resolved from elsewhere; then it has to lie beside this one. */
function urlOf(name: string, directory: string): string {
  const path = resolve(directory, name);
  if (name.startsWith('.') || isAbsolute(name) || existsSync(path)) return pathToFileURL(path).href;
  try {
    return pathToFileURL(createRequire(pathToFileURL(`${directory}/`)).resolve(name)).href;
  } catch {
    return name;
  }
}
