import { checkTable } from '../testing/check-table.ts';
import { begin, confirmed, forGood, ofA, ofGroup, refused, rest, unchanged, when } from '../testing/trace-builder.ts';

checkTable('refused-changed-nothing', {
  passes: {
    'the list is as it was': when(ofA(), { me: unchanged }, refused()),
    'the messages are there': when(ofA(), { 'me a': '1' }, refused(400)),
    'a 200 that says success: false is a refusal': when(ofA(), { me: unchanged }, confirmed({ success: false })),
    'an acting user whom nobody knows': when(ofGroup({ onBehalfOf: 'unknown' }), { me: unchanged }, refused(404)),
    'a refusal before another one shares its observation': begin()
      .reset(ofA({ body: 'malformed' }), refused(400))
      .reset(ofA({ apikey: 'absent' }), refused(401))
      .see({ me: unchanged }),
  },
  fails: {
    'the row has gone': [when(ofA(), { me: rest }, refused()), `me: ${unchanged}`],
    'the messages have gone': [when(ofA(), { me: unchanged, 'me a': '' }, refused()), 'me a: 1'],
    'what was deleted is back': [
      when(ofA(forGood), { 'me a': '' }).reset(ofA(), refused()).see({ 'me a': '1' }),
      'me a:',
    ],
  },
  doesNotCount: {
    'it was confirmed': when(ofA(), { me: rest }),
    'an error of the server may have happened': when(ofA(), { me: rest }, refused(500)),
    'a success of another form may have happened': when(ofA(), { me: rest }, refused(202)),
    'only others looked': when(ofA(), { b: 'me' }, refused()),
    'the key was missing': when(ofA({ apikey: 'absent' }), { me: unchanged }, refused(401)),
  },
});
