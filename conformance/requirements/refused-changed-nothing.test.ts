import { reset } from '../plan/world.ts';
import { toGroup } from '../scenario/conversations.ts';
import { checkTable, fails, passes, skips } from '../testing/check-table.ts';
import { begin, confirmed, forGood, ofA, ofGroup, refused, rest, unchanged, when } from '../testing/trace-builder.ts';

checkTable('refused-changed-nothing', {
  'the list is as it was': passes(when(ofA(), { me: unchanged }, refused())),
  'the messages are there': passes(when(ofA(), { 'me a': '1' }, refused(400))),
  'a 200 that says success: false is a refusal': passes(when(ofA(), { me: unchanged }, confirmed({ success: false }))),
  'an acting user whom nobody knows': passes(when(ofGroup({ onBehalfOf: 'unknown' }), { me: unchanged }, refused(404))),
  'a refusal before another one shares its observation': passes(
    begin()
      .reset(ofA({ body: 'malformed' }), refused(400))
      .reset(ofA({ apikey: 'absent' }), refused(401))
      .see({ me: unchanged }),
  ),
  'the row has gone': fails(when(ofA(), { me: rest }, refused()), `me: ${unchanged}`),
  'the messages have gone': fails(when(ofA(), { me: unchanged, 'me a': '' }, refused()), 'me a: 1'),
  'what was gone is back': fails(
    when(ofA(forGood), { 'me a': '' }).reset(ofA(), refused()).see({ 'me a': '1' }),
    'me a:',
  ),
  'others lost what it names, whatever was done before': fails(
    begin()
      .reset(ofA())
      .reset(reset('b', toGroup('g')), refused(403))
      .see({ 'mate g': '' }),
    'mate g: 3',
  ),
  'what was done names what others lost': skips(
    begin()
      .reset(ofGroup())
      .reset(reset('b', toGroup('g')), refused(403))
      .see({ 'mate g': '' }),
  ),
  'it was confirmed': skips(when(ofA(), { me: rest })),
  'an error of the server may have happened': skips(when(ofA(), { me: rest }, refused(500))),
  'a success of another form may have happened': skips(when(ofA(), { me: rest }, refused(202))),
  'only others looked': skips(when(ofA(), { b: 'me' }, refused())),
  'the key was missing': skips(when(ofA({ apikey: 'absent' }), { me: unchanged }, refused(401))),
});
