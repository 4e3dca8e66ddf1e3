import { expect, it } from 'vitest';
import { type KeyDefect, keyDefects, wrongKeys } from '../scenario/choices.ts';
import type { Reset } from '../scenario/scenario.ts';
import { checked, checkTable, fails, passes, rowsOf, skips } from '../testing/check-table.ts';
import { begin, confirmed, ofA, type Replying, refused, unchanged } from '../testing/trace-builder.ts';

/** The rows of each of them: its own defects one after the other, and those of the others, which do not count. */
function tableOf(id: string, own: readonly Partial<Reset>[], others: readonly Partial<Reset>[]): void {
  const [first = {}] = own;
  const answered = (defect: Partial<Reset>, replying: Replying) =>
    begin().reset(ofA({ ...defect, preserveOrder: 'false' }), replying);
  checkTable(id, {
    ...rowsOf(own, (one) => [
      `401: ${JSON.stringify(one)}`,
      passes(answered(one, refused(401)).see({ me: unchanged })),
    ]),
    'an error of the server, and nothing has changed': passes(answered(first, refused(500)).see({ me: unchanged })),
    'a 200 that says success: false': passes(answered(first, confirmed({ success: false })).see({ me: unchanged })),
    ...rowsOf(own, (one) => [
      `confirmed: ${JSON.stringify(one)}`,
      fails(answered(one, confirmed({ message: '' })), { of: 'answer', expected: 'a refusal' }),
    ]),
    'refused, and done all the same': fails(answered(first, refused()).see({ me: 'g b' }), `me: ${unchanged}`),
    'an error, and done anyway': fails(answered(first, refused(500)).see({ me: unchanged, 'me a': '' }), 'me a: 1'),
    'refused, and done to others': fails(answered(first, refused()).see({ me: unchanged, mate: 'a' }), 'mate: a g'),
    'nobody looked': skips(answered(first, refused())),
    ...rowsOf([{}, ...others], (one) => [
      `another request: ${JSON.stringify(one)}`,
      skips(answered(one, refused()).see({ me: unchanged })),
    ]),
  });
}

const keys = (defects: readonly KeyDefect[]) => defects.map((apikey) => ({ apikey }));
const missing = keys(['absent', 'empty']);
const wrong = keys(wrongKeys);

tableOf('no-key-refused', missing, [...wrong, { onBehalfOf: 'absent' }]);
tableOf('wrong-key-refused', wrong, [...missing, { onBehalfOf: 'absent' }]);
tableOf(
  'no-acting-user-refused',
  [{ onBehalfOf: 'absent' }, { onBehalfOf: 'empty' }],
  [...keys(keyDefects), { onBehalfOf: 'unknown' }],
);

it('should not count what is seen later of a request that failed it', () => {
  const built = begin()
    .reset(ofA({ apikey: 'absent' }), confirmed())
    .see({ me: unchanged });
  const { passed, failures } = checked(built.later().see({ me: unchanged }));
  expect(failures.map(({ requirement }) => requirement)).toContain('no-key-refused');
  expect(passed.get('no-key-refused')).toBeUndefined();
});
