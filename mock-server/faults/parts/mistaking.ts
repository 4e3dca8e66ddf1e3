import type { HttpRequest } from '../../http-message.ts';
import type { BrokenServer, FaultyReply, NamelessFault } from '../fault.ts';
import { type AskedReset, readReset } from './asked-reset.ts';

/** Turns a request for a reset into another one, or an answer; undefined where that is not wanted. */
export type Change<Into> = (request: HttpRequest, reset: AskedReset, server: BrokenServer) => Into | undefined;

/** Takes a request for a reset for another one, or answers it at once. */
export const mistaking = (about: string, change: Change<HttpRequest | FaultyReply>): NamelessFault => ({
  about,
  apply: async (request, server) => {
    const reset = readReset(request);
    const changed = reset && change(request, reset, server);
    if (changed !== undefined && 'status' in changed) return changed;
    return server.next(changed ?? request);
  },
});
