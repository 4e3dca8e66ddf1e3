import { expect, test } from 'vitest';
import { failureWords } from './failure-words.ts';
import { notWellFormed } from './markup-check.ts';
import { sampleReports } from './sample-reports.ts';
import { failureSvg } from './svg.ts';

const failed = sampleReports.violates.requirements.flatMap((result) => failureWords(result) ?? []);
const pictures = failed.flatMap((words) => {
  const svg = failureSvg(words, '✗ <lead>');
  return svg === undefined ? [] : [{ words, svg }];
});

test('every violation of a list has a picture, and no violation of an answer', () => {
  expect(pictures.map(({ words }) => words)).toEqual(failed.filter(({ comparison }) => comparison.of !== 'answer'));
  expect(pictures.length).toBeGreaterThan(1);
  expect(pictures.length).toBeLessThan(failed.length);
});

test('a picture is well-formed, loads nothing and runs nothing', () => {
  for (const { svg } of pictures) {
    expect(notWellFormed(svg.trim())).toBeUndefined();
    expect(svg).not.toMatch(/<script|href=|url\(|@import|\son\w+=/);
    expect(svg).toContain('✗ &lt;lead&gt;');
  }
});

test('a picture shows every entry of every column, once', () => {
  for (const { words, svg } of pictures) {
    const { comparison } = words;
    if (comparison.of === 'answer') continue;
    const cells = comparison.rows.flatMap((row) => ('leftOut' in row ? [] : row.cells.filter((cell) => cell)));
    expect(svg.match(/<text class="name"/g) ?? []).toHaveLength(cells.length);
    for (const { heading } of comparison.columns) expect(svg).toContain(`${heading}</text>`);
  }
});
