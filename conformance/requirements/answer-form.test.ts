import { checkTable, rowsOf } from '../testing/check-table.ts';
import { answered } from '../testing/sample-replies.ts';
import { begin, confirmed, ofA, ofGroup, refused } from '../testing/trace-builder.ts';

const done = { data: { success: true, message: 's-me s-a' } };
const answering = (status: number, json: unknown = done) => begin().reset(ofA(), () => answered(status, json));
const typed = (contentType: string, status = 200) =>
  begin().reset(ofA(), (reset) => ({ ...confirmed()(reset), status, contentType }) as ReturnType<typeof answered>);
/** A success of another form was a reset only if the row has gone. */
const andDone = (built: ReturnType<typeof begin>) => built.see({ me: 'g b' });

checkTable('status-200', {
  passes: {
    'a user reset is answered 200': answering(200),
    'a group reset is answered 200': begin().reset(ofGroup()),
    '200 without success: true, and it was done': andDone(answering(200, {})),
  },
  fails: {
    '201, and it was done': [andDone(answering(201)), 'status 200, not status 201'],
    '204, and it was done': [andDone(answering(204, undefined)), 'status 200, not status 204'],
  },
  doesNotCount: {
    '202, and nothing has changed': answering(202).see({ me: 'g b a', 'me a': '1' }),
    '202, and it was sent together with another reset': andDone(
      begin().together([ofGroup(), refused()], [ofA(), () => answered(202, done)]),
    ),
    'an error of the server, and it was done': andDone(begin().reset(ofA(), refused(500))),
    'a confirmation without a key': begin().reset(ofA({ apikey: 'absent' })),
  },
});

checkTable('media-type', {
  passes: {
    'application/json': typed('application/json'),
    'in another case, with white space': typed(' Application/JSON ;q=1'),
    'of a wrong status it says no more': andDone(typed('text/plain', 201)),
  },
  fails: rowsOf(
    ['text/plain', 'text/json', 'application/json5', 'application/problem+json', 'x; application/json'],
    (type) => [type, [typed(type), `Content-Type: application/json, not Content-Type: ${type}`]],
  ),
  doesNotCount: {
    'a refusal in another type': begin().reset(ofA(), () => ({ ...answered(403), contentType: 'text/html' }) as never),
  },
});

checkTable('success-true', {
  passes: {
    true: answering(200),
    'of a wrong status it says no more': andDone(answering(201, {})),
  },
  fails: rowsOf(['"true"', '1', 'null', '[true]'], (success) => [
    `${success}, and it was done`,
    [
      andDone(answering(200, { data: { success: JSON.parse(success) } })),
      `data.success: true, not data.success: ${success}`,
    ],
  ]),
  doesNotCount: {
    'false is a refusal': andDone(answering(200, { data: { success: false } })).knowing({ usual: new Map() }),
    'a 200 without effect may be a refusal': answering(200, {}).see({ me: 'g b a' }),
  },
});
