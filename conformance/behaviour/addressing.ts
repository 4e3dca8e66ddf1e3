import { type Addressing, addressingForms } from '../../core/index.ts';
import { dataOf, isSuccessful, sayAnswer } from '../target/answer.ts';
import type { Target } from '../target/target.ts';
import { type Conclusion, callOf, observeReset, openProbe, rowAt } from './probe.ts';

export interface FoundAddressing extends Conclusion<readonly Addressing[]> {
  readonly forms: readonly Addressing[];
  /** The status with which a form was refused; undefined when none was. */
  readonly refusedWith: number | undefined;
}

/**
 * A form is accepted when it gets a 2xx or changes the acting user's side. A 2xx without effect accepts a `path-peer`
 * form not at all, while `path-actor`, being the spec's own, is held to it. Permanent resets show an effect under
 * every behaviour. The worlds' ids begin with `name`.
 */
export async function findAddressing(target: Target, name: string): Promise<FoundAddressing> {
  const tried = await Promise.all(
    addressingForms.map((form, index) => tryForm(target, form, `${name}${index}`, index)),
  );
  const forms = tried.filter(({ accepted }) => accepted).map(({ form }) => form);
  const refused = tried.find(({ accepted }) => !accepted)?.seen.reply;
  return {
    value: forms.length === 0 ? undefined : forms,
    forms,
    refusedWith: refused?.kind === 'answered' ? refused.status : undefined,
    evidence: tried
      .map(({ form, seen }) => `${form}: ${sayAnswer(seen.reply)}, ${seen.changed ? 'with' : 'without'} effect`)
      .join('; '),
  };
}

/** Tried again on fresh ids where one answer does not settle it: a doubtful one, or a success without effect. */
async function tryForm(target: Target, form: Addressing, name: string, index: number) {
  for (let attempt = 1; ; attempt += 1) {
    const probe = await openProbe(target, `${name}${attempt}`, ['user', 'user', 'user'], { ids: index + attempt });
    const row = await rowAt(probe, 1);
    const seen = await observeReset(probe, row, callOf(probe, row.peer, form, 'left-out', 'true'), 'any change');
    const claims = isSuccessful(seen.reply) && dataOf(seen.reply)['success'] !== false;
    const accepted = seen.changed || (form === 'path-actor' && claims);
    const definite = accepted || (seen.answer === 'refused' && !claims);
    if (definite || attempt === 3) return { form, accepted, seen };
  }
}
