import type { Flag, Reset } from '../scenario/scenario.ts';
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
  const forms = [...new Set(seen.map(({ reset }) => reset.form))];
  const meaning = (preserveOrder: Flag) => {
    const [one, other] = [...new Set(forms.flatMap((form) => meaningIn(seen, { form, preserveOrder }) ?? []))];
    return other === undefined ? one : 'other';
  };
  return { preserved: meaning('true'), free: meaning('false') };
}

function meaningIn(seen: readonly SeenReset[], { form, preserveOrder }: Pick<Reset, 'form' | 'preserveOrder'>) {
  const like = (flag: Flag) =>
    most(
      seen
        .filter(
          ({ reset, answer }) =>
            reset.conversation.kind === 'user' &&
            answer === 'confirmed' &&
            reset.form === form &&
            reset.preserveOrder === preserveOrder &&
            reset.deleteMessagesPermanently === flag,
        )
        .map(({ texts, othersTexts }) => `${texts} ${othersTexts}`),
    );
  const [omitted, asTrue, asFalse] = [like('absent'), like('true'), like('false')];
  // A deletion that did nothing shows nothing.
  if (!asTrue?.startsWith('hidden') || asTrue === asFalse) return undefined;
  return omitted === asTrue ? true : omitted === asFalse ? false : undefined;
}
