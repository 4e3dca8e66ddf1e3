/** The first so many characters of a text, by way of their bytes: a part of a text keeps the whole of it in memory. */
export const beginningOf = (text: string, length: number): string =>
  text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
