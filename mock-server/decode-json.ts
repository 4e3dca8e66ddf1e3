import { isMap, jsonIn } from '../fixtures/plain-data.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that the text holds; undefined when it is no JSON, or JSON but no object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = jsonIn(text);
  return isMap(value) ? value : undefined;
}

/** Why `parseJsonObject` did not find one, as a sentence. */
export function whyNoObject(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? 'It is an array.' : `It is ${value === null ? 'null' : `a ${typeof value}`}.`;
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : 'It is no JSON.';
  }
}
