import { type Reset, type Scenario, toGroup, toUser } from '../scenario/scenario.ts';
import { inParts, type World } from './world.ts';

/** So many refusals follow each other, and share what is looked at then. */
const atMostInARow = 16;

/**
 * The walks, with resets for what was chosen between their steps, a share in each. What is refused leaves a walk where it
 * is.
 */
export const inPassing = <Choice>(
  walks: readonly Scenario[],
  chosen: readonly Choice[],
  resetsFor: (world: World, share: readonly Choice[]) => readonly Reset[],
): readonly Scenario[] =>
  walks.map((walk, index) => {
    const share = chosen.filter((_, at) => at % walks.length === index);
    const groups = inParts(resetsFor(worldIn(walk), share), atMostInARow);
    const steps = [...walk.steps];
    // From the last one on: the places before it stay where they are.
    for (const [group, resets] of [...groups.entries()].toReversed()) {
      steps.splice(Math.floor(((group + 1) * walk.steps.length) / (groups.length + 1)) + 1, 0, ...resets);
    }
    return { ...walk, steps };
  });

/** All who take part in a walk, around the first user. */
function worldIn({ users: [me = '', ...others], groups, steps }: Scenario): World {
  const rows = [...others.map(toUser), ...groups.map(({ id }) => toGroup(id))];
  return { me, users: [me, ...others], groups, rows, begin: steps };
}
