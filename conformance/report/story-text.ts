import type { RequirementResult } from '../report.ts';
import { clipped, padded, wrapped } from './columns.ts';
import { comparisonText } from './comparison-text.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { type ScriptLine, scriptOf, storyOf } from './script.ts';
import { folded } from './shell-command.ts';
import { type ShortNames, shortNames } from './short-names.ts';
import { reproduction, type StoryGroup } from './summary.ts';

const labelWidth = 9;
const arrangementsShown = 3;

/**
 * The story of one failed requirement in lines of at most `columns`: what went wrong, what was done, which a shell can
 * run as it stands, what was expected and seen, and how reliably.
 */
export function storyText(
  result: RequirementResult,
  target: string,
  columns: number,
  paint: Paint,
  arranging: 'whole' | 'shortened' = 'shortened',
): readonly string[] {
  const { counterexample } = result;
  if (counterexample === undefined) return ['There is no story of it.'];
  const names = shortNames(counterexample);
  const story = storyOf(counterexample);
  return [
    ...wrapped(names.text(counterexample.summary), columns).map(paint.strong),
    ...(names.beginning === '' ? [] : wrapped(shortened(names), columns).map(paint.faint)),
    '',
    ...doneText(arranging === 'whole' ? story : withoutMiddle(story), target, names, columns, paint),
    '',
    ...comparisonText(counterexample, names, columns, paint),
    '',
    ...wrapped(`It ${reproduction(result)}.`, columns),
  ];
}

/** Said once, since an id in a sentence is no longer the one in a command. */
export const shortened = ({ beginning }: ShortNames): string =>
  `Every id begins with ${beginning}; sentences leave that out.`;

/** What was done, as a script. */
const doneText = (
  groups: readonly StoryGroup[],
  target: string,
  names: ShortNames,
  columns: number,
  paint: Paint,
): readonly string[] => scriptOf(groups, target).flatMap((line) => lineText(line, names, columns, paint));

/** Of a long preparation, the beginning and the end. */
function withoutMiddle(groups: readonly StoryGroup[]): readonly StoryGroup[] {
  const arranging = groups.filter(({ phase }) => phase === 'arrange');
  const leftOut = new Set(
    arranging.length > 3 * arrangementsShown ? arranging.slice(arrangementsShown, -arrangementsShown) : [],
  );
  const more = `… ${leftOut.size} more steps like these; a report file has them all`;
  const [first] = leftOut;
  return groups.flatMap((group) =>
    group === first ? [{ ...group, what: more, exchanges: [] }] : leftOut.has(group) ? [] : [group],
  );
}

function lineText(line: ScriptLine, names: ShortNames, columns: number, paint: Paint): readonly string[] {
  const remark = (label: string, texts: readonly string[]) =>
    texts.map((text, index) => `# ${padded(index === 0 ? label : '', labelWidth)}${text}`);
  const room = columns - labelWidth - 2;
  switch (line.kind) {
    case 'set-up':
      return folded(line.text, columns).map(paint.faint);
    case 'together':
      return wrapped(`# ${line.text}`, columns);
    case 'wait':
      return [paint.faint(line.text)];
    case 'title':
      return remark(line.phase, wrapped(names.text(line.text), room)).map(
        line.phase === 'act' ? paint.strong : (text) => text,
      );
    case 'command': {
      const lines = folded(line.text, columns - background.length);
      const end = line.isBackground ? background : '';
      return lines.map((text, index) => paint.faint(index === lines.length - 1 ? text + end : text));
    }
    case 'answer':
      return remark('', answerText(line.text, line.phase, room));
  }
}

const background = ' &';

/** What is judged is quoted in full; of the rest the status says enough where all went well. */
function answerText(answer: string, phase: StoryGroup['phase'], columns: number): readonly string[] {
  const text = `→ ${printable(answer)}`;
  if (phase === 'act') return wrapped(text, columns);
  return [/^2\d\d\b/u.test(answer) ? text.slice(0, '→ 200'.length) : clipped(text, columns)];
}
