import { begin, ofA, ofGroup, refused } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { nothingDoubledOrLost, restKeepsOrder } from './rest-of-the-list.ts';

const before = ['group:g', 'user:b', 'user:a'];

checkTable(restKeepsOrder, {
  passes: {
    'the others stand as they stood': begin().reset(ofA()).list('me', ['group:g', 'user:b']),
    'wherever the row goes': begin()
      .knowing({ usual: new Map() })
      .reset(ofA())
      .list('me', ['user:a', 'group:g', 'user:b']),
    'and where it keeps its place': begin()
      .reset(ofGroup({ preserveOrder: 'true' }))
      .list('me', before),
  },
  fails: {
    'two others have changed places': [
      begin().reset(ofA()).list('me', ['user:b', 'group:g']),
      { of: 'list', owner: 'me', before, expected: ['group:g', 'user:b'], seen: ['user:b', 'group:g'] },
    ],
    'two others have changed places with preserveOrder': [
      begin()
        .reset(ofA({ preserveOrder: 'true' }))
        .list('me', ['user:b', 'group:g', 'user:a']),
      { of: 'list', owner: 'me', expected: before },
    ],
    'a message has moved other rows': [
      begin().send('a', 'user:me').list('me', ['user:a', 'user:b', 'group:g']),
      { of: 'list', owner: 'me' },
    ],
  },
  doesNotCount: {
    'a list of two has no order but its own': begin(['user:b', 'user:a']).reset(ofA()).list('me', ['user:b']),
    'it was refused': begin().reset(ofA(), refused()).list('me', before),
    'a row is lost': begin().reset(ofA()).list('me', ['group:g']),
    'somebody else looked': begin().reset(ofA()).list('mate', ['user:a', 'group:g']),
  },
});

checkTable(nothingDoubledOrLost, {
  passes: {
    'the others are there': begin().reset(ofA()).list('me', ['group:g', 'user:b']),
    'a list of two is enough': begin(['user:b', 'user:a']).reset(ofA()).list('me', ['user:b']),
    'the messages of the others are there': begin().reset(ofGroup()).reads('me', 'user:b', [2]),
  },
  fails: {
    'another row is lost': [
      begin().reset(ofA()).list('me', ['group:g']),
      { of: 'list', owner: 'me', expected: ['group:g', 'user:b'], seen: ['group:g'] },
    ],
    'a row has appeared': [
      begin().reset(ofA()).list('me', ['group:g', 'user:b', 'user:mate']),
      { of: 'list', owner: 'me', seen: ['group:g', 'user:b', 'user:mate'] },
    ],
    'a row stands there twice': [
      begin().reset(ofA()).list('me', ['group:g', 'user:b', 'group:g']),
      { of: 'list', owner: 'me', seen: ['group:g', 'user:b', 'group:g'] },
    ],
    'its own row stands there twice': [
      begin().reset(ofA()).list('me', ['user:a', 'group:g', 'user:b', 'user:a']),
      { of: 'list', owner: 'me' },
    ],
    'messages of another conversation are lost': [
      begin().reset(ofGroup()).list('me', ['user:b', 'user:a']).reads('me', 'user:b', []),
      { of: 'messages', owner: 'me', expected: ['message 2'] },
    ],
    'a message of another conversation can be read': [
      begin().reset(ofA()).list('me', ['group:g', 'user:b']).reads('me', 'user:b', [2, 1]),
      { of: 'messages', owner: 'me', expected: ['message 2'] },
    ],
    'a message makes a row appear that it is not of': [
      begin().send('a', 'user:me').list('me', ['user:a', 'group:g', 'user:b', 'user:mate']),
      { of: 'list', owner: 'me' },
    ],
  },
  doesNotCount: {
    'a list of one has no others': begin(['user:a']).reset(ofA()).list('me', []),
    'it was refused': begin().reset(ofA(), refused()).list('me', before),
    'a text that the suite did not send': begin().reset(ofA()).reads('me', 'user:a', ['a has left']),
    'only messages came': begin().send('a', 'user:me').list('me', ['user:a', 'group:g', 'user:b']),
  },
});
