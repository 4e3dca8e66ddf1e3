import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Addressing } from '../../core/index.ts';
import type { Flag, Row } from '../cases/case.ts';
import type { CastRow } from '../cases/cast.ts';
import { type Effect, type EffectClass, effectClass } from '../cases/known.ts';
import { resetRequest } from '../cases/reset-request.ts';
import type { Target } from '../target/target.ts';
import { type Age, callOf, type Observation, observeReset, openProbe, type Probe, rowAt } from './probe.ts';

/** The usual effect of each class of resets, seen on the second of three rows, and what the other side then reads. */
export interface FoundEffect extends Effect {
  readonly othersTexts: Effect['texts'];
  /** As `texts`, of messages of an earlier second; where whole seconds decide what a reset hides, `texts` is `other`. */
  readonly agedTexts: Effect['texts'];
}

export type FoundEffects = Readonly<Partial<Record<EffectClass, FoundEffect>>>;

const worlds = [0, 1, 2];

/**
 * Three worlds for each class, the last with nothing unread: what most of those with a change show is usual. Where
 * another form has in its first world the effect that is usual in the first form, one is enough.
 */
export async function findEffects(target: Target, forms: readonly Addressing[]): Promise<FoundEffects> {
  const classes = [
    ...forms.flatMap((said) =>
      [true, false].flatMap((preserved) => [true, false].map((permanent) => ({ said, preserved, permanent }))),
    ),
    ...[true, false].map((preserved) => ({ said: 'group' as const, preserved, permanent: false })),
  ];
  // What cannot be shown is not so; nobody may be there to hear why.
  const shown = (kind: 'user' | 'group') => hidesAtOnce(target, kind, forms).catch(() => false);
  const atOnce = { user: forms.length > 0 && shown('user'), group: shown('group') };
  const usuals = new Map<string, Promise<FoundEffect | undefined>>();
  const found = await Promise.all(
    classes.map(async ({ said, preserved, permanent }, index) => {
      const kind = said === 'group' ? 'group' : 'user';
      const own = effectClass(said, preserved, permanent);
      const flags = { preserveOrder: flag(preserved), permanently: flag(permanent) };
      const lookInto = async (name: string, age: Age, chosen: readonly number[]) => {
        const seen = chosen.map((world) =>
          look(target, {
            name: `${name}${index}-${world}`,
            kind,
            form: said === 'group' ? 'path-actor' : said,
            from: world === 2 ? 'protagonist' : 'both',
            ids: index * worlds.length + world,
            age,
            ...flags,
          }),
        );
        return usualOf(await Promise.all(seen), permanent);
      };
      const lookFurther = async (name: string, age: Age, inFirstForm: Promise<FoundEffect | undefined>) => {
        const [once, usual] = await Promise.all([lookInto(name, age, worlds.slice(0, 1)), inFirstForm]);
        return isDeepStrictEqual(once, usual) ? once : lookInto(`${name}m`, age, worlds);
      };
      const lookEnough = (name: string, age: Age) => {
        const inFirstForm = usuals.get(`${name} ${effectClass(forms[0] ?? said, preserved, permanent)}`);
        const usual =
          inFirstForm === undefined || kind === 'group'
            ? lookInto(name, age, worlds)
            : lookFurther(name, age, inFirstForm);
        usuals.set(`${name} ${own}`, usual);
        return usual;
      };
      return [own, await settled(await lookEnough('e', 'young'))] as const;

      /**
       * Where it stays in the list, rows of one second may tie, and where messages stay, it may be for their second:
       * then only a list that has aged shows what is usual.
       */
      async function settled(usual: FoundEffect | undefined): Promise<FoundEffect | undefined> {
        if (usual === undefined) return undefined;
        const mayTie = !preserved && usual.place !== 'removed';
        const mayBeTimed = !permanent && (usual.texts !== 'hidden' || !(await atOnce[kind]));
        if (!mayTie && !mayBeTimed) return usual;
        const aged = (await lookEnough('a', mayTie ? 'paced' : 'aged')) ?? usual;
        const place = mayTie ? aged.place : usual.place;
        const agedTexts = mayBeTimed ? aged.texts : usual.texts;
        const isTimed = mayBeTimed && agedTexts === 'hidden' && !(await wasMood(usual));
        return { ...usual, place, agedTexts, texts: isTimed ? 'other' : agedTexts };
      }

      /** Whether messages that stayed, where they are hidden at once elsewhere, are mostly hidden here too when tried again. */
      async function wasMood({ texts }: FoundEffect): Promise<boolean> {
        if (texts === 'hidden' || !(await atOnce[kind])) return false;
        return (await lookEnough('m', 'young'))?.texts === 'hidden';
      }
    }),
  );
  return Object.fromEntries(found.filter(([, effect]) => effect !== undefined));
}

/**
 * Whether messages are hidden however young they are. Between two that are hidden within one second, at most one can
 * have got older than its second.
 */
async function hidesAtOnce(
  target: Target,
  kind: 'user' | 'group',
  [form = 'path-actor']: readonly Addressing[],
): Promise<boolean> {
  const text = 'of this second';
  const hides = async (probe: Probe, row: CastRow) => {
    const { protagonist } = probe.cast;
    const isHidden = async () => !(await target.driver.messages(protagonist, row.peer)).includes(text);
    await target.driver.sendMessage(row.other, row.seenByOthers(protagonist), text);
    await target.send(resetRequest(callOf(probe, row.peer, form, 'true'), target.apiKey));
    const done = performance.now();
    if (await isHidden()) return done;
    await sleep(target.settleMs, undefined, { signal: target.signal });
    return (await isHidden()) ? done : Number.POSITIVE_INFINITY;
  };
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const probe = await openProbe(target, `y${kind.charAt(0)}${attempt}`, Array(2).fill(kind), { ids: 3 });
    const begun = performance.now();
    let done = begun;
    for (const row of probe.cast.rows) done = Math.max(done, await hides(probe, row));
    if (done - begun < 1_000) return true;
  }
  return false;
}

const most = <Value>(values: readonly Value[]): Value | undefined =>
  values.find((value) => values.filter((other) => other === value).length * 2 > values.length);

const flag = (value: boolean): Flag => (value ? 'true' : 'false');

interface Look {
  readonly name: string;
  readonly kind: 'user' | 'group';
  readonly form: Addressing;
  readonly from: Row['from'];
  readonly preserveOrder: Flag;
  readonly permanently: Flag;
  readonly ids: number;
  readonly age: Age;
}

async function look(target: Target, wanted: Look): Promise<Observation> {
  const probe = await openProbe(target, wanted.name, Array(3).fill(wanted.kind), wanted);
  const row = await rowAt(probe, 1);
  return observeReset(probe, row, callOf(probe, row.peer, wanted.form, wanted.preserveOrder, wanted.permanently));
}

/** A single change shows what such resets can do; whether they always do it is for the requirements to say. */
function withChange(seen: readonly Observation[]): readonly Observation[] {
  const effective = seen.filter(({ changed }) => changed);
  return effective.length === 0 ? seen : effective;
}

/**
 * What more worlds show than not, among those whose reset was answered as done. Of a permanent deletion one world tells
 * that it is for everyone, as nothing else takes messages from the others; unless it takes only some of them elsewhere.
 */
function usualOf(seen: readonly Observation[], permanent: boolean): FoundEffect | undefined {
  const done = withChange(seen.filter(({ answer, changed }) => answer === 'confirmed' || changed));
  if (done.length === 0) return undefined;
  const texts = most(done.map((one) => one.texts)) ?? 'other';
  const othersTexts = done.map((one) => one.othersTexts);
  return {
    place: most(done.map(({ place }) => place)) ?? 'other',
    texts,
    agedTexts: texts,
    othersTexts: permanent && isForEveryone(othersTexts) ? 'hidden' : (most(othersTexts) ?? 'other'),
  };
}

const isForEveryone = (othersTexts: readonly Effect['texts'][]): boolean =>
  othersTexts.includes('hidden') && !othersTexts.includes('other');
