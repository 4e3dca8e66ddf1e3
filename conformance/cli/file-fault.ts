const words: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `${path} does not exist.`,
  ENOTDIR: (path) => `${path} does not exist.`,
  EISDIR: (path) => `${path} is a directory, not a file.`,
  EACCES: (path) => `${path} may not be read by this user.`,
};

/** Why a file could not be read, in a sentence that begins with its path. */
export function unreadable(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return words[code]?.(path) ?? `${path} cannot be read: ${error instanceof Error ? error.message : error}.`;
}
