import { begin, ofA, ofB, ofGroup, refused, unanswered } from '../judgement/trace-builder.ts';
import type { Reset } from '../scenario/scenario.ts';
import { checkTable } from './check-table.ts';
import { groupOrderKept, orderKeptWithPermanentDeletion, userOrderKept } from './order-kept.ts';
import type { Requirement } from './requirement.ts';

const before = ['group:g', 'user:b', 'user:a'];
const keep = { preserveOrder: 'true' } as const;
const permanently = { ...keep, deleteMessagesPermanently: 'true' } as const;

/** The rows of each of them: one reset of a row in the middle that it is about, and some that it is not about. */
function tableOf(requirement: Requirement, own: Reset, others: Readonly<Record<string, Reset>>): void {
  const row = `${own.conversation.kind}:${own.conversation.id}`;
  const rest = before.filter((one) => one !== row);
  const inMiddle = [rest[0] ?? '', row, rest[1] ?? ''];
  const list = (...rows: readonly string[]) => begin(rows);
  checkTable(requirement, {
    passes: {
      'the row stands where it stood': list(...inMiddle)
        .reset(own)
        .list('me', inMiddle),
      'the last one too': list(...rest, row)
        .reset(own)
        .list('me', [...rest, row]),
      'sent together with a reset of another user': list(...inMiddle)
        .together({ ...own, actor: 'mate', conversation: { kind: 'user', id: 'a' } }, own)
        .list('me', inMiddle),
    },
    fails: {
      'the row has gone to the end': [
        list(row, ...rest)
          .reset(own)
          .list('me', [...rest, row]),
        { of: 'list', owner: 'me', before: [row, ...rest], expected: [row, ...rest], seen: [...rest, row] },
      ],
      'the row has gone to the top': [
        list(...inMiddle)
          .reset(own)
          .list('me', [row, ...rest]),
        { of: 'list', owner: 'me', expected: inMiddle },
      ],
      'the row has left the list': [
        list(...inMiddle)
          .reset(own)
          .list('me', rest),
        { of: 'list', owner: 'me', expected: inMiddle, seen: rest },
      ],
      'the row has left a list of one': [
        list(row).reset(own).list('me', []),
        { of: 'list', owner: 'me', expected: [row], seen: [] },
      ],
    },
    doesNotCount: {
      'the first row could hardly have moved': list(row, ...rest)
        .reset(own)
        .list('me', [row, ...rest]),
      'a row of two could hardly have moved': list(rest[0] ?? '', row)
        .reset(own)
        .list('me', [rest[0] ?? '', row]),
      'it was refused': list(...inMiddle)
        .reset(own, refused())
        .list('me', inMiddle),
      'no answer came': list(...inMiddle)
        .reset(own, unanswered)
        .list('me', inMiddle),
      'another row has moved': list(...rest, row)
        .reset(own)
        .list('me', [...rest.toReversed(), row]),
      'the row was not in the list, and may have been made': list(...rest)
        .reset(own)
        .list('me', [row, ...rest]),
      'a message came before anybody looked, which raises the row': list(...inMiddle)
        .send(
          own.conversation.kind === 'user' ? own.conversation.id : 'mate',
          own.conversation.kind === 'user' ? 'user:me' : row,
        )
        .reset(own)
        .list('me', [row, ...rest]),
      'the list was not looked at': list(...inMiddle)
        .reset(own)
        .reads('me', row, []),
      ...Object.fromEntries(
        Object.entries(others).map(([what, other]) => [
          what,
          list(...inMiddle)
            .reset(other)
            .list('me', inMiddle),
        ]),
      ),
    },
  });
}

const free = { 'it says false': ofB(), 'it leaves the field out': ofB({ preserveOrder: 'absent' }) };
const mayBeFree = {
  'a wrong type may mean false': ofB({ ...keep, wrongTypes: { preserveOrder: 'true' } }),
  'a body that is no JSON may mean nothing': ofB({ ...keep, body: 'malformed' }),
};

tableOf(userOrderKept, ofB(keep), { ...mayBeFree, 'of a group': ofGroup(keep), 'a permanent one': ofB(permanently) });
tableOf(groupOrderKept, ofGroup(keep), { 'of a user': ofA(keep), 'a permanent one': ofB(permanently) });
tableOf(orderKeptWithPermanentDeletion, ofB(permanently), { 'not permanent': ofB(keep), 'of a group': ofGroup(keep) });

checkTable(userOrderKept, {
  passes: {},
  fails: {},
  doesNotCount: Object.fromEntries(
    Object.entries(free).map(([what, reset]) => [
      what,
      begin().reset(reset).list('me', ['group:g', 'user:a', 'user:b']),
    ]),
  ),
});
