import { localKey } from '../fixtures/api-keys.ts';

/** What a mock server is without options; from code it takes a free port. */
export const mockDefaults = { host: '127.0.0.1', port: 4010, apiKey: localKey, journal: 1000, worlds: 128 } as const;
