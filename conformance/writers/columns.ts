/** What a line of a terminal holds. */
export const columns = 80;

/** Breaks at spaces, and within a word only where it is longer than a line, which holds one letter at least. Never empty. */
export function wrapped(text: string, width: number = columns): readonly string[] {
  const most = Math.max(1, width);
  const line = new RegExp(`(.{1,${most}})(?: |$)|.{${most}}`, 'gsu');
  const lines = [...text.matchAll(line)].map(([whole, atSpace]) => atSpace ?? whole);
  return lines.length === 0 ? [''] : lines;
}

/** The lines of a text, all but the first of them further in. */
export const indented = (text: string, first: number, others = first): readonly string[] =>
  wrapped(text, columns - others).map((line, at) => ' '.repeat(at === 0 ? first : others) + line);
