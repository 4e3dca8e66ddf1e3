import { type Result, refuse } from '../../core/index.ts';
import { checkWorld } from '../../fixtures/check-world.ts';
import { problemText } from '../../fixtures/problem.ts';
import { stateWorld } from '../../fixtures/state-world.ts';
import { type World, worldState } from '../../fixtures/world.ts';
import type { Sandbox } from '../sandbox.ts';
import { ControlRefusal } from './refusal.ts';

/** The world as it is now, as text that `--world` takes, byte for byte the same for the same world. */
export const worldText = ({ state }: Sandbox): string => `${JSON.stringify(stateWorld(state), undefined, 2)}\n`;

/** Puts another world in the place of what is there. Its times count back from the sandbox's clock where it has none. */
export function replaceWorld(open: Sandbox, raw: unknown): void {
  // No world is an empty one in a file, and a slip here.
  if (raw === null || raw === undefined) throw new ControlRefusal(noWorld);
  const world = checkWorld(raw, open.behaviour.identifierCase);
  putWorld(open, world.ok ? world : refuse(world.refusal.map(problemText)));
}

const noWorld = 'There is no world in that; a reset brings the first one back, and {} is an empty one.';

/** From a file, or a shipped one by its name. */
export async function replaceWorldByFile(open: Sandbox, pathOrName: string): Promise<void> {
  const { readWorldFile } = await import('../../fixtures/read-fixture.ts');
  putWorld(open, readWorldFile(pathOrName, open.behaviour.identifierCase));
}

/** From YAML or JSON. */
export async function replaceWorldByText(open: Sandbox, text: string): Promise<void> {
  if (['', 'null', '~'].includes(text.trim())) throw new ControlRefusal(noWorld);
  const { parseWorldText } = await import('../../fixtures/read-fixture.ts');
  putWorld(open, parseWorldText(text, 'the body', open.behaviour.identifierCase));
}

function putWorld(open: Sandbox, world: Result<World, readonly string[]>): void {
  if (!world.ok) throw new ControlRefusal(world.refusal.join('\n'));
  open.state = worldState(world.value, open.behaviour, open.clock.now());
}
