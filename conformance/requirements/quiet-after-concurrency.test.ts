import { send } from '../plan/world.ts';
import { toUser } from '../scenario/scenario.ts';
import { checkTable } from '../testing/check-table.ts';
import { begin, ofA, ofGroup } from '../testing/trace-builder.ts';

checkTable('quiet-after-concurrency', {
  passes: {
    'a reset and a message elsewhere at once, and both have happened': begin()
      .together(ofA(), send('b', toUser('me')))
      .see({ me: 'b g' }),
    'a reset and a message at once, in either order': begin()
      .together(ofA(), send('a', toUser('me')))
      .see({ me: 'a g b', 'me a': '5' }),
  },
  // What goes wrong is found by the other requirements, and reported here where it needs requests sent at once.
  doesNotCount: {
    'one after the other': begin().reset(ofGroup()).reset(ofA()).see({ me: 'b' }),
    'a row is lost': begin().together(ofGroup(), ofA()).see({ me: '' }),
    'nobody looked': begin().together(ofGroup(), ofA()),
    'only messages at once': begin()
      .together(send('a', toUser('me')), send('b', toUser('me')))
      .see({ me: 'b a g' }),
  },
});
