import type { Result } from '../../core/index.ts';
import { stateWorld } from '../../fixtures/state-world.ts';
import { type World, worldState } from '../../fixtures/world.ts';
import { timeOf } from '../clock.ts';
import type { Sandbox } from '../sandbox.ts';
import { readWorld } from '../starting-point.ts';
import { ControlRefusal } from './refusal.ts';

/** The world as it is now, as text that `--world` takes, byte for byte the same for the same world. */
export const worldText = ({ cell }: Sandbox): string => `${JSON.stringify(stateWorld(cell.state), undefined, 2)}\n`;

/** Puts another world in the place of what is there. Its times count back from the sandbox's clock where it has none. */
export async function replaceWorld(open: Sandbox, source: World | string): Promise<void> {
  putWorld(open, source === null || source === undefined ? undefined : await readWorld(source, open.behaviour));
}

/** From YAML or JSON. */
export async function replaceWorldByText(open: Sandbox, text: string): Promise<void> {
  const { parseWorldText } = await import('../../fixtures/read-fixture.ts');
  const isNone = ['', 'null', '~'].includes(text.trim());
  putWorld(open, isNone ? undefined : parseWorldText(text, 'the body', open.behaviour.identifierCase));
}

/** No world is an empty one in a file, and a slip here. */
function putWorld(open: Sandbox, world: Result<World, readonly string[]> | undefined): void {
  if (world === undefined) {
    throw new ControlRefusal('There is no world in that; a reset brings the first one back, and {} is an empty one.');
  }
  if (!world.ok) throw new ControlRefusal(world.refusal.join('\n'));
  open.cell.state = worldState(world.value, open.behaviour, timeOf(open.clock));
}
