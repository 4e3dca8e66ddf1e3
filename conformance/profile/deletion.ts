import type { Addressing } from '../../core/index.ts';
import type { Flag } from '../scenario/scenario.ts';
import { most, type SeenReset } from './effects.ts';
import type { Profile } from './profile.ts';

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
