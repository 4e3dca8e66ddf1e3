import { describe, expect, it } from 'vitest';
import { type Caller, refuseCaller, refuseVisitor } from './guard.ts';

type Headers = Readonly<Record<string, string>>;

const called = (headers: Headers, remoteAddress = '127.0.0.1'): Caller => ({
  ...{ method: 'GET', url: '/_mock/journal', socket: { remoteAddress } },
  headers: { host: '127.0.0.1:4010', apikey: 'local-key', ...headers },
});

const token = 'a-token';
const bearer = { authorization: `Bearer ${token}` };

/** The status of a refusal, without a token and under one; undefined where the caller may. */
const refusals = (caller: Caller) => [refuseCaller(caller, undefined)?.status, refuseCaller(caller, token)?.status];
const refusal = (caller: Caller): number | undefined => refusals(caller)[0];

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
    accept accept-encoding authorization connection content-length content-type cookie priority
    sec-fetch-mode transfer-encoding user-agent x-request-id x-requested-with`;
  it.each(words(ofCallers))('should not take a caller here for a proxy: %s', (name) => {
    expect(refusal(called({ [name]: 'x' }))).toBeUndefined();
  });
});

describe('with a token', () => {
  it('should let its bearer in from anywhere, under any name', () => {
    const caller = called({ host: 'mock.example', ...bearer }, '10.0.0.1');
    expect(refusals(caller)).toEqual([403, undefined]);
  });

  it.each([
    '',
    'Bearer ',
    'Bearer a-tokem',
    'Bearer a-token2',
    'a-token',
    'Bearer local-key',
  ])('should keep out whoever sends %j, from this machine too', (authorization) => {
    expect(refusals(called({ authorization }))).toEqual([undefined, 401]);
  });
});

const foreign = words('https://evil.example null http://127.0.0.1:5173 http://localhost:4010 https://127.0.0.1:4010');
const origin = 'http://127.0.0.1:4010';
const own = { 'sec-fetch-site': 'same-origin' };

describe('a page in a browser', () => {
  it.each<Headers>([
    ...foreign.map((page) => ({ origin: page })),
    ...['cross-site', 'same-site', ''].map((site) => ({ 'sec-fetch-site': site })),
  ])('should be kept out, with the token too: %j', (page) => {
    expect(refusals(called({ ...page, ...bearer }))).toEqual([403, 403]);
  });

  it.each<Headers>([
    { 'sec-fetch-site': 'none' },
    own,
    { origin },
    { origin, ...own },
  ])('should read where it is our own, or a person who types: %j', (headers) => {
    expect(refusal(called(headers))).toBeUndefined();
    expect(refusal({ ...called(headers), method: 'HEAD' })).toBeUndefined();
  });

  const restoring = { method: 'POST', url: '/_mock/journal/restore?sandbox=a' };
  const restores = (headers: Headers, address?: string) => ({
    ...called({ ...own, ...headers }, address),
    ...restoring,
  });

  it('should go back to an earlier state where it is our own, with the control token where there is one', () => {
    expect(refusals(restores({ origin }))).toEqual([undefined, 401]);
    expect(refusals(restores({ origin, ...bearer }))).toEqual([undefined, undefined]);
    const misled = { origin: 'http://evil.example', host: 'evil.example', ...bearer };
    expect(refusals(restores(misled))).toEqual([403, 403]);
  });

  it.each<[how: string, Caller]>([
    ['without its origin', restores({})],
    ['by another name of this machine', restores({ origin: 'http://localhost:4010' })],
    ['as a page of another port', restores({ origin: 'http://127.0.0.1:5173', 'sec-fetch-site': 'same-site' })],
    ['under a name that leads here', restores({ origin: 'http://evil.example', host: 'evil.example' })],
    ['from another machine', restores({ origin }, '10.0.0.1')],
    ['through a proxy', restores({ origin, 'x-forwarded-for': '127.0.0.1' })],
    ['by a method of its own', { ...restores({ origin }), method: 'PUT' }],
    ['elsewhere', { ...restores({ origin }), url: '/_mock/reset' }],
    ['elsewhere with its name', { ...restores({ origin }), url: '/_mock/journal/restored' }],
  ])('should change nothing %s', (_, caller) => {
    expect(refusal(caller)).toBe(403);
  });
});

describe('the inspector', () => {
  const visits = (caller: Caller) => [refuseVisitor(caller, undefined)?.status, refuseVisitor(caller, token)?.status];

  it.each<[who: string, Caller, statuses: readonly (number | undefined)[]]>([
    ['who types its address', called({ 'sec-fetch-site': 'none' }), [undefined, undefined]],
    ['who says nothing of where from', called({}), [undefined, undefined]],
    ['itself', called(own), [undefined, undefined]],
    ['a foreign page', called({ origin: 'https://evil.example' }), [403, 403]],
    ['a page of another site', called({ 'sec-fetch-site': 'cross-site' }), [403, 403]],
    ['a page of this site', called({ 'sec-fetch-site': 'same-site' }), [403, 403]],
    ['who is led here by a name', called({ host: 'evil.example' }), [403, 403]],
    ['its page under another name', called({ host: 'evil.example', ...own }), [403, 403]],
    ['a name that is HTML', called({ host: '"><script>' }), [403, 403]],
    // The page asks for the token.
    ['another machine', called({}, '10.0.0.1'), [403, undefined]],
    ['a proxy', called({ via: 'x' }), [403, undefined]],
  ])('should be shown to %s, or not', (_, caller, statuses) => {
    expect(visits(caller)).toEqual(statuses);
  });
});
