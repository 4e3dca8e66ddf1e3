import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources as all, root } from './testing/sources.ts';

const sources = all.filter(({ path }) => !path.endsWith('.test.ts'));

/** Which files may use what could let something out, or in; each is there for that. */
const rules: readonly (readonly [what: string, pattern: RegExp, allowed: RegExp])[] = [
  ['text run as a program', /\beval\s*\(|new Function\b|node:vm\b|\bFunction\(/, /^$/],
  ['a shell', /shell:\s*true|\bexecSync\b|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/, /^$/],
  [
    'other programs',
    /node:child_process/,
    /^core\/testing\/|^mock-server\/(?:run-command\.ts|bench\/|fuzz\/|testing\/)|^conformance\/(?:self-test|hostile|testing)\//,
  ],
  [
    'the network as a client',
    /\bfetch\(|from 'undici'|http\.request|import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:http'|https\.|\bcreateConnection\(|node:(?:dns|dgram|tls|https|http2)\b|WebSocket|EventSource/,
    /^conformance\/target\/http-transport\.ts$|^mock-server\/(?:testing\/|connect-mock-server\.ts|inspector\/(?:page\.ts|inspector\.js)|bench\/|fuzz\/|example\/)|^conformance\/(?:self-test|hostile)\//,
  ],
  ['a module named at run time', /import\((?!['"])/, /^conformance\/(?:cli\/load-driver|requirements)\.ts$/],
  ['native code', /process\.(?:binding|dlopen)\b|\.node['"]/, /^$/],
];

it.each(rules)('the program should use %s nowhere but where it is meant to', (_, pattern, allowed) => {
  const using = sources.filter(({ source }) => pattern.test(source)).map(({ path }) => path);
  expect(using.filter((path) => !allowed.test(path))).toEqual([]);
});

it('the program should speak of no address but its own and those of examples', () => {
  const hosts = sources.flatMap(({ path, source }) =>
    [...source.matchAll(/https?:\/\/([a-z0-9.-]+)/gi)].map(([, host = '']) => ({ path, host: host.toLowerCase() })),
  );
  const harmless =
    /^(?:127\.|localhost$|x$|h$|host$|memory$)|(?:^|\.)(?:example|invalid|test)$|^www\.w3\.org$|^json-schema\.org$|^$/;
  expect(hosts.filter(({ host }) => !harmless.test(host))).toEqual([]);
});

describe('the dependencies', () => {
  type Locked = { readonly integrity?: string; readonly hasInstallScript?: boolean; readonly dev?: boolean };
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const manifest = read('package.json') as { dependencies: Record<string, string>; scripts: Record<string, string> };
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
  const locked = Object.entries(packages).filter(([path]) => path !== '');

  it('should be few, and pinned with a checksum each', () => {
    expect(Object.keys(manifest.dependencies).sort()).toEqual(['fast-check', 'jsonc-parser', 'undici', 'yaml']);
    const atRunTime = locked.filter(([, { dev }]) => dev !== true).map(([path]) => path.replace('node_modules/', ''));
    expect(atRunTime.sort()).toEqual(['fast-check', 'jsonc-parser', 'pure-rand', 'undici', 'yaml']);
    const loose = locked.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it('should run nothing when they are installed', () => {
    // `fsevents` is for macOS only, where vitest watches files with it; nobody who installs the package gets it.
    const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
    expect(running.filter((path) => path !== 'node_modules/fsevents')).toEqual([]);
    expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
  });
});
