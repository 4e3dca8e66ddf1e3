import { begin, forGood, ofA, ofGroup, refused } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { falseDeletesNoneForOthers, groupResetDeletesNoneForOthers } from './deletes-none-for-others.ts';

const rest = 'g b';

checkTable(falseDeletesNoneForOthers, {
  passes: {
    'the other side reads every message': begin()
      .reset(ofA())
      .see({ 'a me': [1] }),
    'left out means false, as was found': begin()
      .reset(ofA({ deleteMessagesPermanently: 'absent' }))
      .see({ 'a me': [1] }),
  },
  fails: {
    'the other side has lost its messages': [begin().reset(ofA()).see({ me: rest, 'a me': [] }), 'a me: 1'],
    'the other side has lost one of two': [
      begin()
        .send('me', 'a')
        .reset(ofA())
        .see({ me: rest, 'a me': [1] }),
      'a me: 1 5',
    ],
  },
  doesNotCount: {
    'the deletion was permanent': begin().reset(ofA(forGood)).see({ 'a me': [] }),
    'left out may mean either': begin()
      .knowing({ omittedIsPermanent: { preserved: undefined, free: undefined } })
      .reset(ofA({ deleteMessagesPermanently: 'absent' }))
      .see({ me: rest }),
    'it was refused': begin()
      .reset(ofA(), refused())
      .see({ 'a me': [1] }),
    'the acting user looked': begin().reset(ofA()).see({ me: rest, 'me a': [] }),
    'the other side looked at another conversation': begin()
      .reset(ofA())
      .see({ 'a mate': [4] }),
    'it was a group': begin()
      .reset(ofGroup())
      .see({ 'mate g': [3] }),
  },
});

checkTable(groupResetDeletesNoneForOthers, {
  passes: {
    'another member reads every message': begin()
      .reset(ofGroup())
      .see({ 'mate g': [3] }),
    'a field of the other call deletes nothing': begin()
      .reset(ofGroup({ extra: { deleteMessagesPermanently: true } }))
      .see({ 'mate g': [3] }),
  },
  fails: {
    'another member has lost the messages': [begin().reset(ofGroup()).see({ me: 'b a', 'mate g': [] }), 'mate g: 3'],
  },
  doesNotCount: {
    'the acting user looked': begin().reset(ofGroup()).see({ me: 'b a', 'me g': [] }),
    'it was no group': begin()
      .reset(ofA())
      .see({ 'a me': [1] }),
    'it was refused': begin()
      .reset(ofGroup(), refused())
      .see({ 'mate g': [3] }),
  },
});
