import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from '../../core/arbitrary/law.ts';
import { addressingForms } from '../../core/index.ts';
import { reset } from '../plan/world.ts';
import type { WireRequest } from '../target/http-client.ts';
import { capitals, flags, type WireForm, wireForms, wrongKeys } from './choices.ts';
import { toGroup, toUser } from './conversations.ts';
import { keySent, resetRequest } from './reset-request.ts';
import type { Reset } from './scenario.ts';

const scope = 'cr0f1e2d-0001-';
const key = 'S3cret-key';
const requestFor = (one: Reset): WireRequest => resetRequest(one, scope, key);

/** What any server that follows HTTP and JSON takes a request for. */
const meaning = ({ method, path, headers, body }: WireRequest) => ({
  method,
  path: decodeURIComponent(path),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      name.toLowerCase() === 'content-type'
        ? ['content-type', value.toLowerCase().replace(/; ?charset=utf-8/, '')]
        : [name.toLowerCase(), value],
    ),
  ),
  body: body === undefined ? undefined : JSON.parse(body),
});
const said = (one: Reset) => meaning(requestFor(one));

const anyReset: fc.Arbitrary<Reset> = fc
  .record({
    conversation: fc.constantFrom(toUser('b-you'), toGroup('c-group'), toUser('a_user_~b'), toUser('a?b#c%:d')),
    preserveOrder: fc.constantFrom(...flags),
    deleteMessagesPermanently: fc.constantFrom(...flags),
    form: fc.constantFrom(...addressingForms),
  })
  .map(({ conversation, ...settings }) => reset('m-me', conversation, settings));

const ofYou = reset('m-me', toUser('b-you'), { deleteMessagesPermanently: 'true' });
const [me, you] = [`${scope}m-me`, `${scope}b-you`];
const toBeDone = { deleteMessagesPermanently: true, preserveOrder: false };
const leftOut = { preserveOrder: 'absent', deleteMessagesPermanently: 'absent' } as const;

it.each<readonly [what: string, reset: Reset, path: string, body: object]>([
  ['the other in conversationWith', ofYou, `users/${me}`, { ...toBeDone, conversationWith: you }],
  ['the other in the path', { ...ofYou, form: 'path-peer' }, `users/${you}`, toBeDone],
  ['both', { ...ofYou, form: 'path-peer-echo' }, `users/${you}`, { ...toBeDone, conversationWith: me }],
  ['no flag that is left out', { ...ofYou, ...leftOut }, `users/${me}`, { conversationWith: you }],
  ['three users', { ...ofYou, ...leftOut, path: 'c' }, `users/${scope}c`, { conversationWith: you }],
  ['a group and the order', { ...ofYou, conversation: toGroup('g') }, `groups/${scope}g`, { preserveOrder: false }],
])('a reset as the specification says it should name %s', (_, one, path, body) => {
  const headers = { apikey: key, onbehalfof: me, 'content-type': 'application/json' };
  expect(said(one)).toEqual({ method: 'DELETE', path: `/${path}/conversation`, headers, body });
});

describe('a spelling', () => {
  it.each(wireForms)('should with %s look different', (form) => {
    expect(requestFor({ ...ofYou, wire: [form] })).not.toEqual(requestFor(ofYou));
  });

  it('should have hexadecimal letters in capitals and in small ones', () => {
    const { path, body } = requestFor({ ...ofYou, wire: ['percent-encoded', 'escaped'] });
    expect([path, body]).toEqual([expect.stringMatching(/%2D.*%2d/), expect.stringMatching(/u00\d[A-F].*u00\d[a-f]/)]);
  });
  law(
    'should say the same, alone and with others',
    [anyReset, fc.subarray(wireForms.filter((form) => !capitals.includes(form)))],
    (plain, wire) => {
      expect(said({ ...plain, wire })).toEqual(said(plain));
      expect(requestFor({ ...plain, wire }).parts === 'chunks').toBe(wire.includes('chunked'));
    },
  );
});

it('should have an id in capitals in the places that are named alone', () => {
  const sent = (wire: WireForm) => {
    const { path, headers, body } = said({ ...ofYou, wire: [wire] });
    return [path.split('/')[2], headers['onbehalfof'], body['conversationWith']];
  };
  expect(sent('capital-path')).toEqual([me.toUpperCase(), me, you]);
  expect(sent('capital-actor')).toEqual([me, me.toUpperCase(), you]);
  expect(sent('capital-body')).toEqual([me, me, you.toUpperCase()]);
});

describe('what is wrong with a request', () => {
  const lacking = [
    [{ apikey: 'absent' }, 'apikey', undefined],
    [{ apikey: 'empty' }, 'apikey', ''],
    [{ onBehalfOf: 'absent' }, 'onbehalfof', undefined],
    [{ onBehalfOf: 'empty' }, 'onbehalfof', ''],
    [{ onBehalfOf: 'unknown' }, 'onbehalfof', `${scope}m-me-nobody`],
    [{ body: 'untyped' }, 'content-type', undefined],
  ] as const;
  it.each(lacking)('should with %j be nothing but the header %s', (defect, header, value) => {
    const { [header]: _, ...headers } = said(ofYou).headers;
    const expected = { ...headers, ...(value === undefined ? {} : { [header]: value }) };
    expect(said({ ...ofYou, ...defect })).toEqual({ ...said(ofYou), headers: expected });
  });

  it('should be its body alone', () => {
    const one = reset('m-me', toGroup('g'), { preserveOrder: 'true' });
    const body = (change: Partial<Reset>) => requestFor({ ...one, ...change }).body;
    expect(body({ body: 'none' })).toBeUndefined();
    expect(() => JSON.parse(body({ body: 'malformed' }) ?? '')).toThrow();
    expect(body({ body: 'array' })).toBe('[{"preserveOrder":true}]');
    expect(body({ body: 'array', wire: ['spaced'] })).toMatch(/^ {300}\n\[/);
    expect(body({ body: 'number' })).toBe('1');
    expect(body({ wrongTypes: { preserveOrder: ['x'] } })).toBe('{"preserveOrder":["x"]}');
    expect(body({ extra: { conversationWith: '~m-me', deeper: [{ guid: '~group:g' }], colour: 'red' } })).toBe(
      `{"preserveOrder":true,"conversationWith":"${me}","deeper":[{"guid":"${scope}g"}],"colour":"red"}`,
    );
  });
});

describe('a wrong key', () => {
  law(
    'should be of the same length, and another one',
    [fc.stringMatching(/^[!-~]{1,40}$/), fc.constantFrom(...wrongKeys)],
    (right, defect) => {
      expect(keySent(right, defect)).toHaveLength(right.length);
      expect(keySent(right, defect)).not.toBe(right);
    },
  );

  it('should be wrong everywhere or in one place only', () => {
    const sent = wrongKeys.map((defect) => keySent('abcdefgh', defect));
    expect(sent.join(' ')).toBe('qqqqqqqq qbcdefgh abcdqfgh abcdefgq Abcdefgh');
    expect(keySent(key, undefined)).toBe(key);
  });
});
