import type { Addressing } from '../../core/index.ts';
import type { Flag } from '../scenario/scenario.ts';
import { most, type SeenReset } from './effects.ts';
import type { Profile } from './profile.ts';

/** Whether a permanent deletion takes the messages from the other side too; undefined where that cannot be found out. */
export function isForEveryone(seen: readonly SeenReset[]): boolean | undefined {
  const others = permanentOnes(seen).flatMap(({ othersTexts }) => othersTexts ?? []);
  // One of them is enough, as nothing else takes messages from the others; unless some were taken in part.
  if (others.includes('hidden') && !others.includes('part')) return true;
  return others.length > 0 && others.every((texts) => texts === 'visible') ? false : undefined;
}

export const permanentOnes = (seen: readonly SeenReset[]): readonly SeenReset[] =>
  seen.filter(
    ({ reset, answer }) =>
      reset.conversation.kind === 'user' && reset.deleteMessagesPermanently === 'true' && answer === 'confirmed',
  );

/**
 * What leaving `deleteMessagesPermanently` out means, beside either order: what it does, true or false does too. `other`
 * where it means one thing in one form of addressing and another in the next.
 */
export function omittedIsPermanent(seen: readonly SeenReset[]): Profile['omittedIsPermanent'] {
  const confirmed = seen.filter(({ reset, answer }) => reset.conversation.kind === 'user' && answer === 'confirmed');
  const forms = [...new Set(confirmed.map(({ reset }) => reset.form))];
  const meaning = (order: Flag): boolean | 'other' | undefined => {
    const like = (flag: Flag, ofForm: readonly Addressing[]) =>
      most(
        confirmed
          .filter(({ reset }) => reset.preserveOrder === order && reset.deleteMessagesPermanently === flag)
          .filter(({ reset }) => ofForm.includes(reset.form))
          .map(({ texts, othersTexts }) => `${texts} ${othersTexts}`),
      );
    const [asTrue, asFalse] = [like('true', forms), like('false', forms)];
    // A deletion that did nothing shows nothing.
    if (!asTrue?.startsWith('hidden') || asTrue === asFalse) return undefined;
    const meanings = forms.map((form) => like('absent', [form])).filter((one) => one === asTrue || one === asFalse);
    const [one, other] = [...new Set(meanings)];
    if (one === undefined) return undefined;
    return other === undefined ? one === asTrue : 'other';
  };
  return { preserved: meaning('true'), free: meaning('false') };
}
