import fc from 'fast-check';
import { expect, it } from 'vitest';
import { law } from '../../core/arbitrary/law.ts';
import { addressingForms } from '../../core/index.ts';
import { reset } from '../plan/world.ts';
import { onlySent } from './as-sent.ts';
import { bodyDefects, flags, wireForms } from './choices.ts';
import { toGroup, toUser } from './conversations.ts';
import { resetRequest } from './reset-request.ts';
import type { Reset } from './scenario.ts';

const leftOut = { preserveOrder: 'absent', deleteMessagesPermanently: 'absent' } as const;
const ofGroup = reset('me', toGroup('g'));
const ofYou = reset('me', toUser('you'), { form: 'path-peer-echo', preserveOrder: 'true', extra: { colour: 'red' } });

it.each<readonly [string, Reset, Reset]>([
  [
    'no field, and no spelling of one, without a body',
    { ...ofYou, body: 'none', wire: ['padded', 'chunked', 'header-case'] },
    reset('me', toUser('you'), { ...leftOut, form: 'path-peer', body: 'none', wire: ['header-case'] }),
  ],
  ['no other order of one field', { ...ofGroup, wire: ['reordered', 'spaced'] }, { ...ofGroup, wire: ['spaced'] }],
  ['no capitals in a name that is not there', { ...ofGroup, wire: ['capital-body'] }, ofGroup],
  ['no segments of chunks', { ...ofGroup, wire: ['chunked', 'segmented'] }, { ...ofGroup, wire: ['chunked'] }],
  [
    'no spelling of headers that another one leaves no place for',
    { ...ofGroup, wire: ['header-case', 'upper-headers'] },
    { ...ofGroup, wire: ['upper-headers'] },
  ],
])('should hold %s', (_, given, expected) => {
  expect(onlySent(given)).toEqual(expected);
});

it.each<readonly [string, Reset]>([
  ['all that has its place', { ...ofYou, wire: ['reordered', 'chunked'] }],
  ['a flag whose field is sent with a wrong type', { ...ofGroup, wire: ['spaced'], wrongTypes: { preserveOrder: 1 } }],
  ['the form beside three users, by which flags are read', { ...ofYou, path: 'b' }],
])('should keep %s', (_, given) => {
  expect(onlySent(given)).toEqual(given);
});

const anyReset = fc
  .record({
    preserveOrder: fc.constantFrom(...flags),
    deleteMessagesPermanently: fc.constantFrom(...flags),
    form: fc.constantFrom(...addressingForms),
    wire: fc.subarray([...wireForms]),
    defect: fc.constantFrom({}, ...bodyDefects.map((body) => ({ body }))),
    peer: fc.constantFrom(toUser('you'), toGroup('g')),
  })
  .map(({ peer, defect, ...settings }) => reset('me', peer, { ...settings, ...defect }));

law('should be the same request', [anyReset], (one) => {
  const [scope, key] = ['cr0f1e2d-0001-', 'S3cret-key'];
  expect(resetRequest(onlySent(one), scope, key)).toEqual(resetRequest(one, scope, key));
});
