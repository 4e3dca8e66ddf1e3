import { describe, expect, it } from 'vitest';
import { refuseCaller } from './guard.ts';

const here = { remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1:4010', apikey: 'local-key' } };
const token = 'a-token';

const called = (headers: Readonly<Record<string, string>>, remoteAddress = here.remoteAddress) => ({
  remoteAddress,
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
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-real-ip',
    'x-forwarded',
    'x-forwarded-proto',
    'x-forwarded-server',
    'x-original-forwarded-for',
    'x-original-host',
    'x-original-url',
    'x-client-ip',
    'client-ip',
    'true-client-ip',
    'x-cluster-client-ip',
    'wl-proxy-client-ip',
    'x-azure-clientip',
    'cf-connecting-ip',
    'cf-ray',
    'fastly-client-ip',
    'fly-client-ip',
    'x-envoy-external-address',
    'x-amzn-trace-id',
    'x-amz-cf-id',
    'x-arr-log-id',
    'x-appengine-user-ip',
    'x-remote-ip',
    'x-remote-addr',
    'x-proxyuser-ip',
    'proxy-connection',
    'x-host',
    'x-rewrite-url',
    'cdn-loop',
  ])('should not take a proxy here for its callers: %s', (name) => {
    expect(refuseCaller(called({ [name]: '127.0.0.1' }), undefined)).toMatchObject({ status: 403 });
  });
});

it.each([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'priority',
  'sec-fetch-mode',
  'transfer-encoding',
  'user-agent',
  'x-request-id',
  'x-requested-with',
])('should not take a caller here for a proxy: %s', (name) => {
  expect(refuseCaller(called({ [name]: name === 'host' ? 'localhost' : 'x' }), undefined)).toBeUndefined();
});

describe('a page in a browser', () => {
  it.each([
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['origin', 'http://127.0.0.1:4010'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-origin'],
  ])('should be kept out, with the token too: %s: %s', (name, value) => {
    const headers = { [name]: value, authorization: `Bearer ${token}` };
    expect(refuseCaller(called(headers), undefined)).toMatchObject({ status: 403 });
    expect(refuseCaller(called(headers), token)).toMatchObject({ status: 403 });
  });

  it('should not be taken for a person who types the address', () => {
    expect(refuseCaller(called({ 'sec-fetch-site': 'none' }), undefined)).toBeUndefined();
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
