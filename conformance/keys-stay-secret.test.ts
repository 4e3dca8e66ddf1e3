import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnCommand } from '../core/testing/spawned-program.ts';
import { temporaryFolder } from '../fixtures/testing/temporary-folder.ts';
import { openRawConnection } from '../mock-server/testing/raw-connection.ts';

/** Found wherever they appear, whole or by their middle. */
const secrets = { key: 'k-MARKEDKEY-7f', weak: 'w-MARKEDWEAK-3a', token: 't-MARKEDTOKEN-9c' };
const marks = [/MARKED(?:KEY|WEAK|TOKEN)/i, ...Object.values(secrets).map(encoded)];

const env = { CONVERSATION_RESET_API_KEY: secrets.key };
const directory = temporaryFolder();

test('neither program ever says a key, whatever it is asked', { timeout: 60_000 }, async () => {
  const options = ['--port', '0', '--auth-only-key', secrets.weak, '--control-token', secrets.token];
  const mock = spawnCommand('mock-server', options, { env });
  while (!mock.output.stdout.includes('\n')) await once(mock.child.stdout, 'data');
  const [port = ''] = mock.output.stdout.match(/\d+(?=\/v3)/) ?? [];
  const said: string[] = [];
  const ask = async (path: string, headers: Record<string, string>, method = 'GET', body?: string): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body ? { body } : {}) });
    said.push(`${[...answer.headers].join('\n')}\n${await answer.text()}`);
  };

  // Right ones, wrong ones, nearly right ones, and where they do not belong.
  const { key, weak, token } = secrets;
  for (const apikey of [key, weak, `${key}.world`, `${key}x`, key.slice(1), `${weak}.world`, token, '']) {
    await ask('/v3/conversations', { apikey, onBehalfOf: 'alice' });
    await ask('/v3/users/bob/conversation', { apikey, onBehalfOf: 'alice' }, 'DELETE', '{"wrong":');
    await ask('/v3/nowhere', { apikey });
  }
  for (const path of ['health', 'journal', 'journal?world=world', 'world', 'faults', 'behaviour', 'nowhere']) {
    for (const bearer of [token, `${token}x`]) await ask(`/_mock/${path}`, { authorization: `Bearer ${bearer}` });
    await ask(`/_mock/${path}`, { apikey: key });
  }
  const raw = await openRawConnection(Number(port));
  raw.send(`GET /v3/users/alice HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\nbroken header ${key}\r\n\r\n`);
  said.push((await raw.reply()).body);
  raw.drop();

  const reports = ['r.json', 'r.xml', 'r.html', 'r.md'].flatMap((name) => ['--report', join(directory, name)]);
  const url = `http://127.0.0.1:${port}/v3`;
  const behaviour = ['--behaviour-out', join(directory, 'b.yaml')];
  const whole = ['--budget', 'smoke', '--settle', '20', '--auth-only-key', weak, ...reports, ...behaviour];
  said.push(await saidBy('conformance', [url, ...whole]));
  for (const args of [
    [url, '--users', 'alice,bob', '--allow-existing', '--auth-only-key', weak],
    [url, '--dry-run'],
    [url, '--replay', join(directory, 'r.json')],
    ['http://127.0.0.1:9/v3'],
    [url, '--api-key', weak],
    [`--api-kye=${key}`],
    ['--api-key', `${key}ü`],
  ]) {
    said.push(await saidBy('conformance', args));
  }
  for (const args of [[`--api-kye=${key}`], ['--api-key', `${key} ü`], ['--auth-only-key', key]]) {
    said.push(await saidBy('mock-server', args));
  }
  mock.child.kill('SIGTERM');
  said.push(...Object.values(await mock.ended).map(String));
  for (const name of await readdir(directory)) said.push(await readFile(join(directory, name), 'utf8'));

  expect(said.join('\n')).toContain('Conforms. ');
  expect(said.length).toBeGreaterThan(60);
  expect(said.filter((text) => marks.some((mark) => mark.test(text)))).toEqual([]);
});

// Helpers

/** As base64 or as percent-encoding would have it. */
function encoded(secret: string): RegExp {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, 12);
  return new RegExp(base64.replaceAll(/[+/]/g, '\\$&'));
}

/** What a program says, whatever it ends with. */
async function saidBy(...[folder, args]: Parameters<typeof spawnCommand>): Promise<string> {
  const { stdout, stderr } = await spawnCommand(folder, args, { cwd: directory, env }).ended;
  return stdout + stderr;
}
