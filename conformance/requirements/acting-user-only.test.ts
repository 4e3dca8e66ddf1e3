import { checkTable } from '../testing/check-table.ts';
import { begin, forGood, keep, ofA, ofGroup, unchanged, when } from '../testing/trace-builder.ts';

// Which change is held against which of them is the table of frame.test.ts.
checkTable('acting-user-only', {
  passes: {
    'the row is gone for who asked': when(ofA(), { me: 'g b' }),
    'the messages are gone for who asked': when(ofA(keep), { me: unchanged, 'me a': '' }),
  },
  fails: {
    'the row is gone for the other side alone': [when(ofA(), { me: unchanged, 'me a': '1', a: 'mate' }), 'a: mate me'],
    'the row is gone for another member alone': [when(ofGroup(), { me: unchanged, mate: 'a' }), 'mate: a g'],
  },
  doesNotCount: {
    'nothing shows on either side': when(ofA(), { me: unchanged, 'me a': '1' }),
    'a row that keeps its place says nothing by itself': when(ofA(), { me: unchanged }).usually('last', 'visible'),
    'both sides have changed': when(ofA(), { me: 'g b' }).settled().see({ a: 'mate' }).knowing({ usual: new Map() }),
  },
});

checkTable('other-participants-untouched', {
  passes: {
    'the list of the other side is as it was': when(ofA(), { a: 'mate me' }),
    'the list of another member is as it was': when(ofGroup(), { mate: 'a g' }),
    'after a permanent deletion, all but the row of the pair is as it was': when(ofA(forGood), { a: 'me mate' }),
  },
  fails: {
    'the other side has lost the row too': [when(ofA(), { me: 'g b', a: 'mate' }), 'a: mate me'],
    'the row of another member has moved': [when(ofGroup(), { me: 'b a', mate: 'g a' }), 'mate: a g'],
  },
  doesNotCount: {
    'the row of the pair has gone with a deletion': when(ofA(forGood), { me: 'g b' }).knowing({
      usual: new Map(),
    }),
  },
});

checkTable('bystanders-untouched', {
  passes: {
    'the list of a user outside the conversation is as it was': when(ofA(), { b: 'me' }),
    'what a user outside the conversation reads is as it was': when(ofGroup(), { 'b me': '2' }),
  },
  fails: {
    'a user outside the conversation has lost a row': [when(ofA(), { me: 'g b', b: '' }), 'b: me'],
    'a row of a user outside the conversation has moved': [when(ofA(), { me: 'g b', mate: 'g a' }), 'mate: a g'],
  },
  doesNotCount: {
    'the list was empty before': begin().later().see({ b: '' }).reset(ofA()).see({ b: '' }),
  },
});
