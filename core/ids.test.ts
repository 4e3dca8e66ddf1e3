import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from './arbitrary/law.ts';
import './arbitrary/seed.ts';
import { parseGuid, parseUid } from './ids.ts';

const allowed = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'];
const idArb = fc.string({ unit: fc.constantFrom(...allowed), minLength: 1, maxLength: 100 });

describe.each([
  ['a uid', parseUid],
  ['a guid', parseGuid],
])('%s', (_, parse) => {
  law('should be kept where case counts, and lower case where it is folded', [idArb], (raw) => {
    expect(parse(raw, 'sensitive')).toEqual({ ok: true, value: raw });
    expect(parse(raw, 'folded')).toEqual({ ok: true, value: raw.toLowerCase() });
  });

  it('should have no other character', () => {
    const codes = [...Array(0x1_0000).keys()].map((code) => String.fromCharCode(code));
    expect(codes.filter((one) => parse(one, 'sensitive').ok).sort()).toEqual([...allowed].sort());
    expect(codes.filter((one) => parse(`a${one}b`, 'folded').ok).sort()).toEqual([...allowed].sort());
    expect(parse('a\n', 'sensitive').ok).toBe(false);
  });

  it('should be refused with what it may be', () => {
    expect(parse('no id', 'folded')).toEqual({ ok: false, refusal: '1 to 100 characters of a-z, 0-9, - and _' });
  });

  it.each([0, 1, 100, 101])('should be decided by length: %d', (length) => {
    expect(parse('x'.repeat(length), 'folded').ok).toBe(length >= 1 && length <= 100);
  });
});
