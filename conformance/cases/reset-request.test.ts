import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../core/arbitrary/seed.ts';
import { addressingForms } from '../../core/index.ts';
import type { WireRequest } from '../target/http-client.ts';
import { flags, type Wire, wires } from './case.ts';
import { type ResetCall, resetRequest, wrongKey, wrongKeyWords } from './reset-request.ts';
import { describeCall } from './say-reset.ts';

const key = 'S3cret-key';

const callWith = (change: Partial<ResetCall>): ResetCall => ({
  actor: 'cr0f1e2d-0-a-me',
  conversation: { kind: 'user', id: 'cr0f1e2d-0-b-you' },
  form: 'path-actor',
  preserveOrder: 'true',
  permanently: 'false',
  wire: 'plain',
  ...change,
});

const anyCall = fc.record({
  actor: fc.constantFrom('cr0f1e2d-0-a-me', 'cr0f1e2d-1-z_user_x'),
  conversation: fc.record({
    kind: fc.constantFrom('user', 'group'),
    id: fc.constantFrom('cr0f1e2d-0-b-you', 'cr0f1e2d-5-Q'),
  }),
  form: fc.constantFrom(...addressingForms),
  preserveOrder: fc.constantFrom(...flags),
  permanently: fc.constantFrom(...flags),
  third: fc.constant('cr0f1e2d-0-c-third'),
});

/** What any server that follows HTTP and JSON takes a request for. */
const meaning = ({ method, path, headers, body }: WireRequest) => ({
  method,
  path: decodeURIComponent(path),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  body: body === undefined ? undefined : JSON.parse(body),
});

const requestFor = (call: Omit<ResetCall, 'wire'>, wire: Wire): WireRequest => resetRequest({ ...call, wire }, key);

describe('a reset as the specification says it', () => {
  const headers = { apikey: key, onBehalfOf: 'cr0f1e2d-0-a-me', 'Content-Type': 'application/json' };
  const request = (change: Partial<ResetCall>) => {
    const made = resetRequest(callWith(change), key);
    return { ...made, body: JSON.parse(made.body ?? '') };
  };

  it('should name the acting user in the path and the other in conversationWith', () => {
    expect(request({ permanently: 'true', preserveOrder: 'false' })).toEqual({
      method: 'DELETE',
      path: '/users/cr0f1e2d-0-a-me/conversation',
      headers,
      body: { conversationWith: 'cr0f1e2d-0-b-you', deleteMessagesPermanently: true, preserveOrder: false },
    });
  });

  it('should in the other forms name the other in the path', () => {
    const path = '/users/cr0f1e2d-0-b-you/conversation';
    const fields = { deleteMessagesPermanently: false, preserveOrder: true };
    expect(request({ form: 'path-peer' })).toMatchObject({ path, body: fields });
    expect(request({ form: 'path-peer' }).body).not.toHaveProperty('conversationWith');
    expect(request({ form: 'path-peer-echo' })).toMatchObject({
      path,
      body: { ...fields, conversationWith: 'cr0f1e2d-0-a-me' },
    });
  });

  it('should name a group in the path, and ask it for nothing but the order', () => {
    const conversation = { kind: 'group', id: 'crew' } as const;
    expect(request({ conversation, permanently: 'true' })).toEqual({
      method: 'DELETE',
      path: '/groups/crew/conversation',
      headers,
      body: { preserveOrder: true },
    });
  });

  it('should leave out what is left out', () => {
    const left = { preserveOrder: 'left-out', permanently: 'left-out' } as const;
    expect(request(left).body).toEqual({ conversationWith: 'cr0f1e2d-0-b-you' });
    expect(request({ ...left, conversation: { kind: 'group', id: 'crew' } }).body).toEqual({});
  });
});

describe('the wire', () => {
  it.each([
    'chunked',
    'spaced',
    'reordered',
    'escaped',
    'percent-encoded',
    'header-case',
  ] as const)('should with %s look different and say the same', (wire) => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const [plain, other] = [requestFor(call, 'plain'), requestFor(call, wire)];
        expect(meaning(other)).toEqual(meaning(plain));
        const hasOneField = Object.keys(JSON.parse(plain.body ?? '')).length < 2;
        const mayBeAlike = wire === 'escaped' ? plain.body === '{}' : wire === 'reordered' && hasOneField;
        if (!mayBeAlike) expect(other).not.toEqual(plain);
      }),
    );
  });

  it('should percent-encode the same characters when a case is played again under a longer scope', () => {
    const [first, again] = ['cr0f1e2d-7', 'cr0f1e2d-r254'].map((scope) =>
      requestFor(callWith({ conversation: { kind: 'group', id: `${scope}-f-group01` } }), 'percent-encoded'),
    );
    const tail = /(.{16})\/conversation$/;
    expect(first?.path).toContain('%');
    expect(tail.exec(again?.path ?? '')?.[1]).toBe(tail.exec(first?.path ?? '')?.[1]);
  });

  it('should be plain without chunks', () => {
    expect(requestFor(callWith({}), 'plain').chunked).toBeUndefined();
    expect(requestFor(callWith({}), 'chunked').chunked).toBe(true);
  });

  it('should with foreign-fields give a group reset one field of a user reset or both, and change a user reset in nothing', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const [plain, other] = [meaning(requestFor(call, 'plain')), meaning(requestFor(call, 'foreign-fields'))];
        const { conversationWith, deleteMessagesPermanently, ...rest } = other.body;
        if (call.conversation.kind === 'user') {
          expect(other).toEqual(plain);
          return;
        }
        expect({ ...other, body: rest }).toEqual(plain);
        const said = { true: true, false: false, 'left-out': undefined }[call.permanently];
        expect(deleteMessagesPermanently).toBe(said);
        if (conversationWith === undefined) expect(said).toBe(true);
        else expect(conversationWith).toBe(call.actor);
      }),
    );
    const asked = (id: string) =>
      meaning(requestFor(callWith({ conversation: { kind: 'group', id }, permanently: 'true' }), 'foreign-fields'))
        .body;
    expect(asked('x-group01')).toHaveProperty('conversationWith');
    expect(asked('x-group05')).not.toHaveProperty('conversationWith');
  });

  it.each([
    ['no-key', 'apikey'],
    ['no-acting-user', 'onbehalfof'],
    ['no-content-type', 'content-type'],
  ] as const)('should with %s lack nothing but the header %s', (wire, header) => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const { [header]: _, ...rest } = meaning(requestFor(call, 'plain')).headers;
        expect(meaning(requestFor(call, wire))).toEqual({ ...meaning(requestFor(call, 'plain')), headers: rest });
      }),
    );
  });

  it('should with wrong-key differ in nothing but the key', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const { apikey, ...rest } = requestFor(call, 'wrong-key').headers;
        const plain = requestFor(call, 'plain');
        expect({ ...requestFor(call, 'wrong-key'), headers: { ...rest, apikey: key } }).toEqual(plain);
        expect(apikey).not.toBe(key);
      }),
    );
  });

  it('should with a body that a target may refuse be wrong in the way that its name says', () => {
    const body = (wire: Wire) => requestFor(callWith({ permanently: 'true' }), wire).body;
    expect(() => JSON.parse(body('malformed-body') ?? '')).toThrow();
    expect(JSON.parse(body('wrong-type') ?? '')).toEqual({
      conversationWith: 'cr0f1e2d-0-b-you',
      deleteMessagesPermanently: 'true',
      preserveOrder: 'true',
    });
    expect(JSON.parse(body('unknown-field') ?? '')).toMatchObject({ preserveOrder: true, colour: 'red' });
    expect(body('empty-body')).toBeUndefined();
  });

  it('should with three-names name three users', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        if (call.conversation.kind === 'group') return;
        const { path, headers, body } = meaning(requestFor(call, 'three-names'));
        expect(path).toBe('/users/cr0f1e2d-0-c-third/conversation');
        expect([headers['onbehalfof'], body.conversationWith]).toEqual([call.actor, call.conversation.id]);
      }),
    );
  });

  it('should say for every wire which call it is', () => {
    for (const wire of wires) {
      const { method, path } = requestFor(callWith({ conversation: { kind: 'group', id: 'g' } }), wire);
      expect([method, decodeURIComponent(path)]).toEqual(['DELETE', '/groups/g/conversation']);
    }
  });
});

it.each([
  ['no-key', 'apikey', 'without apikey', 'with an empty apikey'],
  ['no-acting-user', 'onBehalfOf', 'without onBehalfOf', 'with an empty onBehalfOf'],
] as const)('should with %s leave the header %s out, or empty, and say which', (wire, header, out, empty) => {
  const calls = [1, 2, 3, 4, 5].map((number) =>
    callWith({ wire, conversation: { kind: 'group', id: `cr0f1e2d-7-a-group0${number}` } }),
  );
  expect(calls.map((call) => resetRequest(call, key).headers[header])).toEqual([
    undefined,
    '',
    '',
    undefined,
    undefined,
  ]);
  const said = calls.map((call) => (describeCall(call).includes(empty) ? 'empty' : describeCall(call).includes(out)));
  expect(said).toEqual([true, 'empty', 'empty', true, true]);
});

describe('a wrong key', () => {
  const calls = [1, 2, 3, 4, 5].map((number) => ({
    conversation: { kind: 'group', id: `cr0f1e2d-7-a-group0${number}` } as const,
  }));
  const anyKey = fc.stringMatching(/^[!-~]{1,40}$/);

  it('should be of the same length, and another one', () => {
    fc.assert(
      fc.property(anyKey, fc.constantFrom(...calls), (right, call) => {
        const wrong = wrongKey(right, call);
        expect(wrong).toHaveLength(right.length);
        expect(wrong).not.toBe(right);
      }),
    );
  });

  it('should be sometimes unrelated, and sometimes wrong in one place only: first, middle, last, or in its case', () => {
    const wrong = new Map(calls.map((call) => [wrongKeyWords(call), wrongKey('abcdefgh', call)]));
    expect(Object.fromEntries(wrong)).toEqual({
      'an unrelated apikey': 'qqqqqqqq',
      'the first character of apikey changed': 'qbcdefgh',
      'the middle character of apikey changed': 'abcdqfgh',
      'the last character of apikey changed': 'abcdefgq',
      'the first letter of apikey in the other case': 'Abcdefgh',
    });
  });

  it('should be one also where the conversation has no number', () => {
    expect(wrongKey('abcdefgh', { conversation: { kind: 'user', id: 'bob' } })).toBe('qqqqqqqq');
  });
});
