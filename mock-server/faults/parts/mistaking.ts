import type { HttpReply, HttpRequest } from '../../http-message.ts';
import type { BrokenServer, NamelessFault } from '../fault.ts';
import { refusal } from './actions.ts';
import { type AskedReset, isConfirmed, readReset } from './asked-reset.ts';

/** Turns a request for a reset into another one, or an answer; undefined where that is not wanted. */
export type Change<Into> = (request: HttpRequest, reset: AskedReset, server: BrokenServer) => Into | undefined;

/**
 * Takes a request for a reset for another one, or answers it at once. With `says`, what it has done so is refused all the
 * same, with that status.
 */
export const mistaking = (change: Change<HttpRequest | HttpReply>, says?: number): NamelessFault => ({
  apply: (request, server) => {
    const reset = readReset(request, server);
    const changed = reset && change(request, reset, server);
    if (changed !== undefined && 'status' in changed) return changed;
    const reply = server.next(changed ?? request);
    return changed !== undefined && says !== undefined && isConfirmed(reply) ? refusal(says) : reply;
  },
});
