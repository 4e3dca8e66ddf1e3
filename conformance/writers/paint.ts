/** How words stand out; without colour every one of these gives its text back. */
export type Paint = Readonly<Record<'strong' | 'faint' | 'good' | 'bad' | 'open', (text: string) => string>>;

const plain = (text: string): string => text;
const sgr = (on: number, off: number) => (text: string) => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`);

export const noPaint: Paint = { strong: plain, faint: plain, good: plain, bad: plain, open: plain };

export const ansiPaint: Paint = {
  strong: sgr(1, 22),
  faint: sgr(2, 22),
  good: sgr(32, 39),
  bad: sgr(31, 39),
  open: sgr(33, 39),
};
