import { describe, expect, it } from 'vitest';
import { type Caller, pageTokenHeader, refuseCaller as refuse, refuseVisitor } from './guard.ts';

const here = {
  method: 'GET',
  url: '/_mock/journal',
  socket: { remoteAddress: '127.0.0.1' },
  headers: { host: '127.0.0.1:4010', apikey: 'local-key' },
};
const token = 'a-token';
const pageToken = 'a-page-token';

const refuseCaller = (caller: Caller, token: string | undefined) => refuse(caller, token, pageToken);

const called = (headers: Readonly<Record<string, string>>, remoteAddress = '127.0.0.1'): Caller => ({
  ...here,
  socket: { remoteAddress },
  headers: { ...here.headers, ...headers },
});

describe('without a token', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('should let %s in', (address) => {
    expect(refuseCaller(called({}, address), undefined)).toBeUndefined();
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '128.0.0.1', ''])('should keep %j out', (address) => {
    expect(refuseCaller(called({}, address), undefined)).toMatchObject({ status: 403 });
  });

  it.each(['localhost', 'LOCALHOST:4010', '127.0.0.1', '[::1]:80'])('should know %s for this machine', (host) => {
    expect(refuseCaller(called({ host }), undefined)).toBeUndefined();
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '',
    'x@localhost',
    '10.0.0.1:4010',
    '127.999.999.999',
    '127.0.0.256',
    '127.0.0.01',
    '127.0.1',
    '[::1',
    'localhost:65536',
    'localhost, evil.example',
  ])('should not be led here by the name %j', (host) => {
    expect(refuseCaller(called({ host }), undefined)).toMatchObject({ status: 403 });
  });

  it.each([
    ...`
    forwarded via x-forwarded-for x-forwarded-host x-real-ip x-forwarded x-forwarded-proto
    x-forwarded-server x-original-forwarded-for x-original-host x-original-url x-client-ip client-ip
    true-client-ip x-cluster-client-ip wl-proxy-client-ip x-azure-clientip cf-connecting-ip cf-ray
    fastly-client-ip fly-client-ip x-envoy-external-address x-amzn-trace-id x-amz-cf-id x-arr-log-id
    x-appengine-user-ip x-remote-ip x-remote-addr x-proxyuser-ip proxy-connection x-host x-rewrite-url
    cdn-loop`
      .trim()
      .split(/\s+/),
  ])('should not take a proxy here for its callers: %s', (name) => {
    expect(refuseCaller(called({ [name]: '127.0.0.1' }), undefined)).toMatchObject({ status: 403 });
  });
});

it.each([
  ...`
    accept accept-encoding authorization connection content-length content-type cookie host priority
    sec-fetch-mode transfer-encoding user-agent x-request-id x-requested-with`
    .trim()
    .split(/\s+/),
])('should not take a caller here for a proxy: %s', (name) => {
  expect(refuseCaller(called({ [name]: name === 'host' ? 'localhost' : 'x' }), undefined)).toBeUndefined();
});

describe('a page in a browser', () => {
  it.each([
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['origin', 'http://127.0.0.1:5173'],
    ['origin', 'http://localhost:4010'],
    ['origin', 'https://127.0.0.1:4010'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['sec-fetch-site', ''],
  ])('should be kept out, with the token too: %s: %s', (name, value) => {
    const headers = { [name]: value, authorization: `Bearer ${token}` };
    expect(refuseCaller(called(headers), undefined)).toMatchObject({ status: 403 });
    expect(refuseCaller(called(headers), token)).toMatchObject({ status: 403 });
  });

  it('should not be taken for a person who types the address', () => {
    expect(refuseCaller(called({ 'sec-fetch-site': 'none' }), undefined)).toBeUndefined();
  });
});

describe("the mock's own page", () => {
  const origin = 'http://127.0.0.1:4010';
  const own = { 'sec-fetch-site': 'same-origin', [pageTokenHeader]: pageToken };
  const restores = (headers: Readonly<Record<string, string>>, url = '/_mock/journal/restore?sandbox=a') => ({
    ...called(headers),
    method: 'POST',
    url,
  });

  it.each([
    { 'sec-fetch-site': 'same-origin' },
    { origin },
    { origin, 'sec-fetch-site': 'same-origin' },
  ])('should read: %j', (headers) => {
    expect(refuseCaller(called(headers), undefined)).toBeUndefined();
    expect(refuseCaller({ ...called(headers), method: 'HEAD' }, undefined)).toBeUndefined();
  });

  it('should go back to an earlier state', () => {
    expect(refuseCaller(restores({ ...own, origin }), undefined)).toBeUndefined();
  });

  it.each([
    ['without its token', restores({ origin, 'sec-fetch-site': 'same-origin' })],
    ['with another token', restores({ ...own, origin, [pageTokenHeader]: 'a-page-tokem' })],
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
    expect(refuseCaller(caller, undefined)).toMatchObject({ status: 403 });
  });

  it('should need the control token too, where there is one', () => {
    const { url, ...rest } = restores({ ...own, origin });
    expect(refuseCaller({ ...rest, url }, token)).toMatchObject({ status: 401 });
    const bearer = { ...rest.headers, authorization: `Bearer ${token}` };
    expect(refuseCaller({ ...rest, url, headers: bearer }, token)).toBeUndefined();
    const rebound = { ...bearer, host: 'evil.example', origin: 'http://evil.example' };
    expect(refuseCaller({ ...rest, url, headers: rebound }, token)).toMatchObject({ status: 403 });
  });
});

describe('a visitor of the inspector', () => {
  it.each([{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }])('should see it: %j', (headers) => {
    expect(refuseVisitor(called(headers), undefined)).toBeUndefined();
    expect(refuseVisitor(called(headers), token)).toBeUndefined();
  });

  it.each<Readonly<Record<string, string>>>([
    { origin: 'http://127.0.0.1:4010' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { host: 'evil.example' },
    { host: 'evil.example', 'sec-fetch-site': 'same-origin' },
    { host: '"><script>' },
  ])('should not be a foreign page, nor led here by a foreign name: %j', (headers) => {
    expect(refuseVisitor(called(headers), undefined)).toMatchObject({ status: 403 });
    expect(refuseVisitor(called(headers), token)).toMatchObject({ status: 403 });
  });

  it('should not come from another machine, unless the page asks for the token', () => {
    expect(refuseVisitor(called({}, '10.0.0.1'), undefined)).toMatchObject({ status: 403 });
    expect(refuseVisitor(called({ via: 'x' }), undefined)).toMatchObject({ status: 403 });
    expect(refuseVisitor(called({}, '10.0.0.1'), token)).toBeUndefined();
  });
});

describe('with a token', () => {
  it('should let its bearer in from anywhere, under any name', () => {
    const headers = { host: 'mock.example', authorization: `Bearer ${token}` };
    expect(refuseCaller(called(headers, '10.0.0.1'), token)).toBeUndefined();
  });

  it.each([
    '',
    'Bearer ',
    'Bearer a-tokem',
    'Bearer a-token2',
    'a-token',
    'Bearer local-key',
  ])('should keep out whoever sends %j, from this machine too', (authorization) => {
    expect(refuseCaller(called({ authorization }), token)).toMatchObject({ status: 401 });
  });
});
