export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that the text holds; undefined when it is no JSON, or JSON but no object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isJsonObject(value) ? value : undefined;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why `parseJsonObject` did not find one, as a sentence. */
export function whyNoObject(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? 'It is an array.' : `It is ${value === null ? 'null' : `a ${typeof value}`}.`;
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : 'It is no JSON.';
  }
}
