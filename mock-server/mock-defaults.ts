/** What a mock server is without options. */
export const mockDefaults = { host: '127.0.0.1', apiKey: 'local-key', journal: 1000, worlds: 128 } as const;
