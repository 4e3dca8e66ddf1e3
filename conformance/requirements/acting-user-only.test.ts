import { checkTable, fails, passes, skips } from '../testing/check-table.ts';
import { begin, forGood, keep, ofA, ofGroup, unchanged, when } from '../testing/trace-builder.ts';

// Which change is held against which of them is the table of frame.test.ts.
checkTable('acting-user-only', {
  'the row is gone for who asked': passes(when(ofA(), { me: 'g b' })),
  'the messages are gone for who asked': passes(when(ofA(keep), { me: unchanged, 'me a': '' })),
  'the row is gone for the other side': fails(when(ofA(), { me: unchanged, 'me a': '1', a: 'mate' }), 'a: mate me'),
  'the row is gone for another member': fails(when(ofGroup(), { me: unchanged, mate: 'a' }), 'mate: a g'),
  'nothing shows on either side': skips(when(ofA(), { me: unchanged, 'me a': '1' })),
  'a row that keeps its place says nothing by itself': skips(when(ofA(), { me: unchanged }).usually('last', 'visible')),
  'both sides changed': skips(when(ofA(), { me: 'g b' }).settled().see({ a: 'mate' }).knowing({ usual: new Map() })),
});

checkTable('other-participants-untouched', {
  'the list of the other side is as it was': passes(when(ofA(), { a: 'mate me' })),
  'the list of another member is as it was': passes(when(ofGroup(), { mate: 'a g' })),
  'after a permanent deletion, all but the row of the pair is as it was': passes(when(ofA(forGood), { a: 'me mate' })),
  'the other side has lost the row too': fails(when(ofA(), { me: 'g b', a: 'mate' }), 'a: mate me'),
  'the row of another member has moved': fails(when(ofGroup(), { me: 'b a', mate: 'g a' }), 'mate: a g'),
  'the row of the pair went with a deletion': skips(when(ofA(forGood), { me: 'g b' }).knowing({ usual: new Map() })),
});

checkTable('bystanders-untouched', {
  'the list of a user outside the conversation is as it was': passes(when(ofA(), { b: 'me' })),
  'what a user outside the conversation reads is as it was': passes(when(ofGroup(), { 'b me': '2' })),
  'a user outside the conversation has lost a row': fails(when(ofA(), { me: 'g b', b: '' }), 'b: me'),
  'a row of a user outside the conversation has moved': fails(when(ofA(), { me: 'g b', mate: 'g a' }), 'mate: a g'),
  'the list was empty before': skips(begin().later().see({ b: '' }).reset(ofA()).see({ b: '' })),
});
