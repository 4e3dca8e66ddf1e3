import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Refusal } from '../../fixtures/command-line/output.ts';
import { jsonText } from '../../fixtures/printable.ts';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { listening } from '../testing/listening.ts';
import { runOptions } from '../testing/run-options.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { clean } from './clean.ts';

const directory = temporaryFolder();

test.each([
  [{ left: [{ kind: 'user', id: 'alice' }] }, 'names {"kind":"user","id":"alice"}, which no run of this suite has'],
  [{ left: [{ kind: 'user', id: 'cr0f1e2d-a/../../users/alice' }] }, 'which no run of this suite has created'],
  [{ left: [{ kind: 'user', id: 'cr0f1e2d-ann' }] }, 'is of http://127.0.0.1:4010/v3, and not of http://127.0.0.1:'],
  [{}, 'says of nothing that it was left; there is nothing to remove.'],
])('it touches nothing but what a run has created: %j', async (report, sentence) => {
  const { url, connections } = await listening(() => {});
  const file = join(directory, 'foreign.json');
  await writeFile(file, jsonText({ ...sampleReports.conforms, ...report }));
  const refused = await clean(file, runOptions([url, '--clean', file])).catch((error: unknown) => error);
  expect(refused instanceof Refusal && refused.sentences).toEqual([expect.stringContaining(sentence)]);
  expect(connections.size).toBe(0);
});
