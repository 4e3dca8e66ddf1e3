import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accept, type Result, refuse } from '../../core/result.ts';
import type { DriverFactory } from '../target/driver.ts';

/** The driver that a module exports by default; the module is a file, or a package as seen from the directory given. */
export async function loadDriver(name: string, directory: string): Promise<Result<DriverFactory, string>> {
  let loaded: { readonly default?: unknown };
  const url = urlOf(name, directory);
  if (url === undefined) return refuse(`The driver ${name} does not exist: there is no such file, nor such a package.`);
  try {
    loaded = await import(url);
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

/**
 * Undefined where there is nothing of that name. A package that only `import` may load cannot be resolved from
 * elsewhere; then it has to lie beside this one.
 */
function urlOf(name: string, directory: string): string | undefined {
  const path = resolve(directory, name);
  if (existsSync(path)) return pathToFileURL(path).href;
  if (name.startsWith('.') || isAbsolute(name)) return undefined;
  const required = () => pathToFileURL(createRequire(pathToFileURL(`${directory}/`)).resolve(name)).href;
  return found(required) ?? found(() => import.meta.resolve(name));
}

function found(resolved: () => string): string | undefined {
  try {
    return resolved();
  } catch {
    return undefined;
  }
}
