import { reset } from '../plan/world.ts';
import { toUser } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';
import { checkTable, fails, passes, skips } from '../testing/check-table.ts';
import { answered } from '../testing/sample-replies.ts';
import type { TraceBuilder } from '../testing/trace-builder.ts';
import { begin, confirmed, forGood, ofA, ofGroup, refused, unanswered, when } from '../testing/trace-builder.ts';

/** The rows of each of them, given its own kind of reset and the other one. */
function tableOf(id: string, of: (settings?: Parameters<typeof ofA>[0]) => Reset, other: Reset): void {
  const refusing = (settings: Parameters<typeof ofA>[0]): TraceBuilder => begin().reset(of(settings), refused());
  const [from, to] = other.conversation.kind === 'group' ? ['a', 'user:me'] : ['mate', 'group:g'];
  checkTable(id, {
    'it is confirmed': passes(begin().reset(of())),
    'it is confirmed where another request was refused before': passes(
      begin()
        .reset(of({ extra: { colour: 'red' } }), refused())
        .reset(of()),
    ),
    'a message has come since one without answer': passes(
      when(of(), { me: 'g b a' }, unanswered).send(from, to).reset(of()),
    ),
    'it is refused': fails(refusing({}), '200, data.success true, not 403 {}'),
    'it is refused with success: false': fails(begin().reset(of(), confirmed({ success: false })), {
      of: 'answer',
    }),
    'it is an error of the server': fails(begin().reset(of(), refused(500)), { of: 'answer', seen: '500 {}' }),
    'it is refused in another spelling': fails(refusing({ wire: ['escaped'] }), { of: 'answer' }),
    'it is refused once a message has come since the last reset': fails(
      begin().reset(of(), unanswered).send(from, to).reset(of(), refused()),
      { of: 'answer' },
    ),
    'a success of another form is judged by its effect': skips(begin().reset(of(), refused(204))),
    'the answer is longer than anybody reads': skips(begin().reset(of(), () => ({ ...answered(200, {}), cut: true }))),
    'the other kind is another requirement': skips(begin().reset(other, refused())),
    'the key was missing': skips(refusing({ apikey: 'absent' })),
    'chunked may be refused': skips(refusing({ wire: ['chunked'] })),
    'an id in capitals may be refused': skips(refusing({ wire: ['capital-path'] })),
    'a wrong type may be refused': skips(refusing({ wrongTypes: { preserveOrder: 1 } })),
    'a request without a body may be refused': skips(refusing({ body: 'none' })),
    'the row was not in the list': skips(begin('b').reset(of(), refused())),
    'nothing has come since the last reset': skips(begin().reset(of(), unanswered).reset(of(), refused())),
    'others were sent at the same time': skips(begin().together([of(), refused()], [other, refused()])),
  });
}

tableOf('user-reset-works', ofA, ofGroup());
tableOf('group-reset-works', ofGroup, ofA());

const form = 'path-peer';
checkTable('user-reset-works', {
  'in an accepted form': passes(begin().reset(ofA({ form }))),
  'it is refused in an accepted form': fails(begin().reset(ofA({ form }), refused()), { of: 'answer' }),
  'it is refused where it may mean several things, each of them a reset': fails(
    begin()
      .knowing({ omittedIsPermanent: new Map() })
      .reset(ofA({ deleteMessagesPermanently: 'absent' }), refused()),
    { of: 'answer' },
  ),
  'the form is not accepted': skips(
    begin()
      .knowing({ forms: ['path-actor'] })
      .reset(ofA({ form }), refused()),
  ),
  'three users are named': skips(begin().reset(ofA({ path: 'b' }), refused())),
  'the row may still go, as the other side has deleted': skips(
    begin()
      .reset(reset('a', toUser('me'), forGood), unanswered)
      .send('a', 'me')
      .reset(ofA(), refused()),
  ),
});
