import type { Counterexample } from '../report/document.ts';

const longest = 40;
const shownOfEnd = 8;

const short = (id: string): string => `${id.slice(0, shownOfEnd)}…${id.slice(-shownOfEnd)}`;

/** A sentence that belongs to no scenario, with long ids without their middle. */
export const withShortIds = (text: string): string =>
  text.replaceAll(/[\w~-]+/g, (id) => (id.length > longest ? short(id) : id));

/** Long ids of a scenario without their middle, unless two would look the same then; and a sentence that says so. */
export function shortIds({ users, groups }: Counterexample['scenario']) {
  const ids = [...new Set([...users, ...groups.map(({ id }) => id)])].filter((id) => id.length > longest);
  // The longest first: one may begin with another.
  const shortened = ids
    .filter((id) => ids.every((other) => other === id || short(other) !== short(id)))
    .toSorted((one, other) => other.length - one.length);
  return {
    shorten: (text: string): string => shortened.reduce((said, id) => said.replaceAll(id, short(id)), text),
    legend:
      shortened.length === 0
        ? ''
        : `Shown without their middle: ${shortened.map((id) => `${short(id)} (${id.length} characters)`).join(', ')}.`,
  };
}
