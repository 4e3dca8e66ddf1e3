export const isSandboxName = (name: string): boolean => /^[a-z0-9-]{1,100}$/.test(name);

/** The key that opens the sandbox of a name. */
export const keyOf = (apiKey: string, name: string): string => (name === '' ? apiKey : `${apiKey}.${name}`);
