import { type Reset, type Scenario, type Step, toGroup, toUser } from '../scenario/scenario.ts';
import type { Peer } from '../target/driver.ts';
import type { World } from './world.ts';

/** So many refusals follow each other, and share what is looked at then. */
const atMostInARow = 16;

/**
 * The walks, with resets for what was chosen between their steps, a share in each as long as it is. What is refused
 * leaves a walk where it is.
 */
export function inPassing<Choice>(
  walks: readonly Scenario[],
  chosen: readonly Choice[],
  resetsFor: (world: World, share: readonly Choice[]) => readonly Reset[],
): readonly Scenario[] {
  const steps = walks.reduce((sum, walk) => sum + walk.steps.length, 0);
  let taken = 0;
  return walks.map((walk) => {
    const share = chosen.slice(
      Math.round((chosen.length * taken) / steps),
      Math.round((chosen.length * (taken + walk.steps.length)) / steps),
    );
    taken += walk.steps.length;
    const resets = resetsFor(worldIn(walk), share);
    const groups = Math.ceil(resets.length / atMostInARow);
    const at = (group: number): number => Math.floor(((group + 1) * walk.steps.length) / (groups + 1));
    const places = Array.from({ length: groups }, (_, group) => at(group));
    return {
      ...walk,
      steps: walk.steps.flatMap((step, index): readonly Step[] => {
        const group = places.indexOf(index);
        return group === -1 ? [step] : [step, ...resets.slice(group * atMostInARow, (group + 1) * atMostInARow)];
      }),
    };
  });
}

/** All who take part in a walk, around the first user. */
function worldIn({ users: [me = '', ...others], groups }: Scenario): World {
  const rows: readonly Peer[] = [...others.map((id) => toUser(id)), ...groups.map(({ id }) => toGroup(id))];
  return { me, users: [me, ...others], groups, rows, begin: [] };
}
