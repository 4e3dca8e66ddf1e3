import { addressingForms } from '../../core/index.ts';
import { flags, type Scenario, toUser } from '../scenario/scenario.ts';
import type { Extent } from './extent.ts';
import { pick, reset, type Settings, scenarioOf, send, worldOf } from './world.ts';

/**
 * Requests about those who take no part, who do not exist, conversations that are not there, three users, oneself: if
 * one is refused, nothing has changed, and nothing comes of it later.
 */
export function strangers({ budget, profile: { forms }, seed }: Extent): readonly Scenario[] {
  const rounds = { smoke: 1, quick: 1, default: 2, thorough: 6 }[budget];
  return Array.from({ length: rounds }, (_, round) => {
    const kinds = ['user', 'group', 'user', 'group', 'user'] as const;
    const world = worldOf(budget === 'smoke' ? kinds.slice(0, 3) : kinds, { outsiders: true });
    const { me, rows } = world;
    const [first, group, second] = rows;
    if (first === undefined || group === undefined || second === undefined) return scenarioOf(world, []);
    const setting = (index: number): Settings => ({
      preserveOrder: pick(flags, index + round),
      deleteMessagesPermanently: pick(['true', 'false', 'absent'], index + seed),
      form: pick(forms, index + round),
    });
    const permanent = (index: number): Settings => ({ ...setting(index), deleteMessagesPermanently: 'true' });
    const outsider = 'o-outsider';
    const steps = [
      reset(outsider, group, setting(0)),
      reset(outsider, group, setting(1)),
      reset(outsider, second, permanent(0)),
      reset(me, toUser(outsider), setting(1)),
      reset(outsider, second, { ...setting(2), path: me }),
      reset(outsider, second, { ...permanent(0), path: me }),
      reset(outsider, toUser(me), { ...permanent(1), path: second.id }),
      reset(me, second, { ...setting(0), path: first.id }),
      send(me, first),
      reset(me, first, setting(1)),
      reset(me, group, { ...setting(2), extra: { conversationWith: `~${first.id}` } }),
      reset(me, group, setting(0)),
      reset(me, first, { preserveOrder: 'true', form: pick(forms, round) }),
    ];
    if (budget !== 'smoke') return scenarioOf(world, steps);
    const kept: Settings = { ...setting(1), deleteMessagesPermanently: 'false' };
    return scenarioOf(world, [...steps.slice(1, 5), reset(me, second, kept), reset(me, first, permanent(0))]);
  });
}

/** Forms that the target refuses have to change nothing. */
export function refusedForms({ profile: { forms } }: Extent): readonly Scenario[] {
  const refused = addressingForms.filter((form) => !forms.includes(form));
  if (refused.length === 0) return [];
  const world = worldOf(['user', 'user', 'user', 'user'], { messages: 2 });
  const steps = refused.flatMap((form, index) =>
    flags.map((preserveOrder, at) =>
      reset(world.me, pick(world.rows, index + at), {
        form,
        preserveOrder,
        deleteMessagesPermanently: pick(['true', 'false'], at),
      }),
    ),
  );
  const right = reset(world.me, pick(world.rows, 1), { preserveOrder: 'true', form: pick(forms, 0) });
  return [scenarioOf(world, [...steps, right])];
}
