import type { RequirementResult } from '../report.ts';
import { clipped, padded, wrapped } from './columns.ts';
import { comparisonText } from './comparison-text.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { folded } from './shell-command.ts';
import { type ShortNames, shortNames } from './short-names.ts';
import { reproduction, type StoryGroup, storyGroups } from './summary.ts';

const phaseWidth = 9;
const arrangementsShown = 3;

/**
 * The story of one failed requirement in lines of at most `columns`: what went wrong, what was done, what was
 * expected and seen, and how reliably.
 */
export function storyText(result: RequirementResult, columns: number, paint: Paint): readonly string[] {
  const { counterexample } = result;
  if (counterexample === undefined) return ['There is no story of it.'];
  const names = shortNames(counterexample);
  return [
    ...wrapped(names.text(counterexample.summary), columns).map(paint.strong),
    ...(names.beginning === '' ? [] : wrapped(shortened(names), columns).map(paint.faint)),
    '',
    ...doneText(storyGroups(counterexample.story), names, columns, paint),
    '',
    ...comparisonText(counterexample, names, columns, paint),
    '',
    ...wrapped(`It ${reproduction(result)}.`, columns),
  ];
}

/** Said once, since an id in a sentence is no longer the one in a command. */
export const shortened = ({ beginning }: ShortNames): string =>
  `Every id begins with ${beginning}; sentences leave that out.`;

/** What was done; of a long preparation, the beginning and the end. */
function doneText(groups: readonly StoryGroup[], names: ShortNames, columns: number, paint: Paint): readonly string[] {
  const arranging = groups.filter(({ phase }) => phase === 'arrange');
  const leftOut = new Set(
    arranging.length > 3 * arrangementsShown ? arranging.slice(arrangementsShown, -arrangementsShown) : [],
  );
  return groups.flatMap((group) => {
    if (!leftOut.has(group)) return groupText(group, names, columns, paint);
    if (group !== arranging[arrangementsShown]) return [];
    return [
      paint.faint(`${padded('', phaseWidth)}… ${leftOut.size} more steps like these; a report file has them all`),
    ];
  });
}

function groupText(
  { phase, what, exchanges }: StoryGroup,
  names: ShortNames,
  columns: number,
  paint: Paint,
): readonly string[] {
  const room = columns - phaseWidth;
  const indented = (line: string) => padded('', phaseWidth) + line;
  const title = wrapped(names.text(what), room).map(phase === 'act' ? paint.strong : (line) => line);
  return [
    ...title.map((line, index) => (index === 0 ? padded(phase, phaseWidth) + line : indented(line))),
    ...exchanges.flatMap(({ curl, answer }) => [
      ...(curl === '' ? [] : command(curl, room).map(({ line, flush }) => paint.faint(flush ? line : indented(line)))),
      ...(answer === '' ? [] : answerText(answer, phase, room).map(indented)),
    ]),
  ];
}

/** A line that goes on within a word has to begin at the very left. */
function command(curl: string, columns: number): readonly { readonly line: string; readonly flush: boolean }[] {
  const lines = folded(curl, columns);
  return lines.map((line, index) => ({ line, flush: index > 0 && !line.startsWith(' ') }));
}

/** What is judged is quoted in full; of the rest the status says enough where all went well. */
function answerText(answer: string, phase: StoryGroup['phase'], columns: number): readonly string[] {
  const text = `→ ${printable(answer)}`;
  if (phase === 'act') return wrapped(text, columns);
  return [/^2\d\d\b/u.test(answer) ? text.slice(0, '→ 200'.length) : clipped(text, columns)];
}
