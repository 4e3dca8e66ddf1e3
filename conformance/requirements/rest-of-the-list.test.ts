import { reset } from '../plan/world.ts';
import { toGroup } from '../scenario/scenario.ts';
import { checkTable } from '../testing/check-table.ts';
import { begin, ofA, ofGroup, when } from '../testing/trace-builder.ts';

checkTable('rest-keeps-order', {
  passes: {
    'the others stand as they stood': when(ofA(), { me: 'g b' }),
    'wherever the row goes': when(ofA(), { me: 'a g b' }).knowing({ usual: new Map() }),
  },
  fails: {
    'two others have changed places': [when(ofA(), { me: 'b g' }), 'me: g b'],
    'a message has moved other rows': [begin().send('a', 'me').see({ me: 'a b g' }), { of: 'list', owner: 'me' }],
  },
  doesNotCount: {
    'a list of two has no order but its own': begin('b a').reset(ofA()).see({ me: 'b' }),
    'a row is lost': when(ofA(), { me: 'g' }),
  },
});

checkTable('nothing-doubled-or-lost', {
  passes: {
    'the others are there': when(ofA(), { me: 'g b' }),
    'a list of two is enough': begin('b a').reset(ofA()).see({ me: 'b' }),
    'the messages of the others are there': when(ofGroup(), { 'me b': '2' }),
  },
  fails: {
    'another row is lost': [when(ofA(), { me: 'g' }), 'me: g b'],
    'another row is lost, and somebody else has reset a group since': [
      begin()
        .reset(ofA())
        .reset(reset('mate', toGroup('g')))
        .see({ me: 'b' }),
      'me: g b',
    ],
    'a row has appeared': [
      when(ofA(), { me: 'g b mate' }),
      { of: 'list', owner: 'me', seen: ['group:g', 'user:b', 'user:mate'] },
    ],
    'its own row stands there twice': [when(ofA(), { me: 'a g b a' }), { of: 'list', owner: 'me' }],
    'a message of another conversation can be read': [when(ofA(), { me: 'g b', 'me b': '2 1' }), 'me b: 2'],
  },
  doesNotCount: {
    'a list of one has no others': begin('a').reset(ofA()).see({ me: '' }),
    'a text that the suite did not send': when(ofA(), { 'me a': ['a has left'] }),
    'there was nothing to read': when(ofA(), { 'me mate': '' }),
    'only messages came': begin().send('a', 'me').see({ me: 'a g b' }),
  },
});
