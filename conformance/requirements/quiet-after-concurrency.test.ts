import { send } from '../plan/world.ts';
import { toUser } from '../scenario/conversations.ts';
import { checkTable, passes, skips } from '../testing/check-table.ts';
import { begin, ofA, ofGroup } from '../testing/trace-builder.ts';

checkTable('quiet-after-concurrency', {
  'a reset and a message elsewhere at once, and both have happened': passes(
    begin()
      .together(ofA(), send('b', toUser('me')))
      .see({ me: 'b g' }),
  ),
  'a reset and a message at once, in either order': passes(
    begin()
      .together(ofA(), send('a', toUser('me')))
      .see({ me: 'a g b', 'me a': '5' }),
  ),
  // What goes wrong is found by the other requirements, and reported here where it needs requests sent at once.
  'one after the other': skips(begin().reset(ofGroup()).reset(ofA()).see({ me: 'b' })),
  'a row is lost': skips(begin().together(ofGroup(), ofA()).see({ me: '' })),
  'nobody looked': skips(begin().together(ofGroup(), ofA())),
  'only messages': skips(
    begin()
      .together(send('a', toUser('me')), send('b', toUser('me')))
      .see({ me: 'b a g' }),
  ),
});
