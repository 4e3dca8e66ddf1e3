import { localKey } from '../fixtures/command-line/api-keys.ts';

/** What a mock server is without options; from code it takes a free port. */
export const mockDefaults = {
  host: '127.0.0.1',
  port: 4010,
  apiKey: localKey,
  journal: 1000,
  sandboxes: 128,
  listen: true,
  failOnUnspecified: false,
  allowUnspecified: [],
  control: true,
  cors: [],
} as const;

/** Where a command that `exec` runs finds the mock server, beside its key. */
export const urlVariable = 'CONVERSATION_RESET_URL';
export const controlVariable = 'CONVERSATION_RESET_CONTROL_URL';

/** What opens the control surface to whoever has it. */
export const tokenVariable = 'CONVERSATION_RESET_CONTROL_TOKEN';
