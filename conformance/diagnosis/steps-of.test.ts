import { expect, it } from 'vitest';
import type { Step } from '../scenario/scenario.ts';
import { checked } from '../testing/check-table.ts';
import { begin, ofA, ofB, type TraceBuilder } from '../testing/trace-builder.ts';
import { upTo } from './steps-of.ts';

/** The steps that are left of those that come after the beginning. */
function stepsUpTo(built: TraceBuilder): readonly Step[] {
  const begun = begin().trace().scenario.steps.length;
  const [failure] = checked(built).failures;
  return failure === undefined ? expect.fail('nothing has failed') : upTo(failure).steps.slice(begun);
}

const sent = (from: string, id: string): Step => ({ do: 'send', from, to: { kind: 'user', id } });

it('should leave out what comes after the step that fails', () => {
  expect(stepsUpTo(begin().reset(ofA()).see({ me: 'g' }).reset(ofB()))).toEqual([ofA()]);
});

it('should keep of it the first message of the conversation that shows what is wrong', () => {
  const built = begin().send('mate', 'a').see({ 'me mate': '5' }).send('mate', 'me').send('me', 'mate').reset(ofB());
  expect(stepsUpTo(built)).toEqual([sent('mate', 'me'), sent('mate', 'a')]);
});
