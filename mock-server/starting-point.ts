import { accept, type Behaviour, type ChatState, type Result, referenceBehaviour } from '../core/index.ts';
import { type World, worldState } from '../fixtures/world.ts';

/** What a server starts with. */
export interface StartingPoint {
  readonly behaviour: Behaviour;
  readonly state: ChatState;
}

/**
 * Reads behaviour and world; each is a file or the name of a shipped one, and undefined for the default. Refused with
 * a sentence for each thing that is wrong. Without files no reader of files is loaded.
 */
export async function readStartingPoint(
  files: { readonly world: string | undefined; readonly behaviour: string | undefined },
  now: number,
): Promise<Result<StartingPoint, readonly string[]>> {
  const behaviour = await readBehaviour(files.behaviour);
  if (!behaviour.ok) return behaviour;
  const world = await readWorld(files.world, behaviour.value);
  if (!world.ok) return world;
  return accept({ behaviour: behaviour.value, state: worldState(world.value, behaviour.value, now) });
}

async function readBehaviour(file: string | undefined): Promise<Result<Behaviour, readonly string[]>> {
  if (file === undefined) return accept(referenceBehaviour);
  const { readBehaviourFile } = await import('../fixtures/read-fixture.ts');
  return readBehaviourFile(file);
}

async function readWorld(
  file: string | undefined,
  { identifierCase }: Behaviour,
): Promise<Result<World, readonly string[]>> {
  if (file === undefined) {
    const { embeddedWorld } = await import('../fixtures/embedded-world.ts');
    return accept(embeddedWorld);
  }
  const { readWorldFile } = await import('../fixtures/read-fixture.ts');
  return readWorldFile(file, identifierCase);
}
