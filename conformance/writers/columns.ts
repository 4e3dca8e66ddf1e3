const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const without = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** How many columns of a terminal the text takes. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) columns += without.test(char) ? 0 : wide.test(char) ? 2 : 1;
  return columns;
}

export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));

/** The beginning of the text, with an ellipsis where something was cut. */
export function clipped(text: string, columns: number): string {
  return columnsOf(text) <= columns ? text : `${head(text, columns - 1)}…`;
}

/** Breaks at spaces, and within a word only where it is longer than a line. Never empty. Two columns are the least. */
export function wrapped(text: string, wanted: number): readonly string[] {
  const columns = Math.max(wanted, 2);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columnsOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (columnsOf(line) > columns) {
      const part = head(line, columns);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return [...lines, line];
}

function head(text: string, columns: number): string {
  let end = 0;
  let used = 0;
  for (const char of text) {
    used += columnsOf(char);
    if (used > columns) break;
    end += char.length;
  }
  return text.slice(0, end);
}
