import type { Addressing } from '../../core/index.ts';
import type { Effect } from '../cases/known.ts';
import type { Target } from '../target/target.ts';
import type { FoundEffects } from './effects.ts';
import { type Conclusion, callOf, observeFirmly, observeReset, openProbe, rowAt } from './probe.ts';

type Taken = Conclusion<'as-false' | 'as-true'>;

/** What a reset without the field is taken for, with `preserveOrder` and without. */
export type FoundOmitted = Readonly<Record<'preserved' | 'free', Taken>>;

export async function findOmitted(
  target: Target,
  forms: readonly Addressing[],
  effects: () => Promise<FoundEffects>,
): Promise<FoundOmitted> {
  const [preserved, free] = await Promise.all([
    takenFor(target, forms, effects, 'preserved'),
    takenFor(target, forms, effects, 'free'),
  ]);
  return { preserved, free };
}

/** Both in one. */
export function omittedAxis({ preserved, free }: FoundOmitted): Taken {
  if (free.value === undefined || preserved.value === undefined || free.value === preserved.value) return free;
  return { value: 'other', evidence: `${free.evidence}; with preserveOrder ${preserved.evidence}` };
}

/** Compares a reset without the field with what `true` and `false` do; where these look alike it cannot be told. */
async function takenFor(
  target: Target,
  [form]: readonly Addressing[],
  effects: () => Promise<FoundEffects>,
  order: 'preserved' | 'free',
): Promise<Taken> {
  if (form === undefined) return { value: undefined, evidence: 'no form of addressing is accepted' };
  const attempt = async (suffix: string, age?: 'aged') => {
    const probe = await openProbe(target, `o${order.charAt(0)}${suffix}`, ['user', 'user', 'user'], {
      ids: 5,
      ...(age && { age }),
    });
    const row = await rowAt(probe, 1);
    return observeReset(
      probe,
      row,
      callOf(probe, row.peer, form, order === 'preserved' ? 'true' : 'false', 'left-out'),
    );
  };
  const seen = await observeFirmly((suffix) => attempt(suffix));
  if (seen.answer !== 'confirmed') return { value: undefined, evidence: 'a reset without the field was not confirmed' };

  const found = await effects();
  const asTrue = found[`${form} ${order} permanent`];
  const asFalse = found[`${form} ${order} temporary`];
  if (asTrue === undefined || asFalse === undefined) return { value: undefined, evidence: 'resets are not confirmed' };
  if (asTrue.othersTexts !== asFalse.othersTexts) {
    return conclude('the other', seen.othersTexts, asTrue.othersTexts, asFalse.othersTexts);
  }
  if (asTrue.agedTexts === asFalse.agedTexts) {
    return { value: undefined, evidence: 'permanent and other resets look the same' };
  }
  const { texts } = asFalse.texts === asFalse.agedTexts ? seen : await attempt('a', 'aged');
  return conclude('the acting user', texts, asTrue.agedTexts, asFalse.agedTexts);
}

function conclude(who: string, seen: Effect['texts'], asTrue: Effect['texts'], asFalse: Effect['texts']): Taken {
  const evidence = `without the field ${who} finds the messages ${seen}`;
  return { value: seen === asTrue ? 'as-true' : seen === asFalse ? 'as-false' : 'other', evidence };
}
