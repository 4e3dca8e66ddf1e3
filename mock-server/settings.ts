/** What is wrong with a key, in a sentence that does not repeat it. `source` is where it comes from. */
export function wrongKey(key: string, source: string): string | undefined {
  if (key === '') return `The key in ${source} is empty.`;
  if (/^[\x21-\x7e]+$/.test(key)) return undefined;
  return `The key in ${source} has characters that no header can carry; allowed are visible ASCII characters.`;
}

/** How many requests a journal keeps, and how many worlds with a name there are: from the first to the second. */
const counts = { journal: [0, 1_000_000], worlds: [1, 100_000] } as const;

export type Count = keyof typeof counts;

/** What is wrong with one of these counts, in a sentence. `source` is what it is called, `written` what was given. */
export function wrongCount(name: Count, value: number, source: string, written = String(value)): string | undefined {
  const [least, most] = counts[name];
  if (Number.isInteger(value) && value >= least && value <= most) return undefined;
  return `The value of ${source} must be a whole number from ${least} to ${most}, not ${written}.`;
}
