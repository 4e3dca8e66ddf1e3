import { begin, confirmed, ofA, ofGroup, refused, unanswered } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { refusedChangedNothing } from './refused-changed-nothing.ts';

const unchanged = ['group:g', 'user:b', 'user:a'];
const rest = ['group:g', 'user:b'];

checkTable(refusedChangedNothing, {
  passes: {
    'the list is as it was': begin().reset(ofA(), refused()).list('me', unchanged),
    'the messages are there': begin().reset(ofA(), refused(400)).reads('me', 'user:a', [1]),
    'a 200 that says success: false is a refusal': begin()
      .reset(ofA(), confirmed({ success: false }))
      .list('me', unchanged),
    'an acting user whom nobody knows': begin()
      .reset(ofGroup({ onBehalfOf: 'unknown' }), refused(404))
      .list('me', unchanged),
    'a refusal before another one shares its look': begin()
      .reset(ofA({ body: 'malformed' }), refused(400))
      .reset(ofA({ apikey: 'absent' }), refused(401))
      .list('me', unchanged),
  },
  fails: {
    'the row has gone': [
      begin().reset(ofA(), refused()).list('me', rest),
      { of: 'list', owner: 'me', before: unchanged, expected: unchanged, seen: rest },
    ],
    'the messages have gone': [
      begin().reset(ofA(), refused()).list('me', unchanged).reads('me', 'user:a', []),
      { of: 'messages', owner: 'me', expected: ['message 1'], seen: [] },
    ],
    'the row of another user has moved': [
      begin().reset(ofGroup(), refused()).list('mate', ['group:g', 'user:a']),
      { of: 'list', owner: 'mate', expected: ['user:a', 'group:g'] },
    ],
    'what was deleted is back': [
      begin()
        .reset(ofA({ deleteMessagesPermanently: 'true' }))
        .list('me', rest)
        .reads('me', 'user:a', [])
        .reset(ofA(), refused())
        .reads('me', 'user:a', [1]),
      { of: 'messages', owner: 'me', expected: [] },
    ],
    'what was hidden is back': [
      begin()
        .reset(ofA())
        .list('me', rest)
        .reads('me', 'user:a', [])
        .reset(ofA(), refused())
        .reads('me', 'user:a', [1]),
      { of: 'messages', owner: 'me', expected: [] },
    ],
  },
  doesNotCount: {
    'it was confirmed': begin().reset(ofA()).list('me', rest),
    'no answer came': begin().reset(ofA(), unanswered).list('me', unchanged),
    'an error of the server may have happened': begin().reset(ofA(), refused(500)).list('me', rest),
    'a success of another form may have happened': begin().reset(ofA(), refused(202)).list('me', rest),
    'only others looked': begin().reset(ofA(), refused()).list('b', ['user:me']),
    'the key was missing': begin()
      .reset(ofA({ apikey: 'absent' }), refused(401))
      .list('me', unchanged),
    'nobody looked': begin().reset(ofA(), refused()),
  },
});
