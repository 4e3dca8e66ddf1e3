import { expect, it } from 'vitest';
import { type Caller, refuseCaller, refuseVisitor } from './guard.ts';

type Headers = Readonly<Record<string, string>>;

const called = (headers: Headers, remoteAddress = '127.0.0.1'): Caller => ({
  ...{ method: 'GET', url: '/_mock/journal', socket: { remoteAddress } },
  headers: { host: '127.0.0.1:4010', apikey: 'local-key', ...headers },
});

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const from = (addresses: readonly string[]) => addresses.map((address) => called({}, address));
const elsewhere = ['', ...words('10.0.0.1 ::ffff:10.0.0.1 2001:db8::1 128.0.0.1')];
const under = (names: readonly string[]) => names.map((host) => called({ host }));
const withHeaders = (names: string) => words(names).map((name) => called({ [name]: '127.0.0.1' }));

const token = 'a-token';
const bearer = { authorization: `Bearer ${token}` };
const wrongTokens = ['', 'Bearer ', 'Bearer a-tokem', 'Bearer a-token2', 'a-token', 'Bearer local-key'];

const evil = { host: 'evil.example' };
const foreignNames = `evil.example localhost.evil.example 127.0.0.1.evil.example x@localhost 10.0.0.1:4010
  127.999.999.999 127.0.0.256 127.0.0.01 127.0.1 [::1 localhost:65536 "><script>`;
const ofProxies = `forwarded via x-forwarded-for x-forwarded-host x-real-ip x-forwarded x-forwarded-proto
  x-forwarded-server x-original-forwarded-for x-original-host x-original-url x-client-ip client-ip
  true-client-ip x-cluster-client-ip wl-proxy-client-ip x-azure-clientip cf-connecting-ip cf-ray
  fastly-client-ip fly-client-ip x-envoy-external-address x-amzn-trace-id x-amz-cf-id x-arr-log-id
  x-appengine-user-ip x-remote-ip x-remote-addr x-proxyuser-ip proxy-connection x-host x-rewrite-url cdn-loop`;
const ofCallers = `accept accept-encoding authorization connection content-length content-type cookie priority
  sec-fetch-mode transfer-encoding user-agent x-request-id x-requested-with`;

const origin = 'http://127.0.0.1:4010';
const foreign = words('https://evil.example null http://127.0.0.1:5173 http://localhost:4010 https://127.0.0.1:4010');
const foreignPages = [
  ...foreign.map((page) => ({ origin: page })),
  ...['cross-site', 'same-site', ''].map((site) => ({ 'sec-fetch-site': site })),
].flatMap((page) => [called(page), called({ ...page, ...bearer })]);
const own = { 'sec-fetch-site': 'same-origin' };
const ownPages = [own, { origin }, { origin, ...own }].map((headers) => called(headers));

/** The page asks to go back to an earlier state. */
const restores = (headers: Headers, address?: string): Caller => ({
  ...called({ ...own, ...headers }, address),
  ...{ method: 'POST', url: '/_mock/journal/restore?sandbox=a' },
});
const misledPages: readonly Caller[] = [
  called({ ...own, ...evil }),
  restores({ origin: 'http://evil.example', ...evil, ...bearer }),
  restores({}),
  restores({ origin: 'http://localhost:4010' }),
  restores({ origin: 'http://127.0.0.1:5173', 'sec-fetch-site': 'same-site' }),
  { ...restores({ origin }), method: 'PUT' },
  { ...restores({ origin }), url: '/_mock/reset' },
  { ...restores({ origin }), url: '/_mock/journal/restored' },
];

type Statuses = readonly [plain: number, underToken: number];

it.each<[who: string, callers: readonly Caller[], control: Statuses, inspector: Statuses]>([
  ['of this machine', from(words('127.0.0.1 127.8.9.1 ::1 ::ffff:127.0.0.1')), [200, 401], [200, 200]],
  // The page of the inspector asks for the token.
  ['of another machine', from(elsewhere), [403, 401], [403, 200]],
  ['under a name of this machine', under(words('localhost LOCALHOST:4010 127.0.0.1 [::1]:80')), [200, 401], [200, 200]],
  ['led here', under(['', 'localhost, evil.example', ...words(foreignNames)]), [403, 401], [403, 403]],
  ['behind a proxy', withHeaders(ofProxies), [403, 401], [403, 200]],
  ['who is no proxy', withHeaders(ofCallers), [200, 401], [200, 200]],
  ['with the token, under any name', [called({ ...evil, ...bearer }, '10.0.0.1')], [403, 200], [403, 403]],
  ['with a wrong token', wrongTokens.map((authorization) => called({ authorization })), [200, 401], [200, 200]],
  ['in a foreign page, with the token or without', foreignPages, [403, 403], [403, 403]],
  ['who types the address', [called({ 'sec-fetch-site': 'none' })], [200, 401], [200, 200]],
  ['in our own page', ownPages, [200, 401], [200, 200]],
  ['in our own page, by HEAD', ownPages.map((page) => ({ ...page, method: 'HEAD' })), [200, 401], [200, 200]],
  ['in our own page, to go back', [restores({ origin })], [200, 401], [200, 200]],
  ['in our own page, to go back, with the token', [restores({ origin, ...bearer })], [200, 200], [200, 200]],
  ['in our own page on another machine', [restores({ origin }, '10.0.0.1')], [403, 401], [403, 200]],
  ['in our own page behind a proxy', [restores({ origin, 'x-forwarded-for': '127.0.0.1' })], [403, 401], [403, 200]],
  ['in our own page, elsewhere or to do something else', misledPages, [403, 403], [403, 403]],
])('should let a caller %s in, or not', (_, callers, control, inspector) => {
  for (const caller of callers) {
    const refusals = [refuseCaller, refuseVisitor].map((refuse) =>
      [undefined, token].map((token) => refuse(caller, token)?.status ?? 200),
    );
    expect(refusals, JSON.stringify(caller)).toEqual([control, inspector]);
  }
});
