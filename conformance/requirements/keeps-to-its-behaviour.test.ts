import { reset, send } from '../plan/world.ts';
import { toUser } from '../scenario/conversations.ts';
import { checkTable, fails, passes, skips } from '../testing/check-table.ts';
import { begin, forGood, ofA, ofGroup, rest, unchanged, when } from '../testing/trace-builder.ts';

checkTable('keeps-to-its-behaviour', {
  'the row has gone, as rows do': passes(when(ofA(), { me: rest })),
  'the row is last, as rows are': passes(when(ofGroup(), { me: 'b a g' }).usually('last', 'visible')),
  'a place that a tie of whole seconds explains': passes(when(ofGroup(), { me: 'b g a' }).usually('last', 'visible')),
  'messages of which whole seconds decide': passes(when(ofA(), { me: rest, 'me a': '1' }).usually('removed', 'part')),
  'a place among rows that may have moved': passes(
    begin().wait().usually('last', 'visible').reset(ofA()).see({ me: 'g a b' }),
  ),
  'a place that something sent together with it explains': passes(
    begin()
      .wait()
      .usually('last', 'visible')
      .together(ofA(), send('b', toUser('mate')))
      .see({ me: unchanged }),
  ),
  'the row goes, and rows stay': fails(when(ofA(), { me: rest }).usually('last', 'visible'), 'me: g b a'),
  'the row goes, and rows come first': fails(when(ofA(), { me: rest }).usually('first', 'visible'), 'me: a g b'),
  'the row stays, and rows go': fails(when(ofA(), { me: 'a g b' }), `me: ${rest}`),
  'the row is elsewhere, though each reset had a second of its own': fails(
    begin().wait().usually('last', 'visible').reset(ofA()).see({ me: 'a g b' }),
    { of: 'list', owner: 'me' },
  ),
  'the messages stay, and messages go': fails(when(ofA(), { me: rest, 'me a': '1' }), 'me a:'),
  'the messages go, and messages stay': fails(
    when(ofA(), { me: rest, 'me a': '' }).usually('removed', 'visible'),
    'me a: 1',
  ),
  'no effect at all is another requirement': skips(when(ofA(), { me: 'g b a' })),
  'a row has gone that was to be kept': skips(when(ofA({ preserveOrder: 'true' }), { me: rest })),
  'the row was not in the list': skips(begin(rest).reset(ofA()).see({ me: rest })),
  'the other side has just deleted the messages, which may take the row': skips(
    begin()
      .usually('last', 'visible')
      .reset(reset('a', toUser('me'), forGood))
      .see({ me: 'g b a' })
      .reset(ofA())
      .see({ me: rest }),
  ),
});
