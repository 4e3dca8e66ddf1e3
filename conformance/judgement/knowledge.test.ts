import { describe, expect, it } from 'vitest';
import type { Difference } from './compare-list.ts';
import { openKnowledge } from './knowledge.ts';
import { begin, ofA, refused, type TraceBuilder, trace, unanswered } from './trace-builder.ts';

const permanently = ofA({ deleteMessagesPermanently: 'true' });
const open = { omittedIsPermanent: { preserved: undefined, free: undefined }, permanentForEveryone: undefined };

/** What no lawful target shows at the last look, in short. */
const wrong = (built: TraceBuilder): readonly string[] => {
  const { scenario, events } = built.trace();
  const knowledge = openKnowledge(scenario, built.profile());
  let last: readonly Difference[] = [];
  for (const event of events) {
    if (event.kind === 'operations') knowledge.operated(event.operations);
    else {
      last = event.observations.flatMap((one) => knowledge.compare(one).differences);
      knowledge.observed(event.observations, event.settled);
    }
  }
  return last.map((one) => `${one.what}: ${'row' in one ? one.row : 'texts' in one ? one.texts : one.movable}`);
};

describe('what a permanent deletion may change on the other side', () => {
  const deleted = () => begin().reset(permanently).list('a', ['user:me', 'user:mate']);
  it('should be the row of the pair, until the target has settled', () => {
    expect(wrong(deleted())).toEqual([]);
    expect(wrong(deleted().later().list('a', ['user:mate']))).toEqual([]);
    expect(wrong(deleted().settled().list('a', ['user:mate']))).toEqual([]);
    expect(wrong(deleted().settled().list('a', ['user:me', 'user:mate']).settled().list('a', ['user:mate']))).toEqual([
      'row lost: user:me',
    ]);
    expect(wrong(deleted().later().list('a', ['user:me']))).toEqual(['row lost: user:mate']);
  });

  it('should be all messages or none, and then stay so', () => {
    const seen = (...texts: readonly number[]) =>
      begin().send('a', 'user:me').knowing(open).reset(permanently).reads('a', 'user:me', texts);
    expect([seen(1, 5), seen()].map(wrong)).toEqual([[], []]);
    expect(wrong(seen(5))).toEqual(['messages in part: message 5']);
    expect(wrong(seen().later().reads('a', 'user:me', [1]))).toEqual(['messages left: message 1']);
    expect(wrong(seen(1, 5).later().reads('a', 'user:me', [5]))).toEqual(['messages lost: message 1']);
  });
});

describe('what a reset hides', () => {
  const hidden = () => begin().reset(ofA()).reads('me', 'user:a', []);
  it('should be free, and then stay as it was seen until a message comes', () => {
    expect(wrong(hidden().later().reads('me', 'user:a', [1]))).toEqual(['messages returned: message 1']);
    expect(wrong(hidden().send('a', 'user:me').reads('me', 'user:a', [1, 5]))).toEqual([]);
    expect(wrong(hidden().send('a', 'user:me').reads('me', 'user:a', [5]))).toEqual([]);
    expect(wrong(begin().reset(ofA()).reads('me', 'user:a', [1]).later().reads('me', 'user:a', []))).toEqual([
      'messages lost: message 1',
    ]);
  });

  it('should be hidden for good by a permanent one, whatever comes', () => {
    const gone = () => begin().reset(permanently).send('a', 'user:me');
    expect(wrong(gone().reads('me', 'user:a', [1, 5]))).toEqual(['messages left: message 1']);
    expect(wrong(gone().reset(ofA()).reads('me', 'user:a', [1]))).toEqual(['messages left: message 1']);
    expect(wrong(gone().reads('a', 'user:me', [5]))).toEqual([]);
  });
});

describe('what may be and may not be', () => {
  const maybe = ofA({ deleteMessagesPermanently: 'absent' });
  it.each<[string, () => TraceBuilder]>([
    ['a request with several readings', () => begin().knowing(open).reset(maybe)],
    ['a permanent one without an answer', () => begin().reset(permanently, unanswered)],
    ['a permanent one with an error', () => begin().reset(permanently, refused(500))],
    ['a success of another form', () => begin().reset(permanently, refused(201))],
    [
      'a form that is not accepted, confirmed',
      () =>
        begin()
          .knowing({ forms: ['path-peer'] })
          .reset(permanently),
    ],
    ['a body that is no JSON, confirmed', () => begin().reset(ofA({ body: 'malformed' }))],
  ])('should be lawful either way: %s', (_, built) => {
    expect(wrong(built().reads('me', 'user:a', []))).toEqual([]);
    expect(wrong(built().reads('me', 'user:a', [1]))).toEqual([]);
  });
  it('should be a message that was sent at the same time, and none that was there before', () => {
    const both = () => begin().together({ do: 'send', from: 'a', to: { kind: 'user', id: 'me' } }, permanently);
    expect([[], [5]].map((texts) => wrong(both().reads('me', 'user:a', texts)))).toEqual([[], []]);
    expect(wrong(both().reads('me', 'user:a', [1, 5]))).toEqual(['messages left: message 1']);
  });
  it('should be nothing where it was refused', () => {
    expect(wrong(begin().reset(permanently, refused()).reads('me', 'user:a', []))).toEqual([
      'messages lost: message 1',
    ]);
    expect(wrong(begin().reset(ofA(), refused()).list('me', ['group:g', 'user:b']))).toEqual(['row lost: user:a']);
  });
});

describe('a row', () => {
  const list = (built: TraceBuilder, ...rows: readonly string[]) => wrong(built.list('me', rows));
  it('should be free without preserveOrder, and with it where it was not there', () => {
    expect(list(begin().reset(ofA()), 'user:a', 'group:g', 'user:b')).toEqual([]);
    expect(list(begin(['user:b']).reset(ofA({ preserveOrder: 'true' })), 'user:b', 'user:a')).toEqual([]);
    expect(list(begin().reset(ofA({ preserveOrder: 'true' })), 'user:a', 'group:g', 'user:b')).toEqual([
      'order changed: user:a',
    ]);
  });
  it('should be free of both that three names may mean', () => {
    const three = ofA({ path: 'b' });
    for (const rows of [
      ['group:g', 'user:b'],
      ['group:g', 'user:a'],
      ['group:g', 'user:b', 'user:a'],
    ])
      expect(list(begin().reset(three), ...rows)).toEqual([]);
    expect(list(begin().reset(three), 'user:a', 'user:b')).toEqual(['row lost: group:g']);
  });
  it('should go where a message usually puts it, and be anywhere where that is not known', () => {
    const sent = (messageRaises: boolean) => begin().knowing({ messageRaises }).send('a', 'user:me');
    expect(list(sent(true), 'user:a', 'group:g', 'user:b')).toEqual([]);
    expect(list(sent(false), 'group:g', 'user:a', 'user:b')).toEqual([]);
    expect(list(sent(true), 'group:g', 'user:a', 'user:b')).toEqual(['order changed: user:a,group:g']);
    expect(list(trace().send('a', 'user:me'), 'anything')).toEqual([]);
  });
});
