import { setTimeout as sleep } from 'node:timers/promises';
import type { Addressing } from '../../core/index.ts';
import type { Flag } from '../cases/case.ts';
import { type Effect, type EffectClass, effectClass, type Place } from '../cases/known.ts';
import type { Target } from '../target/target.ts';
import { callOf, type Observation, observeReset, openProbe, rowAt } from './probe.ts';

/** The usual effect of each class of resets, seen on the second of three rows, and what the other side then reads. */
export interface FoundEffect extends Effect {
  readonly othersTexts: Effect['texts'];
}

export type FoundEffects = Readonly<Partial<Record<EffectClass, FoundEffect>>>;

const worlds = 3;

/** Three worlds for each class: what most of them show is usual. */
export async function findEffects(target: Target, forms: readonly Addressing[]): Promise<FoundEffects> {
  const classes = [
    ...(forms.length === 0 ? [] : (['user'] as const)).flatMap((kind) =>
      [true, false].flatMap((preserved) => [true, false].map((permanent) => ({ kind, preserved, permanent }))),
    ),
    ...[true, false].map((preserved) => ({ kind: 'group' as const, preserved, permanent: false })),
  ];
  const found = await Promise.all(
    classes.map(async ({ kind, preserved, permanent }, index) => {
      const flags = { preserveOrder: flag(preserved), permanently: flag(permanent) };
      const seen = await Promise.all(
        Array.from({ length: worlds }, (_, world) => {
          const form = forms[world % Math.max(forms.length, 1)] ?? 'path-actor';
          return look(target, { name: `e${index}${world}`, kind, form, ids: index * worlds + world, ...flags });
        }),
      );
      const usual = usualOf(seen);
      const place = preserved || usual === undefined || usual.place === 'removed' ? usual?.place : await aged(index);
      return [effectClass(kind, preserved, permanent), usual && place && { ...usual, place }] as const;

      /** Where it stays in the list, rows of one second may tie: then only a list that has aged shows its place. */
      async function aged(at: number): Promise<Place> {
        const form = forms[0] ?? 'path-actor';
        const again = await Promise.all(
          [0, 1].map((world) =>
            look(target, { name: `a${at}${world}`, kind, form, ids: at + world * 7 + 1, aged: true, ...flags }),
          ),
        );
        const [one, two] = again.map(({ place: seenPlace }) => seenPlace);
        return one !== undefined && one === two ? one : 'other';
      }
    }),
  );
  return Object.fromEntries(found.filter(([, effect]) => effect !== undefined));
}

const flag = (value: boolean): Flag => (value ? 'true' : 'false');

interface Look {
  readonly name: string;
  readonly kind: 'user' | 'group';
  readonly form: Addressing;
  readonly preserveOrder: Flag;
  readonly permanently: Flag;
  readonly ids: number;
  readonly aged?: boolean;
}

async function look(target: Target, wanted: Look): Promise<Observation> {
  const probe = await openProbe(target, wanted.name, Array(3).fill(wanted.kind), wanted.ids);
  if (wanted.aged) await sleep(1_100, undefined, { signal: target.signal });
  const row = await rowAt(probe, 1);
  return observeReset(probe, row, callOf(probe, row.peer, wanted.form, wanted.preserveOrder, wanted.permanently));
}

/** What more worlds show than not, among those whose reset was answered as done. */
function usualOf(seen: readonly Observation[]): FoundEffect | undefined {
  const done = seen.filter(({ answer, changed }) => answer === 'confirmed' || changed);
  if (done.length === 0) return undefined;
  const most = <Value>(values: readonly Value[]): Value | undefined =>
    values.find((value) => values.filter((other) => other === value).length * 2 > values.length);
  return {
    place: most(done.map(({ place }) => place)) ?? 'other',
    texts: most(done.map(({ texts }) => texts)) ?? 'other',
    othersTexts: most(done.map(({ othersTexts }) => othersTexts)) ?? 'other',
  };
}
