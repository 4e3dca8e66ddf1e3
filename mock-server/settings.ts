import { localKey } from '../fixtures/command-line/api-keys.ts';

/** What a mock server is without options; from code it takes a free port. */
export const mockDefaults = { host: '127.0.0.1', port: 4010, apiKey: localKey, journal: 1000, sandboxes: 128 } as const;

/** The options that are whole numbers: from the first to the second. */
export const ranges = { port: [0, 65_535], journal: [0, 1_000_000], sandboxes: [1, 100_000] } as const;

export type Numeric = keyof typeof ranges;

/** What is wrong with the value of one of these, in a sentence. `source` is what it is called, `written` what was given. */
export function wrongNumber(name: Numeric, value: unknown, source: string, written: string): string | undefined {
  const [least, most] = ranges[name];
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return undefined;
  return `The value of ${source} must be a whole number from ${least} to ${most}, not ${written}.`;
}

/** Where a command that `exec` runs finds the mock server, beside its key. */
export const urlVariable = 'CONVERSATION_RESET_URL';
export const controlVariable = 'CONVERSATION_RESET_CONTROL_URL';

/** What opens the control surface to whoever has it. */
export const tokenVariable = 'CONVERSATION_RESET_CONTROL_TOKEN';
