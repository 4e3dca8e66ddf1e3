import { begin, keep, ofA, ofGroup, refused } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { nothingDoubledOrLost, restKeepsOrder } from './rest-of-the-list.ts';

const before = 'g b a';

checkTable(restKeepsOrder, {
  passes: {
    'the others stand as they stood': begin().reset(ofA()).see({ me: 'g b' }),
    'wherever the row goes': begin().knowing({ usual: new Map() }).reset(ofA()).see({ me: 'a g b' }),
    'and where it keeps its place': begin().reset(ofGroup(keep)).see({ me: before }),
  },
  fails: {
    'two others have changed places': [begin().reset(ofA()).see({ me: 'b g' }), 'me: g b'],
    'two others have changed places with preserveOrder': [
      begin().reset(ofA(keep)).see({ me: 'b g a' }),
      `me: ${before}`,
    ],
    'a message has moved other rows': [begin().send('a', 'me').see({ me: 'a b g' }), { of: 'list', owner: 'me' }],
  },
  doesNotCount: {
    'a list of two has no order but its own': begin('b a').reset(ofA()).see({ me: 'b' }),
    'it was refused': begin().reset(ofA(), refused()).see({ me: before }),
    'a row is lost': begin().reset(ofA()).see({ me: 'g' }),
    'somebody else looked': begin().reset(ofA()).see({ mate: 'a g' }),
  },
});

checkTable(nothingDoubledOrLost, {
  passes: {
    'the others are there': begin().reset(ofA()).see({ me: 'g b' }),
    'a list of two is enough': begin('b a').reset(ofA()).see({ me: 'b' }),
    'the messages of the others are there': begin()
      .reset(ofGroup())
      .see({ 'me b': [2] }),
  },
  fails: {
    'another row is lost': [begin().reset(ofA()).see({ me: 'g' }), 'me: g b'],
    'a row has appeared': [
      begin().reset(ofA()).see({ me: 'g b mate' }),
      { of: 'list', owner: 'me', seen: ['group:g', 'user:b', 'user:mate'] },
    ],
    'a row stands there twice': [
      begin().reset(ofA()).see({ me: 'g b g' }),
      { of: 'list', owner: 'me', seen: ['group:g', 'user:b', 'group:g'] },
    ],
    'its own row stands there twice': [begin().reset(ofA()).see({ me: 'a g b a' }), { of: 'list', owner: 'me' }],
    'messages of another conversation are lost': [begin().reset(ofGroup()).see({ me: 'b a', 'me b': [] }), 'me b: 2'],
    'a message of another conversation can be read': [
      begin()
        .reset(ofA())
        .see({ me: 'g b', 'me b': [2, 1] }),
      'me b: 2',
    ],
    'a message makes a row appear that it is not of': [
      begin().send('a', 'me').see({ me: 'a g b mate' }),
      { of: 'list', owner: 'me' },
    ],
  },
  doesNotCount: {
    'a list of one has no others': begin('a').reset(ofA()).see({ me: '' }),
    'it was refused': begin().reset(ofA(), refused()).see({ me: before }),
    'a text that the suite did not send': begin()
      .reset(ofA())
      .see({ 'me a': ['a has left'] }),
    'only messages came': begin().send('a', 'me').see({ me: 'a g b' }),
  },
});
