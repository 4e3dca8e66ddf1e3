import type { Addressing } from '../../core/index.ts';
import type { Target } from '../target/target.ts';
import type { FoundEffects } from './effects.ts';
import { type Conclusion, callOf, observeFirmly, observeReset, openProbe, rowAt } from './probe.ts';

/** Compares a reset without the field with what `true` and `false` do; where these look alike it cannot be told. */
export async function findOmitted(
  target: Target,
  forms: readonly Addressing[],
  effects: () => Promise<FoundEffects>,
): Promise<Conclusion<'as-false' | 'as-true'>> {
  const [form] = forms;
  if (form === undefined) return { value: undefined, evidence: 'no form of addressing is accepted' };
  const seen = await observeFirmly(async (suffix) => {
    const probe = await openProbe(target, `o${suffix}`, ['user', 'user', 'user'], 5);
    const row = await rowAt(probe, 1);
    return observeReset(probe, row, callOf(probe, row.peer, form, 'false', 'left-out'));
  });
  if (seen.answer !== 'confirmed') return { value: undefined, evidence: 'a reset without the field was not confirmed' };

  const found = await effects();
  const asTrue = found['user free permanent'];
  const asFalse = found['user free temporary'];
  if (asTrue === undefined || asFalse === undefined) return { value: undefined, evidence: 'resets are not confirmed' };
  const traits = ['othersTexts', 'texts'] as const;
  const telling = traits.find((trait) => asTrue[trait] !== asFalse[trait]);
  if (telling === undefined) return { value: undefined, evidence: 'permanent and other resets look the same' };
  const evidence = `without the field the ${telling === 'texts' ? 'acting user' : 'other'} finds the messages ${seen[telling]}`;
  if (seen[telling] === asTrue[telling]) return { value: 'as-true', evidence };
  return { value: seen[telling] === asFalse[telling] ? 'as-false' : 'other', evidence };
}
