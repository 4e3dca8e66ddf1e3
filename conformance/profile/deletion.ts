import { most, type SeenReset } from './effects.ts';

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

export type Omitted = Readonly<Record<'preserved' | 'free', boolean | undefined>>;

/** What leaving `deleteMessagesPermanently` out means, beside either order: what it does, true or false does too. */
export function omittedIsPermanent(seen: readonly SeenReset[]): Omitted {
  const meaning = (order: 'true' | 'false'): boolean | undefined => {
    const like = (flag: string) =>
      most(
        seen
          .filter(
            ({ reset, answer }) =>
              isUserReset(reset) &&
              answer === 'confirmed' &&
              reset.preserveOrder === order &&
              reset.deleteMessagesPermanently === flag,
          )
          .map(({ texts, othersTexts }) => `${texts} ${othersTexts}`),
      );
    const [omitted, asTrue, asFalse] = [like('absent'), like('true'), like('false')];
    // A deletion that did nothing shows nothing.
    const isClear = asTrue?.startsWith('hidden') && asTrue !== asFalse;
    if (omitted === undefined || !isClear) return undefined;
    return omitted === asTrue ? true : omitted === asFalse ? false : undefined;
  };
  return { preserved: meaning('true'), free: meaning('false') };
}

const isUserReset = ({ conversation }: SeenReset['reset']): boolean => conversation.kind === 'user';
