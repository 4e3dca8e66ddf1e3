import { describe, expect, it } from 'vitest';
import { messagesOf } from '../execution/views.ts';
import { reset, send } from '../plan/world.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import type { Replying, TraceBuilder } from '../testing/trace-builder.ts';
import {
  begin,
  forGood,
  ofA,
  ofGroup,
  referenceProfile,
  refused,
  textOf,
  trace,
  unanswered,
  when,
} from '../testing/trace-builder.ts';
import type { Difference } from './compare-list.ts';
import { openKnowledge } from './knowledge.ts';

const permanently = ofA(forGood);
const open = { omittedIsPermanent: new Map(), permanentDeletion: 'other' } as const;

/** What is known at the end, and what no lawful target shows at the last observation. */
function followed(built: TraceBuilder) {
  const { scenario, events } = built.trace();
  const knowledge = openKnowledge(scenario, built.profile());
  let last: readonly Difference[] = [];
  for (const event of events) {
    if (event.kind === 'operations') knowledge.operated(event.operations);
    else {
      last = knowledge.compare(event.observations).flatMap(({ differences }) => differences);
      knowledge.observed(event.observations);
    }
  }
  return { knowledge, last };
}

/** The latter in short. */
const wrong = (built: TraceBuilder): readonly string[] => followed(built).last.map(short);
const short = (one: Difference): string =>
  `${one.what}: ${'row' in one ? one.row : 'texts' in one ? one.texts : one.movable}`;

describe('what a permanent deletion may change on the other side', () => {
  const deleted = () => when(permanently, { a: 'me mate' });
  it('should be the row of the pair, until the target has settled', () => {
    expect(wrong(deleted())).toEqual([]);
    expect(wrong(deleted().later().see({ a: 'mate' }))).toEqual([]);
    expect(wrong(deleted().settled().see({ a: 'mate' }))).toEqual([]);
    const tooLate = deleted().settled().see({ a: 'me mate' }).settled().see({ a: 'mate' });
    expect(wrong(tooLate)).toEqual(['row lost: user:me']);
    expect(wrong(deleted().later().see({ a: 'me' }))).toEqual(['row lost: user:mate']);
  });

  it('should be all messages or none, and then stay so', () => {
    const seen = (...texts: readonly number[]) =>
      begin().send('a', 'me').knowing(open).reset(permanently).see({ 'a me': texts });
    expect([seen(1, 5), seen()].map(wrong)).toEqual([[], []]);
    expect(wrong(seen(5))).toEqual(['messages in part: message 5']);
    expect(wrong(seen().later().see({ 'a me': '1' }))).toEqual(['messages left: message 1']);
    expect(wrong(seen(1, 5).later().see({ 'a me': '5' }))).toEqual(['messages lost: message 1']);
  });
});

describe('what a reset hides', () => {
  const hidden = () => when(ofA(), { 'me a': '' });
  it('should be free, and then stay as it was seen until a message comes', () => {
    expect(wrong(hidden().later().see({ 'me a': '1' }))).toEqual(['messages returned: message 1']);
    expect(wrong(hidden().send('a', 'me').see({ 'me a': '1 5' }))).toEqual([]);
    expect(wrong(hidden().send('a', 'me').see({ 'me a': '5' }))).toEqual([]);
    expect(wrong(when(ofA(), { 'me a': '1' }).later().see({ 'me a': '' }))).toEqual(['messages lost: message 1']);
  });

  it('should not be shown again by the next reset', () => {
    const twice = () => hidden().send('a', 'me').see({ 'me a': '5' }).reset(ofA());
    expect(wrong(twice().see({ 'me a': '5' }))).toEqual([]);
    expect(wrong(twice().see({ 'me a': '1' }))).toEqual(['messages returned: message 1']);
  });

  it('should be hidden for good by a permanent one, whatever comes', () => {
    const gone = () => begin().reset(permanently).send('a', 'me');
    expect(wrong(gone().see({ 'me a': '1 5' }))).toEqual(['messages left: message 1']);
    expect(wrong(gone().reset(ofA()).see({ 'me a': '1' }))).toEqual(['messages left: message 1']);
    expect(wrong(gone().see({ 'a me': '5' }))).toEqual([]);
  });
});

describe('what may be and may not be', () => {
  const maybe = ofA({ deleteMessagesPermanently: 'absent' });
  const ofPeer = { forms: ['path-peer'] } as const;
  const sent = send('a', toUser('me'));
  it.each<[string, () => TraceBuilder]>([
    ['a request with several readings', () => begin().knowing(open).reset(maybe)],
    ['a permanent one without an answer', () => begin().reset(permanently, unanswered)],
    ['a permanent one with an error', () => begin().reset(permanently, refused(500))],
    ['a success of another form', () => begin().reset(permanently, refused(201))],
    ['a form that is not accepted, confirmed', () => begin().knowing(ofPeer).reset(permanently)],
    ['a body that is no JSON, confirmed', () => begin().reset(ofA({ body: 'malformed' }))],
  ])('should be lawful either way: %s', (_, built) => {
    expect(wrong(built().see({ 'me a': '' }))).toEqual([]);
    expect(wrong(built().see({ 'me a': '1' }))).toEqual([]);
  });
  it('should be a message that was sent at the same time, and none that was there before', () => {
    const both = () => begin().together(sent, permanently);
    expect([[], [5]].map((texts) => wrong(both().see({ 'me a': texts })))).toEqual([[], []]);
    expect(wrong(both().see({ 'me a': '1 5' }))).toEqual(['messages left: message 1']);
    // Without a key a confirmation means nothing.
    const keyless = begin().together(sent, ofA({ apikey: 'absent' }));
    expect(wrong(keyless.see({ 'me a': '1 5' }))).toEqual([]);
  });
  it('should be the same for both sides, and for texts and rows', () => {
    const both = () => begin().together(sent, permanently);
    const seen = (mine: string, theirs: string, row: string) =>
      wrong(both().see({ 'me a': mine, 'a me': theirs, me: `${row} g b` }));
    expect(seen('5', '5', 'a')).toEqual([]);
    for (const row of ['a', '']) expect(seen('', '', row)).toEqual([]);
    expect(seen('5', '', 'a')).toEqual(['messages lost: message 5']);
    expect(seen('', '5', 'a')).toEqual(['messages left: message 5']);
    expect(seen('5', '5', '')).toEqual(['row lost: user:a']);
    const later = both().see({ 'me a': '5' }).later();
    expect(wrong(later.see({ 'a me': '' }))).toEqual(['messages lost: message 5']);
  });
  it('should be what one order of a message and a reset at once leaves, where it is known what such resets do', () => {
    const seen = (row: string, texts: string, usual = referenceProfile.usual) =>
      wrong(
        begin()
          .knowing({ usual })
          .together(sent, ofA())
          .see({ me: `${row} g b`, 'me a': texts }),
      );
    expect([seen('a', '5'), seen('', '')]).toEqual([[], []]);
    expect(seen('', '5')).toEqual(['messages returned: message 5']);
    expect(seen('a', '')).toEqual(['messages lost: message 5']);
    expect([seen('', '5', new Map()), seen('a', '', new Map())]).toEqual([[], []]);
  });
  it('should be anything where many reset it at once', () => {
    const members = Array.from({ length: 20 }, (_, at) => `m${at}`);
    const resets = members.map((one) => reset(one, toGroup('g')));
    const crowd = trace({ users: members, groups: [{ id: 'g', members }] })
      .send('m0', 'g')
      .together(send('m0', toGroup('g')), ...resets);
    expect(wrong(crowd.see({ 'm1 g': '', 'm2 g': '1 2' }))).toEqual([]);
  });
  it('should be different for the two sides where a reset is of one side alone', () => {
    const texts = { 'me a': '', 'a me': '1 5' };
    expect(wrong(begin().together(sent, ofA()).see(texts))).toEqual([]);
    const alone = begin().knowing({ permanentDeletion: 'for-actor' });
    expect(wrong(alone.together(sent, permanently).see(texts))).toEqual([]);
  });
});

describe('what somebody sees of a group that they join', () => {
  it('should be what was written before too, where the target lets newcomers read, unless they have reset it', () => {
    const unread = (...by: readonly Replying[]) =>
      by
        .reduce((built, replying) => built.reset(reset('mate', toGroup('g')), replying), trace().send('me', 'g'))
        .reset(ofGroup())
        .join('mate', 'g')
        .see({ 'mate g': '' });
    const wrongWhere = (joinersRead: boolean, built: TraceBuilder) => wrong(built.knowing({ joinersRead }));
    expect(wrongWhere(true, unread())).toEqual(['messages lost: message 1']);
    expect(wrongWhere(true, unread(refused()))).toEqual(['messages lost: message 1']);
    expect([wrongWhere(true, unread(unanswered)), wrongWhere(false, unread())]).toEqual([[], []]);
  });

  const joined = () => trace().send('me', 'g').send('a', 'mate').see({ mate: 'a g' }).join('mate', 'g').send('me', 'g');
  it('should be its messages from then on, and as many of those before as it likes', () => {
    for (const texts of ['1 3', '3']) expect(wrong(joined().see({ 'mate g': texts }))).toEqual([]);
    expect(wrong(joined().see({ 'mate g': '1' }))).toEqual(['messages lost: message 3']);
    const again = joined().see({ 'mate g': '3' }).later().see({ 'mate g': '1 3' });
    expect(wrong(again)).toEqual(['messages returned: message 1']);
  });
  it('should be its row anywhere, for every member, until the target has settled', () => {
    const early = () => trace().send('me', 'g').send('a', 'me').see({ me: 'a g' }).join('mate', 'g');
    const turned = (before: TraceBuilder) => wrong(before.see({ me: 'g a' }).later().see({ me: 'a g' }));
    expect([turned(early()), turned(early().settled())]).toEqual([[], ['order changed: group:g,user:a']]);
    expect(wrong(early().see({ mate: 'g' }))).toEqual([]);
  });
});

describe('where a look shows so much at most', () => {
  const limited = (built: TraceBuilder) => built.knowing({ limits: { rows: 3, texts: 2 } });
  it('should be no text that a message has pushed out, while the look is full', () => {
    const three = () => limited(begin().send('a', 'me', 2));
    expect(wrong(three().see({ 'me a': '5 6' }))).toEqual([]);
    expect(wrong(three().see({ 'me a': '6' }))).toEqual(['messages lost: message 1,message 5']);
    expect(wrong(three().reset(ofGroup()).see({ 'a me': '5 6' }))).toEqual([]);
    expect(wrong(three().see({ 'me a': '5 6' }).later().see({ 'me a': '1 6' }))).toEqual([]);
    expect(wrong(three().reset(permanently).see({ 'a me': '1 6' }))).toEqual(['messages left: message 1,message 6']);
  });
  it('should be no row that another one has pushed out, and none that comes back for one that has gone', () => {
    const four = () => limited(begin()).send('mate', 'me');
    expect(wrong(four().see({ me: 'mate g b' }))).toEqual([]);
    expect(wrong(four().see({ me: 'mate g' }))).toEqual(['row lost: user:b', 'row lost: user:a']);
    expect(wrong(four().see({ me: 'mate g b' }).reset(ofGroup()).see({ me: 'mate b a' }))).toEqual([]);
  });
});

it('should be looked at what a message adds to a list that is long', () => {
  const isCertain = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => `user:p${index}`);
    const built = begin().see({ me: rows }).send('a', 'me');
    return followed(built).knowledge.isCertain({ of: 'list', owner: 'me' });
  };
  expect([10, 60].map(isCertain)).toEqual([true, false]);
});

it('should be any order of the rows where looks differ by themselves', () => {
  const built = () => begin().knowing({ isOrdered: false, messageRaises: false }).reset(ofA());
  expect(wrong(built().see({ me: 'b g' }))).toEqual([]);
  expect(wrong(built().see({ me: 'b' }))).toEqual(['row lost: group:g']);
});

describe('a reset that names nobody but its actor', () => {
  const ofNobody = { ...ofA({ form: 'path-peer' }), conversation: toUser('me') };
  it('may be of any conversation of the acting user, groups too, and of nobody else', () => {
    const done = () => begin().reset(ofNobody);
    expect(wrong(done().see({ me: '', 'me g': '', 'me a': '' }))).toEqual([]);
    expect(wrong(done().see({ me: 'g b a', 'me g': '3' }))).toEqual([]);
    expect(wrong(done().see({ mate: 'a' }))).toEqual(['row lost: group:g']);
    expect(
      wrong(
        begin()
          .reset({ ...ofNobody, ...forGood })
          .see({ 'mate g': '' }),
      ),
    ).toEqual(['messages lost: message 3']);
  });
});

describe('a row', () => {
  const list = (built: TraceBuilder, rows: string) => wrong(built.see({ me: rows }));
  it('should be free of both that three names may mean', () => {
    const three = ofA({ path: 'b' });
    for (const rows of ['g b', 'g a', 'g b a']) expect(list(begin().reset(three), rows)).toEqual([]);
    expect(list(begin().reset(three), 'a b')).toEqual(['row lost: group:g']);
  });
  it('should go where a message usually puts it, and be anywhere where that is not known', () => {
    const sent = (messageRaises: boolean) => begin().knowing({ messageRaises }).send('a', 'me');
    expect(list(sent(true), 'a g b')).toEqual([]);
    expect(list(sent(false), 'g a b')).toEqual([]);
    // As it may tie with another one.
    expect(list(sent(true), 'g a b')).toEqual([]);
    expect(list(sent(true), 'a b g')).toEqual(['order changed: group:g,user:b']);
    expect(list(trace().send('a', 'me'), 'anything')).toEqual([]);
  });
  it('should stand somewhere when a message has come, also beside a reset of another one', () => {
    const first = () => begin('g a').together(ofA(), send('b', toUser('me')));
    expect(list(first(), 'g b')).toEqual([]);
    expect(list(first(), 'g')).toEqual(['row lost: user:b']);
    expect(list(begin().together(ofA(), send('a', toUser('me'))), 'g b')).toEqual([]);
    expect(list(begin().knowing({ messageRaises: false }).send('a', 'me'), 'g b')).toEqual(['row lost: user:a']);
  });
});

it('should explain no part of the messages where others have reset the same group', () => {
  const { knowledge } = followed(
    trace()
      .send('mate', 'g', 2)
      .together(ofGroup(), reset('mate', toGroup('g'))),
  );
  const look = {
    view: messagesOf('mate', toGroup('g')),
    isSettled: false,
    log: { phase: 'look', what: '', exchanges: [] },
  } as const;
  expect([[], [textOf(1)]].map((seen) => knowledge.unexplained([{ ...look, seen }]).length)).toEqual([0, 1]);
});
