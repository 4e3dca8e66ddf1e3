import { checkTable, fails, passes, rowsOf, skips } from '../testing/check-table.ts';
import { answered } from '../testing/sample-replies.ts';
import { begin, confirmed, ofA, ofB, ofGroup, refused } from '../testing/trace-builder.ts';

const done = { data: { success: true, message: 's-me s-a' } };
const answering = (status: number, json: unknown = done) => begin().reset(ofA(), () => answered(status, json));
const typed = (contentType: string, status = 200) =>
  begin().reset(ofA(), (reset) => ({ ...confirmed()(reset), status, contentType }) as ReturnType<typeof answered>);
/** A success of another form was a reset only if the row has gone. */
const andDone = (built: ReturnType<typeof begin>) => built.see({ me: 'g b' });

checkTable('status-200', {
  'a user reset is answered 200': passes(answering(200)),
  'a group reset is answered 200': passes(begin().reset(ofGroup())),
  '200 without success: true, and it was done': passes(andDone(answering(200, {}))),
  '201, and it was done': fails(andDone(answering(201)), 'status 200, not status 201'),
  '204, and it was done': fails(andDone(answering(204, undefined)), 'status 200, not status 204'),
  '202, and nothing has changed': skips(answering(202).see({ me: 'g b a', 'me a': '1' })),
  '202, and it was sent together with another reset': skips(
    andDone(begin().together([ofGroup(), refused()], [ofA(), () => answered(202, done)])),
  ),
  '202, and another reset may have done it': skips(
    andDone(
      begin()
        .reset(ofB(), () => answered(202, done))
        .reset(ofA(), () => answered(202, done)),
    ),
  ),
  'an error of the server, and it was done': fails(
    andDone(begin().reset(ofA(), refused(500))),
    'status 200, not status 500',
  ),
  'a confirmation without a key': skips(begin().reset(ofA({ apikey: 'absent' }))),
});

checkTable('media-type', {
  'application/json': passes(typed('application/json')),
  'in another case, with white space': passes(typed(' Application/JSON ;q=1')),
  'of a wrong status it says no more': passes(andDone(typed('text/plain', 201))),
  ...rowsOf(
    ['text/plain', 'text/json', 'application/json5', 'application/problem+json', 'x; application/json'],
    (type) => [type, fails(typed(type), `Content-Type: application/json, not Content-Type: ${type}`)],
  ),
  'a refusal of a type': skips(begin().reset(ofA(), () => ({ ...answered(403), contentType: 'text/html' }) as never)),
});

checkTable('success-true', {
  true: passes(answering(200)),
  'of a wrong status it says no more': passes(andDone(answering(201, {}))),
  ...rowsOf(['"true"', '1', 'null', '[true]'], (success) => [
    `${success}, and it was done`,
    fails(
      andDone(answering(200, { data: { success: JSON.parse(success) } })),
      `data.success: true, not data.success: ${success}`,
    ),
  ]),
  'false is a refusal': skips(andDone(answering(200, { data: { success: false } })).knowing({ usual: new Map() })),
  'a 200 without effect may be a refusal': skips(answering(200, {}).see({ me: 'g b a' })),
});
