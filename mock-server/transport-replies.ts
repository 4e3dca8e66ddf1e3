import type { HttpReply } from './http-message.ts';
import { errorObject, errorReply } from './refusal.ts';

/** Answers to what never reaches a handler, and to a handler that fails. */
export const transportReplies = {
  notHttp: refusal(400, 'The request is not HTTP.'),
  missingHost: refusal(400, 'The header Host is missing.'),
  twoHosts: refusal(400, 'The header Host may stand there only once.'),
  tooSlow: refusal(408, 'The request took too long to arrive.'),
  bodyTooLarge: refusal(413, 'The body is larger than 10 KB.'),
  unknownExpectation: refusal(417, 'The only expectation that is met is 100-continue.'),
  headersTooLarge: refusal(431, 'The headers are too large.'),
  handlerFailed: errorReply(500, errorObject('ERR_INTERNAL', 'The mock server failed; its log says how.')),
};

function refusal(status: number, message: string): HttpReply {
  return errorReply(status, errorObject('ERR_BAD_REQUEST', message));
}
