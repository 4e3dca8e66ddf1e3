import { AsyncLocalStorage } from 'node:async_hooks';
import { isMap } from '../../fixtures/plain-data.ts';
import { messageOf, problemText } from '../../fixtures/problem.ts';
import type { Mask } from '../../fixtures/secrets.ts';
import { anything, choice, list, map, readAs, type Shape, text } from '../../fixtures/shape.ts';
import type { Driver, DriverFactory, DriverTarget } from './driver.ts';
import { type DriverFor, driverOf, type Name, names } from './driver-calls.ts';
import { NotRun } from './not-run.ts';

export interface ModuleOptions extends Omit<DriverTarget, 'request'> {
  readonly mask: Mask;
  readonly deadlineMs: number;
}

/** So many deadlines may a call wait for something else than the target's answers. */
const mostIdleDeadlines = 10;

/**
 * Lets a driver of somebody else act, of which nothing is taken on trust: a call ends, and gives what it should. Where the
 * driver is wrong, it throws `NotRun`. The driver is made in the first call. What it asks for belongs to the call in which
 * it asks; following that costs a third of a run, which the default driver does without.
 */
export function moduleDriver(factory: DriverFactory, { baseUrl, apiKey, mask, deadlineMs }: ModuleOptions): DriverFor {
  const patienceMs = mostIdleDeadlines * deadlineMs;
  const underWay = new AsyncLocalStorage<DriverTarget['request']>();
  const wrong = (sentence: string): NotRun => new NotRun(`The driver is wrong: ${mask(sentence)}`);
  let making: Promise<Driver> | undefined;
  let canJoin = false;

  const request: DriverTarget['request'] = async (asked) => {
    const send = underWay.getStore();
    if (send === undefined) throw new Error('nothing can be asked for outside of a call');
    return send(asked);
  };

  async function make(): Promise<Driver> {
    let given: unknown;
    try {
      given = await factory({ baseUrl, apiKey, request });
    } catch (error) {
      throw wrong(`its default export failed: ${messageOf(error)}.`);
    }
    const made = isMap(given) ? given : {};
    const missing = names.filter((name) => name !== 'addMember' && typeof made[name] !== 'function');
    if (missing.length > 0) {
      throw wrong(`what its default export gives lacks ${missing.join(', ')}; a driver has all seven functions.`);
    }
    canJoin = made['addMember'] !== undefined;
    return made as unknown as Driver;
  }

  async function act(name: Name, asked: readonly unknown[], send: DriverTarget['request']): Promise<unknown> {
    let pending = 0;
    const counted: typeof send = (one) => {
      pending += 1;
      return send(one).finally(() => {
        pending -= 1;
        idle?.refresh();
      });
    };
    let idle: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, giveUp) => {
      idle = setTimeout(() => {
        if (pending > 0) idle?.refresh();
        else giveUp(wrong(`${name} did not end within ${patienceMs} ms.`));
      }, patienceMs);
    });
    try {
      const done = underWay.run(counted, async () => {
        making ??= make();
        const driver = await making;
        return Reflect.apply(driver[name] as () => unknown, driver, asked);
      });
      const value = await Promise.race([done, late]);
      const read = readAs(answers[name] ?? anything, value);
      if (!read.ok) throw wrong(`${name} gave what it should not: ${read.refusal.map(problemText)[0]}`);
      return value;
    } catch (error) {
      // A driver says with an Error of its own what could not be done; these are slips in its code.
      const isSlip = !(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError;
      throw isSlip ? wrong(`${name} failed: ${messageOf(error)}.`) : error;
    } finally {
      clearTimeout(idle);
    }
  }

  return (send) => {
    // Whether users can join a group later is known once the driver is made.
    const offered = names.filter((name) => name !== 'addMember' || canJoin);
    return driverOf(offered, (name, asked) => act(name, asked, send));
  };
}

const peer = { kind: choice('kind', ['user', 'group']), id: text('id', '.') };
const row = map('a row', { ...peer, 'conversationId?': text('conversationId') }, { isOpen: true });
const answers: Partial<Record<Name, Shape<unknown>>> = {
  conversations: list('the list', row),
  messages: list('the list of texts', text('a message')),
};
