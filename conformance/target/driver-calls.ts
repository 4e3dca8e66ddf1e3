import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../fixtures/problem.ts';
import type { Mask } from '../../fixtures/secrets.ts';
import { describeReply } from './answer.ts';
import { CallFailed } from './call-failed.ts';
import type { Driver, DriverReply, DriverRequest, DriverTarget } from './driver.ts';
import type { Exchange, Send, SendingOptions, Sent, WireRequest } from './http-client.ts';
import { NotRun } from './not-run.ts';

export type Name = keyof Driver;

/** A driver for one call, which asks by way of these requests. */
export type DriverFor = (request: DriverTarget['request']) => Driver;

/** What each function of a driver is for. */
const purposeOf = {
  ...{ createUser: 'arranging', createGroup: 'arranging', addMember: 'arranging', sendMessage: 'arranging' },
  ...{ conversations: 'reading', messages: 'reading' },
  ...{ removeUser: 'removing', removeGroup: 'removing' },
} as const satisfies Readonly<Record<Name, string>>;
export const names = Object.keys(purposeOf) as readonly Name[];

/** What reads is asked for again where an answer was lost; nothing that may have happened is sent again. */
const readAttempts = 3;
/** When so many answers were lost without one between, nor one within a deadline, nobody waits any more. */
const mostLostInARow = 24;
/** A call of a driver may take so many requests, and the target so many deadlines for them: no list that a run makes is longer. */
const mostRequests = 250;
const mostDeadlines = 10;
const longestReason = 500;

interface CallOptions extends Pick<SendingOptions, 'apiKey' | 'deadlineMs' | 'signal'> {
  readonly send: Send;
  readonly mask: Mask;
}

/**
 * The calls of a driver, each of which ends, whatever the driver or the target does. They throw `CallFailed`, the reason
 * once the run is stopped, or `NotRun` where a driver of somebody else is not what it has to be.
 */
export function driverCalls(options: CallOptions, driverFor: DriverFor): (record?: Exchange[]) => Driver {
  const { apiKey, deadlineMs, signal, send, mask } = options;
  const patienceMs = mostDeadlines * deadlineMs;
  let lostInARow = 0;
  let answeredAt = performance.now();
  const isDead = (): boolean => lostInARow >= mostLostInARow && performance.now() - answeredAt > deadlineMs;

  async function call(name: Name, asked: readonly unknown[], record: Exchange[] | undefined): Promise<unknown> {
    const isArranging = purposeOf[name] === 'arranging';
    const attempts = purposeOf[name] === 'reading' ? readAttempts : 1;
    let [count, ms, wasLost] = [0, 0, false];

    async function attempt(what: string, wire: WireRequest): Promise<Sent> {
      if (isDead()) throw new CallFailed('silent', `${what} was not sent, as the last ${lostInARow} got no answer`);
      if (count >= mostRequests) throw new Error(`${what} was not sent, after ${mostRequests} requests for one call`);
      if (ms > patienceMs) throw new Error(`${what} was not sent, as the ones before took ${Math.round(ms)} ms`);
      const sent = await send(wire, { record, isWhole: isArranging });
      count += 1;
      ms += sent.ms;
      if (sent.reply.kind === 'lost') lostInARow += 1;
      else [lostInARow, answeredAt] = [0, performance.now()];
      return sent;
    }

    async function request({ method, path, as, body }: DriverRequest): Promise<DriverReply> {
      const what = `${method} ${path}`;
      const headers: Record<string, string> = { apikey: apiKey };
      if (as !== undefined) headers['onBehalfOf'] = as;
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      const wire = { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      for (let nth = 1; ; nth += 1) {
        const { reply, json } = await attempt(what, wire);
        const isLost = reply.kind === 'lost' || reply.status >= 500;
        wasLost ||= isLost;
        if (isLost && nth < attempts) await sleep(20 * nth);
        else if (reply.kind === 'lost') throw new CallFailed('silent', `${what} got ${describeReply(reply)}`);
        else if (reply.cut) throw new Error(`${what} was answered with more than anybody would read`);
        else return { status: reply.status, json };
      }
    }

    try {
      const value = await Reflect.apply(driverFor(request)[name] as () => unknown, undefined, asked);
      if (wasLost && isArranging) throw new CallFailed('silent', 'an answer was lost');
      return value;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof NotRun) throw error;
      const why = mask(messageOf(error)).slice(0, longestReason);
      const { kind, status } = error instanceof CallFailed ? error : new CallFailed('refused', why);
      // What reads was asked again.
      const answered = purposeOf[name] === 'reading' ? 'unseen' : wasLost ? 'silent' : 'refused';
      throw new CallFailed(kind === 'silent' ? kind : answered, why, status);
    }
  }

  return (record) =>
    driverOf(Object.keys(driverFor(nothing)) as readonly Name[], (name, asked) => call(name, asked, record));
}

/** A driver with these functions, each of which is such a call. */
export const driverOf = (offered: readonly Name[], call: (name: Name, asked: unknown[]) => Promise<unknown>): Driver =>
  Object.fromEntries(offered.map((name) => [name, (...asked: unknown[]) => call(name, asked)])) as unknown as Driver;

/** Of a driver that is looked at, and not called. */
const nothing: DriverTarget['request'] = () => Promise.reject(new Error('nothing is asked for here'));
