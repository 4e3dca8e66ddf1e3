import { readdirSync } from 'node:fs';
import { nearestName } from '../fixtures/nearest-name.ts';
import { type Requirement, subjects } from './check/requirement.ts';

/** Tests and declarations have a second dot in their names. None of the files may import this one: both would wait. */
const names = readdirSync(new URL('requirements', import.meta.url)).filter((name) => /^[\w-]+\.[jt]s$/.test(name));
const files: readonly { readonly requirements: readonly Requirement[] }[] = await Promise.all(
  names.toSorted().map((name) => import(new URL(`requirements/${name}`, import.meta.url).href)),
);

/** Everything that the suite may hold against a target: what the files of the folder export, by subject. */
export const requirements: readonly Requirement[] = subjects.flatMap((subject) =>
  files.flatMap((file) => file.requirements.filter(({ about }) => about === subject)),
);

/** What is wrong with a name that no requirement has; undefined where one has it. */
export function noRequirement(id: string): string | undefined {
  const ids = requirements.map((requirement) => requirement.id);
  if (ids.includes(id)) return undefined;
  const nearest = nearestName(id, ids);
  return `there is no requirement ${id}; ${nearest === undefined ? '--list names them.' : `did you mean ${nearest}?`}`;
}
