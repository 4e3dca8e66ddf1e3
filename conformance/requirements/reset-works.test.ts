import { reset } from '../plan/world.ts';
import { type Reset, toUser } from '../scenario/scenario.ts';
import { checkTable } from '../testing/check-table.ts';
import { answered } from '../testing/sample-replies.ts';
import type { TraceBuilder } from '../testing/trace-builder.ts';
import { begin, confirmed, forGood, ofA, ofGroup, refused, unanswered, when } from '../testing/trace-builder.ts';

/** The rows of each of them, given its own kind of reset and the other one. */
function tableOf(id: string, of: (settings?: Parameters<typeof ofA>[0]) => Reset, other: Reset): void {
  const refusing = (settings: Parameters<typeof ofA>[0]): TraceBuilder => begin().reset(of(settings), refused());
  const [from, to] = other.conversation.kind === 'group' ? ['a', 'user:me'] : ['mate', 'group:g'];
  checkTable(id, {
    passes: {
      'it is confirmed': begin().reset(of()),
      'it is confirmed where another request was refused before': begin()
        .reset(of({ extra: { colour: 'red' } }), refused())
        .reset(of()),
      'a message has come since a reset that got no answer': when(of(), { me: 'g b a' }, unanswered)
        .send(from, to)
        .reset(of()),
    },
    fails: {
      'it is refused': [refusing({}), '200, data.success true, not 403 {}'],
      'it is refused with 200, success: false': [begin().reset(of(), confirmed({ success: false })), { of: 'answer' }],
      'it is an error of the server': [begin().reset(of(), refused(500)), { of: 'answer', seen: '500 {}' }],
      'it is longer than anybody reads': [
        begin().reset(of(), () => ({ ...answered(200, {}), cut: true })),
        { of: 'answer', seen: '200 {}… and more than is read of an answer' },
      ],
      'it is refused in another spelling': [refusing({ wire: ['escaped'] }), { of: 'answer' }],
      'it is refused once a message has come since the last reset': [
        begin().reset(of(), unanswered).send(from, to).reset(of(), refused()),
        { of: 'answer' },
      ],
    },
    doesNotCount: {
      'a success of another form is judged by its effect': begin().reset(of(), refused(204)),
      'the other kind is another requirement': begin().reset(other, refused()),
      'the key was missing': refusing({ apikey: 'absent' }),
      'chunked may be refused': refusing({ wire: ['chunked'] }),
      'an id in capitals may be refused': refusing({ wire: ['capital-path'] }),
      'a wrong type may be refused': refusing({ wrongTypes: { preserveOrder: 1 } }),
      'a request without a body may be refused': refusing({ body: 'none' }),
      'the row was not in the list': begin('b').reset(of(), refused()),
      'nothing has come since the last reset': begin().reset(of(), unanswered).reset(of(), refused()),
      'others were sent at the same time': begin().together([of(), refused()], [other, refused()]),
    },
  });
}

tableOf('user-reset-works', ofA, ofGroup());
tableOf('group-reset-works', ofGroup, ofA());

const form = 'path-peer';
checkTable('user-reset-works', {
  passes: { 'in an accepted form': begin().reset(ofA({ form })) },
  fails: {
    'it is refused in an accepted form': [begin().reset(ofA({ form }), refused()), { of: 'answer' }],
    'it is refused where it may mean several things, each of them a reset': [
      begin()
        .knowing({ omittedIsPermanent: new Map() })
        .reset(ofA({ deleteMessagesPermanently: 'absent' }), refused()),
      { of: 'answer' },
    ],
  },
  doesNotCount: {
    'the form is not accepted': begin()
      .knowing({ forms: ['path-actor'] })
      .reset(ofA({ form }), refused()),
    'three users are named': begin().reset(ofA({ path: 'b' }), refused()),
    'the row may still go, as the other side has deleted': begin()
      .reset(reset('a', toUser('me'), forGood), unanswered)
      .send('a', 'me')
      .reset(ofA(), refused()),
  },
});
