import { begin, confirmed, forGood, ofA, ofGroup, refused, unanswered } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { refusedChangedNothing } from './refused-changed-nothing.ts';

const unchanged = 'g b a';
const rest = 'g b';

checkTable(refusedChangedNothing, {
  passes: {
    'the list is as it was': begin().reset(ofA(), refused()).see({ me: unchanged }),
    'the messages are there': begin()
      .reset(ofA(), refused(400))
      .see({ 'me a': [1] }),
    'a 200 that says success: false is a refusal': begin()
      .reset(ofA(), confirmed({ success: false }))
      .see({ me: unchanged }),
    'an acting user whom nobody knows': begin()
      .reset(ofGroup({ onBehalfOf: 'unknown' }), refused(404))
      .see({ me: unchanged }),
    'a refusal before another one shares its look': begin()
      .reset(ofA({ body: 'malformed' }), refused(400))
      .reset(ofA({ apikey: 'absent' }), refused(401))
      .see({ me: unchanged }),
  },
  fails: {
    'the row has gone': [begin().reset(ofA(), refused()).see({ me: rest }), `me: ${unchanged}`],
    'the messages have gone': [begin().reset(ofA(), refused()).see({ me: unchanged, 'me a': [] }), 'me a: 1'],
    'the row of another user has moved': [begin().reset(ofGroup(), refused()).see({ mate: 'g a' }), 'mate: a g'],
    'what was deleted is back': [
      begin()
        .reset(ofA(forGood))
        .see({ me: rest, 'me a': [] })
        .reset(ofA(), refused())
        .see({ 'me a': [1] }),
      'me a:',
    ],
    'what was hidden is back': [
      begin()
        .reset(ofA())
        .see({ me: rest, 'me a': [] })
        .reset(ofA(), refused())
        .see({ 'me a': [1] }),
      'me a:',
    ],
  },
  doesNotCount: {
    'it was confirmed': begin().reset(ofA()).see({ me: rest }),
    'no answer came': begin().reset(ofA(), unanswered).see({ me: unchanged }),
    'an error of the server may have happened': begin().reset(ofA(), refused(500)).see({ me: rest }),
    'a success of another form may have happened': begin().reset(ofA(), refused(202)).see({ me: rest }),
    'only others looked': begin().reset(ofA(), refused()).see({ b: 'me' }),
    'the key was missing': begin()
      .reset(ofA({ apikey: 'absent' }), refused(401))
      .see({ me: unchanged }),
    'nobody looked': begin().reset(ofA(), refused()),
  },
});
