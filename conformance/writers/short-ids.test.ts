import { expect, test } from 'vitest';
import { scopeOf } from '../scenario/scope.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { abbreviated, withShortIds } from './short-ids.ts';

const x = 'x'.repeat(40);

test.each<[string, readonly string[], readonly string[]]>([
  ['short ids stay', ['m-actor', 'a-peer1'], []],
  ['both ends stay', [`u${x}1`, `u${x}2`, `v${x}1`], ['uxxxxxx…xxxxxx1', 'uxxxxxx…xxxxxx2', 'vxxxxxx…xxxxxx1']],
  ['what that would make alike stays', [`${x}-a12345678`, `${x}-a02345678`, `${x}1`], ['xxxxxxx…xxxxxx1']],
])('%s', (_, ids, names) => {
  expect([...abbreviated(ids).values()]).toEqual(names);
});

test('they are the same in each text of a failure, those of rows that nobody created too', () => {
  const [me, row, strange] = [`${x}1`, `${x}2`, `${x}3`];
  const { counterexample } = sampleReports.replayed.requirements.find(({ outcome }) => outcome === 'fail') ?? {};
  const lists = {
    of: 'list',
    subject: `the list of ${me}`,
    before: [`group:${row}`],
    expected: [`group:${row}`],
  } as const;
  const shown = withShortIds({
    ...(counterexample ?? expect.fail()),
    diagnosis: `user:${strange} has appeared in the list of ${me}.`,
    steps: [
      {
        phase: 'act',
        what: `${me} resets group:${row}`,
        curl: `curl '/${scopeOf('cr7a9c2a-', 42)}${row}'`,
        answer: '',
      },
    ],
    comparison: { ...lists, seen: [`user:${strange}`, `group:${row}`] },
    scenario: { users: [me], groups: [{ id: row, members: [me] }], steps: [] },
  });
  expect(shown).toMatchObject({
    diagnosis: 'user:xxxxxxx…xxxxxx3 has appeared in the list of xxxxxxx…xxxxxx1.',
    steps: [{ what: 'xxxxxxx…xxxxxx1 resets group:xxxxxxx…xxxxxx2', curl: "curl '/xxxxxxx…xxxxxx2'" }],
    comparison: { seen: ['user:xxxxxxx…xxxxxx3', 'group:xxxxxxx…xxxxxx2'] },
    scenario: { users: ['xxxxxxx…xxxxxx1'] },
  });
});
