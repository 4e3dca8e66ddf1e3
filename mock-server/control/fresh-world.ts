import type { PartialBehaviour } from '../../fixtures/behaviour.ts';
import { anything, map, text } from '../../fixtures/shape.ts';
import type { World } from '../../fixtures/world.ts';
import type { Mock } from '../mock.ts';
import type { Sandbox } from '../sandbox.ts';
import { readStartingPoint } from '../starting-point.ts';
import { ControlRefusal, checked } from './refusal.ts';

/** What a test wants for itself. */
export interface FreshWorld {
  /** Any text, such as the title of the test; its letters and digits lead the name of the sandbox. */
  readonly name?: string;
  /** Data, a file, or a shipped one by its name; that of the server when left out. */
  readonly world?: World | string;
  /** Some of the axes, a file, or a shipped one by its name; that of the server when left out. */
  readonly behaviour?: PartialBehaviour | string;
}

/** Opens a sandbox that nobody else has, and that stays until it is closed. */
export async function openFreshWorld({ sandboxes }: Mock, raw: FreshWorld): Promise<Sandbox> {
  const { name, ...sources } = checked(raw, shape) as FreshWorld;
  const start = await readStartingPoint(sources, sandboxes.start());
  if (!start.ok) throw new ControlRefusal(start.refusal.join('\n'));
  const slug = (name ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '');
  let number = 1;
  const nameOf = (): string => `${slug === '' ? 'fresh' : slug}-${number}`;
  while (sandboxes.find(nameOf()) !== undefined) number += 1;
  return sandboxes.hold(nameOf(), start.value);
}

/** World and behaviour are checked by their readers. */
const shape = map('a fresh world', { 'name?': text('a name'), 'world?': anything, 'behaviour?': anything });
