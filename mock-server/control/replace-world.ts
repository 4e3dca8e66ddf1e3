import { checkWorld } from '../../fixtures/check-world.ts';
import { problemText } from '../../fixtures/problem.ts';
import { stateWorld, worldState } from '../../fixtures/world.ts';
import type { Sandbox } from '../sandbox.ts';
import { ControlRefusal } from './refusal.ts';

/** The world as it is now, as text that `--world` takes, byte for byte the same for the same world. */
export const worldText = ({ state }: Sandbox): string => `${JSON.stringify(stateWorld(state), undefined, 2)}\n`;

/** Puts another world in the place of what is there. Its times count back from the sandbox's clock where it has none. */
export function replaceWorld(open: Sandbox, raw: unknown): void {
  const { behaviour, clock } = open;
  // No world is an empty one in a file, and a slip here.
  if (raw === null || raw === undefined) throw new ControlRefusal(noWorld);
  const world = checkWorld(raw, behaviour.identifierCase);
  if (!world.ok) throw new ControlRefusal(world.refusal.map(problemText).join('\n'));
  open.state = worldState(world.value, behaviour, clock.now());
}

const noWorld = 'There is no world in that; a reset brings the first one back, and {} is an empty one.';

/** From a file, or a shipped one by its name. */
export async function replaceWorldByFile(open: Sandbox, pathOrName: string): Promise<void> {
  const { readWorldFile } = await import('../../fixtures/read-fixture.ts');
  const world = readWorldFile(pathOrName, open.behaviour.identifierCase);
  if (!world.ok) throw new ControlRefusal(world.refusal.join('\n'));
  replaceWorld(open, world.value);
}

/** From YAML or JSON. What is JSON needs no reader of YAML. */
export async function replaceWorldByText(open: Sandbox, text: string): Promise<void> {
  if (['', 'null', '~'].includes(text.trim())) throw new ControlRefusal(noWorld);
  const plain = plainJson(text);
  if (plain !== undefined) {
    replaceWorld(open, plain);
    return;
  }
  const { parseWorldText } = await import('../../fixtures/read-fixture.ts');
  const world = parseWorldText(text, 'the body', open.behaviour.identifierCase);
  if (!world.ok) throw new ControlRefusal(world.refusal.join('\n'));
  replaceWorld(open, world.value);
}

function plainJson(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
