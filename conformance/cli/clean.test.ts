import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../fixtures/testing/temporary-folder.ts';
import { jsonText } from '../report/printable.ts';
import { runOptions } from '../testing/run-options.ts';
import { sampleReports } from '../testing/sample-reports.ts';
import { cleanCommand } from './clean.ts';

const directory = temporaryFolder();
afterEach(() => void vi.restoreAllMocks());

test.each([
  [{ left: [{ kind: 'user', id: 'alice' }] }, 'names {"kind":"user","id":"alice"}, which no run of this suite has'],
  [{ left: [{ kind: 'user', id: 'cr0f1e2d-a/../../users/alice' }] }, 'which no run of this suite has created'],
  [{}, 'says of nothing that it was left; there is nothing to remove.'],
])('it touches nothing but what a run has created: %j', async (report, sentence) => {
  let connections = 0;
  const target = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => target.once('listening', resolve));
  const said: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(line));
  const file = join(directory, 'foreign.json');
  await writeFile(file, jsonText({ ...sampleReports.conforms, ...report }));
  const address = target.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v3`;
  const code = await cleanCommand(file, { ...runOptions([baseUrl, '--clean', file]), baseUrl });
  target.close();
  expect(said).toEqual([expect.stringContaining(sentence)]);
  expect({ code, connections }).toEqual({ code: 2, connections: 0 });
});
