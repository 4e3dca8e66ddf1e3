import { describe, expect, it } from 'vitest';
import { checked } from '../testing/check-table.ts';
import { begin, keep, ofA, ofGroup, refused, type TraceBuilder, trace, when } from '../testing/trace-builder.ts';
import { nameOf } from './name.ts';

/** What the failures of a trace, checked for these requirements, are reported under. */
const named = (built: TraceBuilder): Readonly<Record<string, string>> =>
  Object.fromEntries(
    checked(built).failures.map((one) => [
      one.requirement,
      nameOf({ scenario: one.trace.scenario, isSmallest: true }, one),
    ]),
  );

describe('the name of a failure', () => {
  const leftOut = { deleteMessagesPermanently: 'absent' } as const;

  it.each([
    ['user-reset-works', 'is that of a refusal where all fields are there', ofA()],
    ['optional-fields', 'says that preserveOrder was left out', ofA({ preserveOrder: 'absent' })],
    ['optional-fields', 'says that a flag was left out', ofA({ deleteMessagesPermanently: 'absent' })],
    ['percent-encoding', 'names a spelling that the failure needs', ofA({ wire: ['percent-encoded'] })],
    ['group-reset-works', 'is that of a group, which has no such flag to leave out', ofGroup({ ...keep, ...leftOut })],
  ])('%s: %s', (name, _, reset) => {
    expect(Object.values(named(begin().reset(reset, refused())))).toContain(name);
  });

  it('framing: names the narrower of two spellings that the failure needs', () => {
    const built = when(ofA({ wire: ['chunked', 'spaced'] }), { me: 'g' });
    expect(named(built)['nothing-doubled-or-lost']).toBe('framing');
  });

  it('nothing-doubled-or-lost: names no spelling where another step may have done it', () => {
    const steps = (built: TraceBuilder) => built.reset(ofA({ wire: ['chunked'] })).see({ me: 'g' });
    const name = (built: TraceBuilder) => named(built)['nothing-doubled-or-lost'];
    expect([name(steps(begin())), name(steps(begin().reset(ofGroup(keep))))]).toEqual([
      'framing',
      'nothing-doubled-or-lost',
    ]);
  });

  it('optional-fields: is that of an answer, whatever was done before it', () => {
    const built = begin()
      .reset(ofGroup(keep))
      .reset(ofA({ preserveOrder: 'absent' }), refused())
      .see({ me: 'g b a' });
    expect(Object.values(named(built))).toContain('optional-fields');
  });

  it('wrong-key-refused: is that of a wrong key however the request is spelled', () => {
    const built = begin().reset(ofA({ wire: ['chunked'], apikey: 'unrelated' }));
    expect(named(built)['wrong-key-refused']).toBe('wrong-key-refused');
  });

  it('quiet-after-concurrency: is that of what shows later, where nothing but requests at once leads to it', () => {
    const built = begin().together(ofA(), ofGroup()).see({ me: 'b' }).send('b', 'me').see({ me: '' });
    const [failure] = checked(built).failures;
    const name = (isSmallest: boolean) => failure && nameOf({ scenario: failure.trace.scenario, isSmallest }, failure);
    expect([name(true), name(false)]).toEqual(['quiet-after-concurrency', failure?.requirement]);
  });

  const world = { users: ['me', 'a', 'a1', 'c'], groups: [] };
  const arranged = () =>
    trace(world)
      .send('a', 'me')
      .send('a1', 'me')
      .send('c', 'me')
      .see({ me: 'c a1 a', 'me a': '1', 'me a1': '2', 'me c': '3' });
  const [lost, own, refusal] = ['nothing-doubled-or-lost', 'user-order-kept', 'refused-changed-nothing'];

  it.each<[what: string, failed: string, name: string, TraceBuilder]>([
    ['another row has gone', lost, 'look-alikes-apart', arranged().reset(ofA()).see({ me: 'c' })],
    ['other messages have gone', lost, 'look-alikes-apart', arranged().reset(ofA()).see({ 'me a1': '' })],
    ['a message shows elsewhere', lost, 'look-alikes-apart', arranged().send('a1', 'me').see({ 'me a': '1 4' })],
    ['its own row has moved', own, own, arranged().reset(ofA(keep)).see({ me: 'a c a1' })],
    ['no ids look alike', lost, lost, begin().reset(ofA()).see({ me: 'g' })],
    ['it was refused', refusal, refusal, arranged().reset(ofA(), refused()).see({ me: 'c' })],
  ])('should be that of ids that look alike where they may be the cause: %s', (_, failed, name, built) => {
    expect(named(built)[failed]).toBe(name);
  });
});
