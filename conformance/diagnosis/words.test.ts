import { expect, it } from 'vitest';
import type { Texts } from '../profile/profile.ts';
import { toUser } from '../scenario/conversations.ts';
import { checked } from '../testing/check-table.ts';
import { answered } from '../testing/sample-replies.ts';
import type { TraceBuilder } from '../testing/trace-builder.ts';
import {
  begin,
  confirmed,
  ofA,
  ofB,
  ofGroup,
  refused,
  rest,
  trace,
  unchanged,
  when,
} from '../testing/trace-builder.ts';
import { asFound, type Diagnosis } from './diagnosis.ts';
import { byRank } from './name.ts';
import { diagnosisLine, variantOf } from './words.ts';

/** The sentence for the failure of a requirement; of the first in rank, where none is given. */
function line(built: TraceBuilder, requirement?: string, change: Partial<Diagnosis> = {}): string {
  const { failures } = checked(built);
  const wanted = byRank(failures).find((one) => requirement === undefined || one.requirement === requirement);
  const failure = wanted ?? expect.fail(`${requirement ?? 'every requirement'} holds`);
  return diagnosisLine({ ...asFound(failure, failure.trace.scenario, 3), ...change });
}

const permanently = ofA({ deleteMessagesPermanently: 'true' });
const spelled = (permanent: boolean, of = 'user:a', how = '', kept = false) =>
  `The reset of ${of} by me,${how} with preserveOrder ${kept} and deleteMessagesPermanently ${permanent},`;
const [act, forGood] = [spelled(false), spelled(true)];
const nobodys = begin().reset(ofGroup({ onBehalfOf: 'absent' }));
const same = 'changed something all the same';
const two = () => begin().send('me', 'a').see({ me: 'a g b', a: 'me mate' });

it.each<[string, TraceBuilder, string?]>([
  ['A reset without an apikey was answered 200 and done.', when(ofA({ apikey: 'absent' }), { me: rest })],
  ['A group reset without onBehalfOf was answered 200 as if it were right.', nobodys],
  [
    'A reset with an empty apikey and with an onBehalfOf that nobody has was answered 403 and changed something all the same: user:a has left the list of me.',
    when(ofA({ apikey: 'empty', onBehalfOf: 'unknown' }), { me: rest }, refused()),
  ],
  [
    `${forGood} sent together with 1 other, was done: 1 message sent at the same time cannot be read by a in user:me: no order of the requests explains all that is seen.`,
    begin()
      .together(permanently, { do: 'send', from: 'a', to: toUser('me') })
      .see({ 'me a': '5', 'a me': '' }),
  ],
  [`${act} was answered with 404 {}; expected is 200, data.success true.`, begin().reset(ofA(), refused(404))],
  [
    'The reset of group:g by me, with header names in another case, with preserveOrder true, was answered with Content-Type: text/html; expected is Content-Type: application/json.',
    begin().reset(ofGroup({ preserveOrder: 'true', wire: ['header-case'] }), (one) =>
      Object.assign(confirmed()(one), { contentType: 'text/html' }),
    ),
  ],
  [`${act} was confirmed, and nothing has changed.`, when(ofA(), { me: unchanged })],
  [`${act} was refused and ${same}: user:a has left the list of me.`, when(ofA(), { me: rest }, refused())],
  [`${act} was done: user:b has left the list of me.`, when(ofA(), { me: 'g' })],
  [
    'The reset of group:g by me, with preserveOrder true, was done: user:x is not in the list of me.',
    begin('g b')
      .send('x', 'me')
      .reset(ofGroup({ preserveOrder: 'true' }))
      .see({ me: 'g b' }),
    'nothing-doubled-or-lost',
  ],
  [
    `${act} was answered 500 and done: user:b has left the list of me.`,
    when(ofA(), { me: 'g' }, refused(500)),
    'nothing-doubled-or-lost',
  ],
  [`${act} was done: user:x has appeared in the list of b.`, when(ofA(), { me: rest, b: 'me x' })],
  [`${act} was done: user:b stands in the list of me twice.`, when(ofA(), { me: 'g b b' })],
  [
    `${spelled(false, 'user:b', '', true)} was done: user:b has moved from place 2 to 1 in the list of me.`,
    when(ofB({ preserveOrder: 'true' }), { me: 'b g a' }),
    'user-order-kept',
  ],
  [`${act} was done: the order of the list of me has changed.`, begin('g b a x y').reset(ofA()).see({ me: 'x y g b' })],
  [`${act} was done: 1 message can no longer be read by a in user:me.`, when(ofA(), { me: rest, 'a me': '' })],
  [
    `${forGood} was done: 2 messages can still be read by a in user:me.`,
    two().reset(permanently).see({ me: rest, 'a me': '1 5' }),
  ],
  [
    `${act} was refused and ${same}: 1 message can be read again by me in user:a.`,
    when(ofA(), { me: rest, 'me a': '' }).reset(ofA(), refused()).see({ 'me a': '1' }),
  ],
  [
    `${act} was done: 1 message of another conversation can be read by me in user:b.`,
    when(ofA(), { me: rest, 'me b': '1 2' }),
  ],
  [
    `${forGood} was done: some of the messages are left for a in user:me, 1 of 2.`,
    two().knowing({ permanentDeletion: 'other' }).reset(permanently).see({ me: rest, 'a me': '5' }),
  ],
  [
    'After a wrote to user:me, user:a has not come into the list of me.',
    when(ofA(), { me: 'g b' }).knowing({ messageRaises: false }).send('a', 'me').see({ me: 'g b' }),
  ],
  [
    'After a wrote to user:me, 1 message cannot be read by me in user:a.',
    when(ofA(), { me: 'g b', 'me a': '' }).send('a', 'me').see({ 'me a': '' }),
  ],
  [
    `${spelled(false, 'user:a', ' named in the path,')} was done: user:b has left the list of me.`,
    when(ofA({ form: 'path-peer' }), { me: 'g' }),
  ],
  [
    'The reset of group:g by me, in a chunked body, with preserveOrder true, was done: group:g has left the list of me. The body was not read: the reset did what an empty body does.',
    when(ofGroup({ preserveOrder: 'true', wire: ['chunked'] }), { me: 'b a' }),
  ],
  [
    'After a wrote to user:me, user:b has left the list of me.',
    when(ofGroup(), { me: 'b a' }).send('a', 'me').see({ me: 'a' }),
  ],
  [
    `${act} sent together with 1 other, was done: user:b has left the list of me.`,
    begin().together(ofGroup(), ofA()).see({ me: '' }),
  ],
])('%s', (sentence, built, requirement) => {
  expect(line(built, requirement)).toBe(sentence);
});

it('should compare with the same reset that is spelled otherwise, or was done on other ids', () => {
  const built = () => when(ofA({ preserveOrder: 'absent' }), { me: 'a g b' });
  const what = 'The reset of user:a by me, with deleteMessagesPermanently false,';
  const seen = 'the list of me is user:a, group:g, user:b.';
  const falsely = 'does not do what it does with preserveOrder false';
  expect(line(built(), 'omitted-equals-false')).toBe(`${what} ${falsely}: ${seen}`);
  expect(line(built(), 'keeps-to-its-behaviour')).toBe(`${what} had another effect on fresh ids: ${seen}`);
  const read = (usual: Texts, text: string) => when(ofA(), { me: rest, 'me a': text }).usually('removed', usual);
  expect(line(read('hidden', '1'))).toMatch(/: 1 message can still be read by me in user:a\.$/);
  expect(line(read('visible', ''))).toMatch(/: 1 message can no longer be read by me in user:a\.$/);
});

const long = 'x'.repeat(50);
it.each([
  ['a', 'a1', 'a1 begins with a'],
  ['c', 'b_user_d', 'b_user_d holds what may stand between two users'],
  ['peer', 'PEER', 'PEER and peer differ in case alone'],
  ['p_1', 'pa1', 'p_1 and pa1 are the same where _ stands for any character'],
  ['p_1', 'p01', 'p01 and p_1 are the same where _ stands for any character'],
  [`${long}_`, `${long}0`, `${long}0 and ${long}_ differ at one end alone`],
  [`1${long}`, `2${long}`, `1${long} and 2${long} differ at one end alone`],
])('should say how %s and %s look alike', (id, other, words) => {
  const built = trace({ users: ['me', id, other], groups: [] })
    .send(id, 'me')
    .send(other, 'me')
    .see({ me: `${other} ${id}`, [`me ${id}`]: '1', [`me ${other}`]: '2' })
    .reset({ ...ofA(), conversation: toUser(id) })
    .see({ me: '' });
  expect(line(built, 'nothing-doubled-or-lost', { requirement: 'look-alikes-apart' })).toContain(
    `user:${other} has left the list of me; ${words}`,
  );
});

it('should say first how the conversation that has changed looks like the one of the request, not its reader', () => {
  const built = trace({ users: ['m', 'm1'], groups: [{ id: 'm1', members: ['m', 'm1'] }] })
    .send('m1', 'user:m')
    .send('m1', 'group:m1')
    .see({ 'm user:m1': '1', 'm group:m1': '2' })
    .reset({ ...ofA(), actor: 'm', conversation: toUser('m1') })
    .see({ 'm group:m1': '' });
  const words = line(built, 'nothing-doubled-or-lost', { requirement: 'look-alikes-apart' });
  expect(words).toContain('a user and a group are named m1');
});

it.each<[Parameters<typeof ofA>[0], string]>([
  [{ preserveOrder: 'absent' }, 'with preserveOrder false'],
  [{ preserveOrder: 'false' }, 'with preserveOrder left out'],
  [{ preserveOrder: 'absent', body: 'none' }, 'with preserveOrder false'],
])('should compare with the other spelling of no preserveOrder: %j', (settings, words) => {
  expect(variantOf(ofA(settings))).toBe(words);
});

it('should say whose answer it was, and show what is long in part', () => {
  const many = Array.from({ length: 9 }, (_, index) => `user:${index}`);
  const usual = begin(['user:a', ...many])
    .reset(ofA())
    .see({ me: [...many, 'user:a'] });
  expect(line(usual, 'keeps-to-its-behaviour')).toContain('user:0, user:1, user:2, user:3, user:4, user:5….');
  const long = begin().reset(ofA(), () => answered(404, 'x'.repeat(999)));
  expect(line(long).length).toBeLessThan(500);
});
