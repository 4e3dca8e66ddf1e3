import { member } from '../../fixtures/plain-data.ts';
import type { Answered, WireReply } from '../target/http-client.ts';

/** An answer in JSON. */
export const answered = (status: number, json: unknown = {}): Answered => ({
  kind: 'answered',
  status,
  contentType: 'application/json',
  text: JSON.stringify(json),
  data: member(json, 'data'),
});

/** No answer at all. */
export const lost: WireReply = { kind: 'lost', why: 'other side closed' };
