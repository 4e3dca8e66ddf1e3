import { renamed } from '../scenario/renamed.ts';
import { type Scenario, withOperations } from '../scenario/scenario.ts';

/** The scenario with ids of which no two look alike, in the same alphabetical order; nothing where they are plain. */
export function withPlainIds(scenario: Scenario): readonly Scenario[] {
  const guids = scenario.groups.map(({ id }) => id);
  const tails = [...scenario.users, ...guids];
  if (tails.every((tail) => /^[a-z]-[a-z]+\d*$/.test(tail)) && new Set(tails).size === tails.length) return [];
  return [renamed(scenario, plainNames(scenario.users, 'user'), plainNames(guids, 'group'))];
}

/** The scenario with short texts, and groups without roles; nothing where it has neither. */
export function withPlainWorld(scenario: Scenario): readonly Scenario[] {
  const plain = {
    ...withOperations(scenario, (one) => {
      if (one.do !== 'send') return one;
      const { length: _, ...short } = one;
      return short;
    }),
    groups: scenario.groups.map(({ id, members }) => ({ id, members })),
  };
  return JSON.stringify(plain) === JSON.stringify(scenario) ? [] : [plain];
}

/** Gives each of them a name; what is none of them keeps its own. */
function plainNames(ids: readonly string[], kind: string): (id: string) => string {
  const sorted = ids.toSorted();
  const letter = (id: string): string => String.fromCharCode(97 + Math.floor((sorted.indexOf(id) * 26) / ids.length));
  const names = new Map(ids.map((id, at) => [id, `${letter(id)}-${kind}${at + 1}`]));
  return (id) => names.get(id) ?? id;
}
