import { setTimeout as sleep } from 'node:timers/promises';
import type { Addressing } from '../../core/index.ts';
import type { Effect } from '../cases/known.ts';
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
  const attempt = async (suffix: string, age?: 'aged') => {
    const probe = await openProbe(target, `o${suffix}`, ['user', 'user', 'user'], 5);
    if (age === 'aged') await sleep(1_100, undefined, { signal: target.signal });
    const row = await rowAt(probe, 1);
    return observeReset(probe, row, callOf(probe, row.peer, form, 'false', 'left-out'));
  };
  const seen = await observeFirmly((suffix) => attempt(suffix));
  if (seen.answer !== 'confirmed') return { value: undefined, evidence: 'a reset without the field was not confirmed' };

  const found = await effects();
  const asTrue = found['user free permanent'];
  const asFalse = found['user free temporary'];
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

function conclude(
  who: string,
  seen: Effect['texts'],
  asTrue: Effect['texts'],
  asFalse: Effect['texts'],
): Conclusion<'as-false' | 'as-true'> {
  const evidence = `without the field ${who} finds the messages ${seen}`;
  return { value: seen === asTrue ? 'as-true' : seen === asFalse ? 'as-false' : 'other', evidence };
}
