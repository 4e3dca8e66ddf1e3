import { describe, expect, it } from 'vitest';
import { checkTrace } from '../check/check-trace.ts';
import { requirements } from '../requirements.ts';
import { begin, ofA, ofGroup, refused, type TraceBuilder, trace } from '../testing/trace-builder.ts';
import { nameOf } from './name.ts';

/** What the failures of a trace, checked for these requirements, are reported under. */
function named(built: TraceBuilder): Readonly<Record<string, string>> {
  const whole = built.trace();
  const { failures } = checkTrace(whole, built.profile(), requirements);
  return Object.fromEntries(failures.map((one) => [one.requirement, nameOf(whole.scenario, one)]));
}

describe('the name of a failure', () => {
  const given = { preserveOrder: 'false', deleteMessagesPermanently: 'false' } as const;

  it.each([
    ['user-reset-works', 'is that of a refusal where all fields are there', ofA(given)],
    ['optional-fields', 'says that preserveOrder was left out', ofA({ ...given, preserveOrder: 'absent' })],
    ['optional-fields', 'says that a flag was left out', ofA({ ...given, deleteMessagesPermanently: 'absent' })],
    ['percent-encoding', 'names a spelling that the failure needs', ofA({ ...given, wire: ['percent-encoded'] })],
  ])('%s: %s', (name, _, reset) => {
    expect(named(begin().reset(reset, refused()))['user-reset-works']).toBe(name);
  });

  it('framing: names the narrower of two spellings that the failure needs', () => {
    const built = begin()
      .reset(ofA({ wire: ['chunked', 'spaced'] }))
      .see({ me: 'g' });
    expect(named(built)['nothing-doubled-or-lost']).toBe('framing');
  });

  it('wrong-key-refused: is that of a wrong key however the request is spelled', () => {
    const built = begin().reset(ofA({ wire: ['chunked'], apikey: 'unrelated' }));
    expect(named(built)['wrong-key-refused']).toBe('wrong-key-refused');
  });

  it('group-reset-works: is that of a group whose reset has no such flag to leave out', () => {
    const reset = { ...ofGroup({ preserveOrder: 'true' }), deleteMessagesPermanently: 'absent' } as const;
    expect(named(begin().reset(reset, refused()))['group-reset-works']).toBe('group-reset-works');
  });

  const world = { users: ['me', 'a', 'a1', 'c'], groups: [] };
  const touching = (row: string, rows: string) =>
    trace(world)
      .send('a', 'me')
      .send('a1', 'me')
      .send('c', 'me')
      .see({ me: 'c a1 a', 'me a': '1', 'me a1': '2', 'me c': '3' })
      .reset(ofA())
      .see({ me: rows, [`me ${row}`]: '' });

  it('should be that of look-alikes where another row has gone whose id looks like the one that was named', () => {
    expect(named(touching('a', 'c'))['nothing-doubled-or-lost']).toBe('look-alikes-apart');
    expect(named(touching('a', 'a1'))['nothing-doubled-or-lost']).toBe('nothing-doubled-or-lost');
  });

  it('should be that of look-alikes where messages have gone that were exchanged with one who looks alike', () => {
    expect(Object.values(named(touching('a1', 'c a1')))).toContain('look-alikes-apart');
    expect(Object.values(named(touching('c', 'c a1')))).not.toContain('look-alikes-apart');
  });
});
