import { begin, ofA, ofGroup, refused } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { falseDeletesNoneForOthers, groupResetDeletesNoneForOthers } from './deletes-none-for-others.ts';

const rest = ['group:g', 'user:b'];

checkTable(falseDeletesNoneForOthers, {
  passes: {
    'the other side reads every message': begin().reset(ofA()).reads('a', 'user:me', [1]),
    'left out means false, as was found': begin()
      .reset(ofA({ deleteMessagesPermanently: 'absent' }))
      .reads('a', 'user:me', [1]),
  },
  fails: {
    'the other side has lost its messages': [
      begin().reset(ofA()).list('me', rest).reads('a', 'user:me', []),
      { of: 'messages', owner: 'a', before: ['message 1'], expected: ['message 1'], seen: [] },
    ],
    'the other side has lost one of two': [
      begin().send('me', 'user:a').reset(ofA()).list('me', rest).reads('a', 'user:me', [1]),
      { of: 'messages', owner: 'a', expected: ['message 1', 'message 5'] },
    ],
  },
  doesNotCount: {
    'the deletion was permanent': begin()
      .reset(ofA({ deleteMessagesPermanently: 'true' }))
      .reads('a', 'user:me', []),
    'left out may mean either': begin()
      .knowing({ omittedIsPermanent: { preserved: undefined, free: undefined } })
      .reset(ofA({ deleteMessagesPermanently: 'absent' }))
      .list('me', rest),
    'it was refused': begin().reset(ofA(), refused()).reads('a', 'user:me', [1]),
    'the acting user looked': begin().reset(ofA()).list('me', rest).reads('me', 'user:a', []),
    'the other side looked at another conversation': begin().reset(ofA()).reads('a', 'user:mate', [4]),
    'it was a group': begin().reset(ofGroup()).reads('mate', 'group:g', [3]),
  },
});

checkTable(groupResetDeletesNoneForOthers, {
  passes: {
    'another member reads every message': begin().reset(ofGroup()).reads('mate', 'group:g', [3]),
    'a field of the other call deletes nothing': begin()
      .reset(ofGroup({ extra: { deleteMessagesPermanently: true } }))
      .reads('mate', 'group:g', [3]),
  },
  fails: {
    'another member has lost the messages': [
      begin().reset(ofGroup()).list('me', ['user:b', 'user:a']).reads('mate', 'group:g', []),
      { of: 'messages', owner: 'mate', expected: ['message 3'], seen: [] },
    ],
  },
  doesNotCount: {
    'the acting user looked': begin().reset(ofGroup()).list('me', ['user:b', 'user:a']).reads('me', 'group:g', []),
    'it was no group': begin().reset(ofA()).reads('a', 'user:me', [1]),
    'it was refused': begin().reset(ofGroup(), refused()).reads('mate', 'group:g', [3]),
  },
});
