import { begin, keep, ofA, ofGroup, refused, unanswered, usually } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { confirmedDidIt } from './confirmed-did-it.ts';

const unchanged = 'g b a';
const keptAndVisible = usually({ place: 'kept', texts: 'visible' });

checkTable(confirmedDidIt, {
  passes: {
    'the row has gone, as rows do': begin().reset(ofA()).see({ me: 'g b' }),
    'the messages have gone, as messages do': begin().reset(ofGroup(keep)).see({ me: unchanged, 'me g': [] }),
    'beside another one at once': begin().together(ofGroup(keep), ofA()).see({ me: 'g b' }),
  },
  fails: {
    'the list is as it was': [begin().reset(ofA()).see({ me: unchanged }), 'me: g b'],
    'the place is kept as asked, and every message is there': [
      begin()
        .reset(ofA(keep))
        .see({ me: unchanged, 'me a': [1] }),
      'me a: 1',
    ],
    'a message that came since is lost': [
      begin().reset(ofA()).see({ me: 'g b', 'me a': [] }).send('a', 'me').see({ 'me a': [] }),
      'me a: 5',
    ],
  },
  doesNotCount: {
    'nothing has come since the last reset': begin()
      .knowing({ usual: usually({ place: 'kept', texts: 'hidden' }) })
      .reset(ofA(), refused())
      .reset(ofA(), unanswered)
      .reset(ofA())
      .see({ me: unchanged, 'me a': [1] }),
    'resets of this target do not show': begin().knowing({ usual: keptAndVisible }).reset(ofA()).see({ me: unchanged }),
    'nothing is known of such resets': begin().knowing({ usual: new Map() }).reset(ofA()).see({ me: unchanged }),
    'it was refused': begin().reset(ofA(), refused()).see({ me: unchanged }),
    'no answer came': begin().reset(ofA(), unanswered).see({ me: unchanged }),
    'a row stays within the list': begin()
      .knowing({ usual: usually({ place: 'first', texts: 'visible' }) })
      .reset(ofGroup())
      .see({ me: unchanged }),
    'only some of the effect is there': begin()
      .reset(ofA())
      .see({ me: 'g b', 'me a': [1] }),
  },
});
