import { expect, it } from 'vitest';
import type { Profile } from '../profile/profile.ts';
import { bodyDefects } from '../scenario/choices.ts';
import { toUser } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';
import { forGood, keep, ofA, ofGroup, omittedMeans, referenceProfile } from '../testing/trace-builder.ts';
import { onlyReading, readingsOf } from './readings.ts';

/** A reading in short, where the acting user may talk with `c` as well: whose conversation is said where it is not the named one. */
const short = (reset: Reset, change: Partial<Profile> = {}): string =>
  readingsOf(reset, { ...referenceProfile, ...change }, [toUser('c')])
    .map((reading) => {
      if (reading === 'nothing') return reading;
      const { conversation, preserveOrder, permanent } = reading;
      const where = conversation.id === reset.conversation.id ? '' : ` of ${conversation.id}`;
      return `${preserveOrder ? 'kept' : 'free'}${permanent ? ' for good' : ''}${where}`;
    })
    .join(', ');

const leftOut = { deleteMessagesPermanently: 'absent' } as const;
const capitals = { wire: ['capital-body'] } as const;
const omitted = (preserved?: boolean, free?: boolean) => ({ omittedIsPermanent: omittedMeans(preserved, free) });
const form = 'path-peer';
const tried = { omittedIsPermanent: new Map([['path-actor free', true] as const]) };
const all = ['free', 'free for good', 'kept', 'kept for good'].map((one) => `${one}, ${one} of c`).join(', ');
const typed = (wrongTypes: Record<string, unknown>) => ofA({ ...keep, ...forGood, wrongTypes });

it.each<[string, Reset, string, Partial<Profile>?]>([
  // Pinned down.
  ['both flags false', ofA(), 'free'],
  ['both flags true', ofA({ ...keep, ...forGood }), 'kept for good'],
  ['preserveOrder left out', ofA({ preserveOrder: 'absent' }), 'free'],
  ['a group reset has no deleteMessagesPermanently', ofGroup({ ...keep, ...forGood }), 'kept'],
  ['an accepted form', ofA({ form: 'path-peer' }), 'free'],
  ['a spelling', ofA({ ...keep, wire: ['chunked', 'escaped'] }), 'kept'],
  ['a field that is not documented', ofA({ ...keep, extra: { colour: 'red' } }), 'kept'],
  ['an id in capitals where case is folded', ofA(capitals), 'free'],
  // Without a credential it means nothing at all.
  ['no key', ofA({ apikey: 'absent' }), ''],
  ['a wrong key', ofA({ apikey: 'last-changed' }), ''],
  ['no acting user', ofA({ onBehalfOf: 'empty' }), ''],
  ['an acting user whom nobody knows', ofA({ onBehalfOf: 'unknown' }), ''],
  // Left to the profile.
  ['deleteMessagesPermanently left out means false', ofA(leftOut), 'free', omitted(true, false)],
  ['deleteMessagesPermanently left out means true', ofA(leftOut), 'free for good', omitted(false, true)],
  ['with preserveOrder it may mean another thing', ofA({ ...keep, ...leftOut }), 'kept for good', omitted(true, false)],
  ['in a form that was not tried', ofA({ ...leftOut, form }), 'free, free for good', tried],
  ['in the form that was tried', ofA(leftOut), 'free for good', tried],
  ['it may mean either', ofA(leftOut), 'free, free for good', omitted(false, undefined)],
  ['a text in place of true', typed({ preserveOrder: 'true' }), 'kept for good', { wrongType: 'coerced' }],
  ['a number in place of true', typed({ preserveOrder: 1 }), 'kept for good', { wrongType: 'coerced' }],
  ['what was not tried', typed({ deleteMessagesPermanently: 0 }), 'kept, kept for good', { wrongType: 'ignored' }],
  ['a type not tried', typed({ deleteMessagesPermanently: '' }), 'kept, kept for good', { wrongType: 'coerced' }],
  ['null is neither', typed({ preserveOrder: null }), 'free for good, kept for good', { wrongType: 'coerced' }],
  ['a wrong type as if left out', typed({ preserveOrder: 1 }), 'free for good', { wrongType: 'ignored' }],
  [
    'a wrong type as if left out, which may mean either',
    typed({ deleteMessagesPermanently: 'true' }),
    'kept, kept for good',
    { wrongType: 'ignored', ...omitted(undefined, false) },
  ],
  ['a wrong type that should be refused', typed({ preserveOrder: 1 }), 'free for good, kept for good'],
  // Left open.
  ['a form that is not accepted', ofA({ form: 'path-peer' }), 'free, nothing', { forms: ['path-actor'] }],
  ['that form does not matter to a group', ofGroup({ form: 'path-peer' }), 'free', { forms: ['path-actor'] }],
  ['an id in capitals that may name nobody', ofA(capitals), 'free, nothing', { readsCapitals: false }],
  ['three users', ofA({ ...keep, path: 'b' }), 'kept, kept of b, nothing'],
  [
    'nobody but oneself',
    { ...ofA({ ...keep, form: 'path-peer' }), conversation: toUser('me') },
    'kept, kept of c, nothing',
  ],
  [
    'a wrong type that names the other user',
    typed({ conversationWith: 7 }),
    'kept for good, kept for good of c, nothing',
  ],
  ['no JSON', ofA({ body: 'malformed' }), `${all}, nothing`],
  ['an array', ofA({ body: 'array' }), `${all}, nothing`],
  ['a number', ofGroup({ body: 'number' }), 'free, kept, nothing'],
  [
    'no body, where it names the other user',
    ofA({ body: 'none' }),
    'free, free of c, free for good, free for good of c, nothing',
  ],
  ['no body, where the path does', ofA({ body: 'none', ...keep, form: 'path-peer' }), 'free, free for good'],
  ['no body may not be fields left out', ofA({ body: 'none', form }), 'free, free for good', omitted(false, true)],
  ['no body for a group', ofGroup({ body: 'none', ...keep }), 'free'],
  ['no type, and it is read', ofGroup({ body: 'untyped', ...keep }), 'kept'],
  ['no type, and it may not be read', ofGroup({ body: 'untyped', ...keep }), 'kept, free', { readsUntyped: false }],
  ['no type, which makes no difference', ofGroup({ body: 'untyped' }), 'free', { readsUntyped: false }],
  ['no type, where the body names the other user', ofA({ body: 'untyped' }), 'free, nothing'],
])('%s', (_, reset, readings, change) => {
  expect(short(reset, change)).toBe(readings);
});

it('should be the only reading where there is exactly one that does something', () => {
  const conversation = { kind: 'user', id: 'a' };
  expect(onlyReading(ofA(keep), referenceProfile)).toEqual({ conversation, preserveOrder: true, permanent: false });
  for (const open of [ofA({ apikey: 'empty' }), ofA({ path: 'b' }), ...bodyDefects.map((body) => ofA({ body }))]) {
    expect(onlyReading(open, referenceProfile)).toBeUndefined();
  }
});
