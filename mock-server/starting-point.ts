import { accept, type Behaviour, type Result, referenceBehaviour, refuse } from '../core/index.ts';
import type { Reading } from '../fixtures/parse-text.ts';
import { type Problem, problemText } from '../fixtures/problem.ts';
import { type World, worldState } from '../fixtures/world.ts';
import type { MockServerOptions } from './options.ts';
import type { StartingPoint } from './sandbox.ts';

type StartingSources = Pick<MockServerOptions, 'world' | 'behaviour'>;

/**
 * Reads behaviour and world. Refused with a sentence for each thing that is wrong. Without files no reader of files is
 * loaded, and without anything given no reader at all. What is left out is as in `otherwise`.
 */
export async function readStartingPoint(
  sources: StartingSources,
  otherwise?: StartingPoint,
): Promise<Reading<StartingPoint>> {
  const now = Math.floor(Date.now() / 1000);
  const behaviour = await readBehaviour(sources.behaviour, otherwise?.behaviour);
  if (!behaviour.ok) return behaviour;
  if (sources.world === undefined && otherwise !== undefined) {
    if (sources.behaviour === undefined) return accept(otherwise);
    // Another behaviour may make another state of the same world.
    const { stateWorld } = await import('../fixtures/state-world.ts');
    const state = worldState(stateWorld(otherwise.state), behaviour.value, now);
    return accept({ behaviour: behaviour.value, state });
  }
  const world = await readWorld(sources.world, behaviour.value);
  if (!world.ok) return world;
  return accept({ behaviour: behaviour.value, state: worldState(world.value, behaviour.value, now) });
}

async function readBehaviour(
  source: StartingSources['behaviour'],
  otherwise = referenceBehaviour,
): Promise<Reading<Behaviour>> {
  if (source === undefined) return accept(otherwise);
  if (typeof source !== 'string') {
    const { checkBehaviour } = await import('../fixtures/behaviour.ts');
    return inSentences('behaviour', checkBehaviour(source));
  }
  const { readBehaviourFile } = await import('../fixtures/read-fixture.ts');
  return readBehaviourFile(source);
}

/** Data, a file or the name of a shipped one; undefined is the embedded one. */
export async function readWorld(
  source: StartingSources['world'],
  { identifierCase }: Behaviour,
): Promise<Reading<World>> {
  if (source === undefined) {
    const { embeddedWorld } = await import('../fixtures/embedded-world.ts');
    return accept(embeddedWorld);
  }
  if (typeof source !== 'string') {
    const { checkWorld } = await import('../fixtures/check-world.ts');
    return inSentences('world', checkWorld(source, identifierCase));
  }
  const { readWorldFile } = await import('../fixtures/read-fixture.ts');
  return readWorldFile(source, identifierCase);
}

function inSentences<Value>(option: keyof StartingSources, checked: Result<Value, readonly Problem[]>): Reading<Value> {
  if (checked.ok) return checked;
  return refuse(checked.refusal.map((problem) => `${option}: ${problemText(problem)}`));
}
