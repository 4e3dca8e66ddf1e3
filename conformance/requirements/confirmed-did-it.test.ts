import { checkTable, fails, passes, skips } from '../testing/check-table.ts';
import { begin, keep, ofA, ofGroup, rest, unanswered, unchanged, when } from '../testing/trace-builder.ts';

checkTable('confirmed-did-it', {
  'the row has gone, as rows do': passes(when(ofA(), { me: 'g b' })),
  'the messages have gone, as messages do': passes(when(ofGroup(keep), { me: unchanged, 'me g': '' })),
  'the place is kept as asked, all messages are there': fails(when(ofA(keep), { me: unchanged, 'me a': '1' }), 'me a:'),
  'the row stands where it goes, all messages are there': fails(
    when(ofGroup(), { me: unchanged, 'me g': '3' }).usually('first', 'hidden'),
    'me g:',
  ),
  'the list is as it was': fails(when(ofA(), { me: unchanged }), 'me: g b'),
  'one of two at once has no effect': fails(begin().together(ofGroup(), ofA()).see({ me: 'g b' }), 'me: b'),
  'it comes undone': fails(when(ofA(), { me: rest }).later().see({ me: unchanged }), `me: ${rest}`),
  'a new message is lost': fails(when(ofA(), { me: 'g b', 'me a': '' }).send('a', 'me').see({ 'me a': '' }), 'me a: 5'),
  'where whole seconds decide what is hidden': skips(
    when(ofA(keep), { me: unchanged, 'me a': '1' }).usually('removed', 'part'),
  ),
  'nothing has come since a reset that may have happened': skips(
    when(ofA(), { me: unchanged }, unanswered).reset(ofA()).see({ me: unchanged }),
  ),
  'rows go, and nobody looked at the list': skips(when(ofA(), { 'me a': '1' }).usually('removed', 'visible')),
  'the row may stand where it goes, and nobody read': skips(when(ofA(), { me: unchanged }).usually('last', 'hidden')),
  'resets of this target do not show': skips(when(ofA(), { me: unchanged }).usually('kept', 'visible')),
  'a row stays within the list': skips(when(ofGroup(), { me: unchanged }).usually('first', 'visible')),
  'only some of the effect is there': skips(when(ofA(), { me: 'g b', 'me a': '1' })),
});
