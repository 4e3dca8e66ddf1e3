import { reset } from '../plan/world.ts';
import { toGroup } from '../scenario/conversations.ts';
import { checkTable, fails, passes, skips } from '../testing/check-table.ts';
import { begin, ofA, ofGroup, when } from '../testing/trace-builder.ts';

checkTable('rest-keeps-order', {
  'the others stand as they stood': passes(when(ofA(), { me: 'g b' })),
  'wherever the row goes': passes(when(ofA(), { me: 'a g b' }).knowing({ usual: new Map() })),
  'two others have changed places': fails(when(ofA(), { me: 'b g' }), 'me: g b'),
  'a message has moved other rows': skips(begin().send('a', 'me').see({ me: 'a b g' })),
  'a list of two has no order but its own': skips(begin('b a').reset(ofA()).see({ me: 'b' })),
  'a row is lost': skips(when(ofA(), { me: 'g' })),
  'looks at one list differ in their order': skips(when(ofA(), { me: 'g b' }).knowing({ isOrdered: false })),
});

checkTable('nothing-doubled-or-lost', {
  'the others are there': passes(when(ofA(), { me: 'g b' })),
  'a list of two is enough': passes(begin('b a').reset(ofA()).see({ me: 'b' })),
  'the messages of the others are there': passes(when(ofGroup(), { 'me b': '2' })),
  'another row is lost': fails(when(ofA(), { me: 'g' }), 'me: g b'),
  'another row is lost, and somebody else has reset another one since': fails(
    begin()
      .reset(ofA())
      .reset(reset('mate', toGroup('g')))
      .see({ me: 'g' }),
    'me: g b',
  ),
  'a row has appeared': fails(when(ofA(), { me: 'g b mate' }), {
    of: 'list',
    owner: 'me',
    seen: ['group:g', 'user:b', 'user:mate'],
  }),
  'its own row stands there twice': fails(when(ofA(), { me: 'a g b a' }), { of: 'list', owner: 'me' }),
  'a message of another conversation can be read': fails(when(ofA(), { me: 'g b', 'me b': '2 1' }), 'me b: 2'),
  'a list of one has no others': skips(begin('a').reset(ofA()).see({ me: '' })),
  'a text that the suite did not send': skips(when(ofA(), { 'me a': ['a has left'] })),
  'there was nothing to read': skips(when(ofA(), { 'me mate': '' })),
  'only messages came': skips(begin().send('a', 'me').see({ me: 'a g b' })),
});
