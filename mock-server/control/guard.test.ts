import { describe, expect, it } from 'vitest';
import { type Caller, refuseCaller as refuse, refuseVisitor } from './guard.ts';

const token = 'a-token';

type Headers = Readonly<Record<string, string>>;

const called = (headers: Headers, remoteAddress = '127.0.0.1'): Caller => ({
  ...{ method: 'GET', url: '/_mock/journal', socket: { remoteAddress } },
  headers: { host: '127.0.0.1:4010', apikey: 'local-key', ...headers },
});

/** The status of the refusal, under the token if there is one; undefined where the caller may. */
const refusal = (caller: Caller, token?: string): number | undefined => refuse(caller, token)?.status;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

describe('without a token', () => {
  it.each(words('127.0.0.1 127.8.9.1 ::1 ::ffff:127.0.0.1'))('should let %s in', (address) => {
    expect(refusal(called({}, address))).toBeUndefined();
  });

  it.each(['', ...words('10.0.0.1 ::ffff:10.0.0.1 2001:db8::1 128.0.0.1')])('should keep %j out', (address) => {
    expect(refusal(called({}, address))).toBe(403);
  });

  it.each(words('localhost LOCALHOST:4010 127.0.0.1 [::1]:80'))('should know %s for this machine', (host) => {
    expect(refusal(called({ host }))).toBeUndefined();
  });

  const foreignHosts = `evil.example localhost.evil.example 127.0.0.1.evil.example x@localhost 10.0.0.1:4010
    127.999.999.999 127.0.0.256 127.0.0.01 127.0.1 [::1 localhost:65536`;
  it.each(['', 'localhost, evil.example', ...words(foreignHosts)])('should not be led here by the name %j', (host) => {
    expect(refusal(called({ host }))).toBe(403);
  });

  const ofProxies = `
    forwarded via x-forwarded-for x-forwarded-host x-real-ip x-forwarded x-forwarded-proto
    x-forwarded-server x-original-forwarded-for x-original-host x-original-url x-client-ip client-ip
    true-client-ip x-cluster-client-ip wl-proxy-client-ip x-azure-clientip cf-connecting-ip cf-ray
    fastly-client-ip fly-client-ip x-envoy-external-address x-amzn-trace-id x-amz-cf-id x-arr-log-id
    x-appengine-user-ip x-remote-ip x-remote-addr x-proxyuser-ip proxy-connection x-host x-rewrite-url
    cdn-loop`;
  it.each(words(ofProxies))('should not take a proxy here for its callers: %s', (name) => {
    expect(refusal(called({ [name]: '127.0.0.1' }))).toBe(403);
  });

  const ofCallers = `
    accept accept-encoding authorization connection content-length content-type cookie host priority
    sec-fetch-mode transfer-encoding user-agent x-request-id x-requested-with`;
  it.each(words(ofCallers))('should not take a caller here for a proxy: %s', (name) => {
    expect(refusal(called({ [name]: name === 'host' ? 'localhost' : 'x' }))).toBeUndefined();
  });
});

describe('a page in a browser', () => {
  const ofPages = [
    ...words('https://evil.example null http://127.0.0.1:5173 http://localhost:4010 https://127.0.0.1:4010').map(
      (origin) => ({ origin }),
    ),
    ...['cross-site', 'same-site', ''].map((site) => ({ 'sec-fetch-site': site })),
  ];
  it.each<Headers>(ofPages)('should be kept out, with the token too: %j', (page) => {
    const headers = { ...page, authorization: `Bearer ${token}` };
    expect([refusal(called(headers)), refusal(called(headers), token)]).toEqual([403, 403]);
  });

  it('should not be taken for a person who types the address', () => {
    expect(refusal(called({ 'sec-fetch-site': 'none' }))).toBeUndefined();
  });
});

describe("the mock's own page", () => {
  const origin = 'http://127.0.0.1:4010';
  const own = { 'sec-fetch-site': 'same-origin' };
  const restores = (headers: Headers, url = '/_mock/journal/restore?sandbox=a') => ({
    ...called(headers),
    method: 'POST',
    url,
  });

  it.each<Headers>([
    { 'sec-fetch-site': 'same-origin' },
    { origin },
    { origin, 'sec-fetch-site': 'same-origin' },
  ])('should read: %j', (headers) => {
    expect(refusal(called(headers))).toBeUndefined();
    expect(refusal({ ...called(headers), method: 'HEAD' })).toBeUndefined();
  });

  it('should go back to an earlier state', () => {
    expect(refusal(restores({ ...own, origin }))).toBeUndefined();
  });

  it.each([
    ['without its origin', restores(own)],
    ['by another name of this machine', restores({ ...own, origin: 'http://localhost:4010' })],
    ['as a page of another port', restores({ ...own, origin: 'http://127.0.0.1:5173', 'sec-fetch-site': 'same-site' })],
    ['under a name that leads here', restores({ ...own, origin: 'http://evil.example', host: 'evil.example' })],
    ['from another machine', { ...restores({ ...own, origin }), socket: { remoteAddress: '10.0.0.1' } }],
    ['through a proxy', restores({ ...own, origin, 'x-forwarded-for': '127.0.0.1' })],
    ['by a method of its own', { ...restores({ ...own, origin }), method: 'PUT' }],
    ['elsewhere', restores({ ...own, origin }, '/_mock/reset')],
    ['elsewhere with its name', restores({ ...own, origin }, '/_mock/journal/restored')],
  ])('should change nothing %s', (_, caller) => {
    expect(refusal(caller)).toBe(403);
  });

  it('should need the control token too, where there is one', () => {
    const bearer = { ...own, origin, authorization: `Bearer ${token}` };
    expect(refusal(restores({ ...own, origin }), token)).toBe(401);
    expect(refusal(restores(bearer), token)).toBeUndefined();
    expect(refusal(restores({ ...bearer, host: 'evil.example', origin: 'http://evil.example' }), token)).toBe(403);
  });
});

describe('a visitor of the inspector', () => {
  const visit = (caller: Caller, token?: string): number | undefined => refuseVisitor(caller, token)?.status;

  it.each<Headers>([
    {},
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
  ])('should see it: %j', (headers) => {
    expect([visit(called(headers)), visit(called(headers), token)]).toEqual([undefined, undefined]);
  });

  it.each<Headers>([
    ...[{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }],
    ...[{ 'sec-fetch-site': 'same-site' }, { host: 'evil.example' }],
    ...[{ host: 'evil.example', 'sec-fetch-site': 'same-origin' }, { host: '"><script>' }],
  ])('should not be a foreign page, nor led here by a foreign name: %j', (headers) => {
    expect([visit(called(headers)), visit(called(headers), token)]).toEqual([403, 403]);
  });

  it('should not come from another machine, unless the page asks for the token', () => {
    expect([visit(called({}, '10.0.0.1')), visit(called({ via: 'x' }))]).toEqual([403, 403]);
    expect(visit(called({}, '10.0.0.1'), token)).toBeUndefined();
  });
});

describe('with a token', () => {
  it('should let its bearer in from anywhere, under any name', () => {
    const headers = { host: 'mock.example', authorization: `Bearer ${token}` };
    expect(refusal(called(headers, '10.0.0.1'), token)).toBeUndefined();
  });

  it.each([
    ...['', 'Bearer ', 'Bearer a-tokem', 'Bearer a-token2', 'a-token', 'Bearer local-key'],
  ])('should keep out whoever sends %j, from this machine too', (authorization) => {
    expect(refusal(called({ authorization }), token)).toBe(401);
  });
});
