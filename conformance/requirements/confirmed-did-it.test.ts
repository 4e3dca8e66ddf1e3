import { checkTable } from '../testing/check-table.ts';
import { begin, keep, ofA, ofGroup, rest, unanswered, unchanged, when } from '../testing/trace-builder.ts';

checkTable('confirmed-did-it', {
  passes: {
    'the row has gone, as rows do': when(ofA(), { me: 'g b' }),
    'the messages have gone, as messages do': when(ofGroup(keep), { me: unchanged, 'me g': '' }),
  },
  fails: {
    'the place is kept as asked, all messages are there': [when(ofA(keep), { me: unchanged, 'me a': '1' }), 'me a:'],
    'the list is as it was': [when(ofA(), { me: unchanged }), 'me: g b'],
    'one of two at once has no effect': [begin().together(ofGroup(), ofA()).see({ me: 'g b' }), 'me: b'],
    'it comes undone': [when(ofA(), { me: rest }).later().see({ me: unchanged }), `me: ${rest}`],
    'a later message is lost': [when(ofA(), { me: 'g b', 'me a': '' }).send('a', 'me').see({ 'me a': '' }), 'me a: 5'],
  },
  doesNotCount: {
    'where whole seconds decide which messages are hidden': when(ofA(keep), { me: unchanged, 'me a': '1' }).usually(
      'removed',
      'part',
    ),
    'nothing has come since a reset that may have happened': when(ofA(), { me: unchanged }, unanswered)
      .reset(ofA())
      .see({ me: unchanged }),
    'rows go, and nobody looked at the list': when(ofA(), { 'me a': '1' }).usually('removed', 'visible'),
    'the row may stand where it goes, and nobody read the messages': when(ofA(), { me: unchanged }).usually(
      'last',
      'hidden',
    ),
    'resets of this target do not show': when(ofA(), { me: unchanged }).usually('kept', 'visible'),
    'a row stays within the list': when(ofGroup(), { me: unchanged }).usually('first', 'visible'),
    'only some of the effect is there': when(ofA(), { me: 'g b', 'me a': '1' }),
  },
});
