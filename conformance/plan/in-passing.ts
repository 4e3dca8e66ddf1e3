import { conversationName, toGroup, toUser } from '../scenario/conversations.ts';
import { operationsOf, type Reset, type Scenario } from '../scenario/scenario.ts';
import { dealt, inParts, pick, type World } from './world.ts';

/** So many refusals follow each other, and share what is looked at then. */
const atMostInARow = 20;

/**
 * The walks, with resets for what was chosen between their steps, a share in each: where all conversations have news, so
 * that what is done after all can be seen, or anywhere. What is refused leaves a walk where it is.
 */
export const inPassing = <Choice>(
  walks: readonly Scenario[],
  chosen: readonly Choice[],
  resetsFor: (world: World, share: readonly Choice[]) => readonly Reset[],
  isWhereFull: boolean,
): readonly Scenario[] => {
  const shares = dealt(chosen, walks.length);
  return walks.map((walk, index) => {
    const groups = inParts(resetsFor(worldIn(walk), pick(shares, index)), atMostInARow);
    const steps = [...walk.steps];
    const all = walk.steps.map((_, at) => at);
    const full = isWhereFull ? all.filter((at) => isFull(walk, at)) : [];
    const places = full.length > 0 ? full : all;
    // From the last one on: the places before it stay where they are.
    for (const [group, resets] of [...groups.entries()].toReversed()) {
      const place = pick(places, Math.floor(((group + 1) * places.length) / (groups.length + 1)));
      steps.splice(place + 1, 0, ...resets);
    }
    return { ...walk, steps };
  });
};

/** Whether the last thing that has happened to each conversation of a walk, up to a step, is a message. */
function isFull({ steps }: Scenario, at: number): boolean {
  const lastOf = (some: Scenario['steps']) =>
    new Map(some.flatMap(operationsOf).map((one) => [conversationName(one), one.do]));
  const last = lastOf(steps.slice(0, at + 1));
  return last.size === lastOf(steps).size && [...last.values()].every((what) => what === 'send');
}

/** All who take part in a walk, around the first user. */
function worldIn({ users: [me = '', ...others], groups, steps }: Scenario): World {
  const rows = [...others.map(toUser), ...groups.map(({ id }) => toGroup(id))];
  return { me, users: [me, ...others], groups, rows, begin: steps };
}
