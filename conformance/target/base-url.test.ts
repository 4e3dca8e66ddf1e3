import { expect, it } from 'vitest';
import { readBaseUrl } from './base-url.ts';

const read = (url: string, allowed?: string) =>
  readBaseUrl(url, allowed, (name) => (name === 'baseUrl' ? 'BASE_URL' : '--allow-host'));

it.each([
  ['http://127.0.0.1:4010/v3', undefined, 'http://127.0.0.1:4010/v3'],
  ['http://[::1]:4010/v3/', undefined, 'http://[::1]:4010/v3'],
  ['HTTP://LOCALHOST/v3', undefined, 'http://localhost/v3'],
  ['http://0x7f.1/v3', undefined, 'http://127.0.0.1/v3'],
  ['http://[::ffff:127.0.0.1]/v3', '[::ffff:7f00:1]', 'http://[::ffff:7f00:1]/v3'],
  ['https://chat.example:8443/v3', 'chat.example', 'https://chat.example:8443/v3'],
  ['https://chat.example:8443/v3', 'CHAT.example:8443', 'https://chat.example:8443/v3'],
])('a run goes to %s with --allow-host %s', (url, allowed, value) => {
  expect(read(url, allowed)).toEqual({ ok: true, value });
});

const example = 'as in http://127.0.0.1:4010/v3';

it.each([
  ['http://0.0.0.0/v3', undefined, '0.0.0.0 is not this machine, and a run creates and deletes users and groups there'],
  ['http://127.0.0.1.evil.example/v3', undefined, 'permit it with --allow-host 127.0.0.1.evil.example.'],
  ['http://[::ffff:127.0.0.1]/v3', undefined, '[::ffff:7f00:1] is not this machine'],
  ['https://chat.example/v3', 'chat.test', 'chat.example is not this machine (--allow-host chat.test names another)'],
  ['https://api.chat.example/v3', 'chat.example', 'not this machine'],
  ['https://chat.example:8443/v3', 'chat.example:9443', 'not this machine'],
  ['http://user:SECRET@localhost/v3', undefined, 'BASE_URL holds a user name or a password; leave'],
  ['user:SECRET@localhost/v3', undefined, 'not what was given.'],
  ['http://user:SECRET@[broken/v3', undefined, 'not what was given.'],
  ['localhost:4010/v3', undefined, `begins with http:// or https://, ${example}, not localhost:4010`],
  ['http://localhost/v3?key=1', undefined, 'leave out ? and #'],
  ['http://localhost/v3#x', undefined, 'leave out ? and #'],
])('no run goes to %s with --allow-host %s: %s', (url, allowed, sentence) => {
  expect(read(url, allowed)).toEqual({ ok: false, refusal: expect.stringContaining(sentence) });
  expect(JSON.stringify(read(url, allowed))).not.toContain('SECRET');
});
