import { isMap } from '../../fixtures/problem.ts';
import type { Report } from '../report.ts';
import type { Settled } from '../settle-options.ts';
import type { Driver, DriverFactory } from './driver.ts';
import { TargetSilent } from './target.ts';

const functions = [
  'createUser',
  'createGroup',
  'sendMessage',
  'conversations',
  'messages',
  'removeUser',
  'removeGroup',
] as const satisfies readonly (keyof Driver)[];

/**
 * Runs with a driver of somebody else, of which nothing is taken on trust: what it lacks or gives wrongly ends the run,
 * which has then judged nothing and says so in a sentence.
 */
export async function withCheckedDriver<Options extends Pick<Settled, 'driver' | 'signal' | 'deadlineMs'>>(
  options: Options,
  run: (options: Options) => Promise<Report>,
): Promise<Report> {
  const { driver, signal, deadlineMs } = options;
  if (driver === undefined) return run(options);
  const stop = new AbortController();
  const wrong = (sentence: string): Error => {
    const error = new Error(`The driver is wrong: ${sentence}`);
    // The first one counts; what was begun beside it may go on to fail in other ways.
    stop.abort(error);
    return error;
  };
  const report = await run({
    ...options,
    driver: checked(driver, wrong, requestsOfACall * deadlineMs),
    signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
  });
  return stop.signal.aborted ? notRun(report, (stop.signal.reason as Error).message) : report;
}

/** A call of a driver may take so many requests before it is given up. */
const requestsOfACall = 10;

type Wrong = (sentence: string) => Error;

const checked =
  (factory: DriverFactory, wrong: Wrong, patienceMs: number): DriverFactory =>
  async (target) => {
    let driver: unknown;
    try {
      driver = await factory(target);
    } catch (error) {
      return broken(wrong(`its default export failed: ${messageOf(error)}.`));
    }
    const missing = functions.filter((name) => !isMap(driver) || typeof driver[name] !== 'function');
    if (missing.length === 0) return wrapped(driver as Driver, wrong, patienceMs);
    return broken(
      wrong(`what its default export gives lacks ${missing.join(', ')}; a driver has all seven functions.`),
    );
  };

/** A driver that can do nothing, for a run that ends before it is asked. */
function broken(error: Error): Driver {
  const fail = async () => {
    throw error;
  };
  return Object.fromEntries(functions.map((name) => [name, fail])) as unknown as Driver;
}

function wrapped(driver: Driver, wrong: Wrong, patienceMs: number): Driver {
  const attempt = async <Value>(name: keyof Driver, act: () => Promise<Value>): Promise<Value> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(wrong(`${name} did not end within ${patienceMs} ms.`)), patienceMs);
    });
    try {
      return await Promise.race([act(), late]);
    } catch (error) {
      if (error instanceof TargetSilent) throw error;
      // A driver says with an Error of its own what could not be done; these are slips in its code.
      if (error instanceof Error && !(error instanceof TypeError || error instanceof ReferenceError)) throw error;
      throw wrong(`${name} failed: ${messageOf(error)}.`);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    createUser: (uid) => attempt('createUser', () => driver.createUser(uid)),
    createGroup: (guid, members) => attempt('createGroup', () => driver.createGroup(guid, members)),
    sendMessage: (from, to, text) => attempt('sendMessage', () => driver.sendMessage(from, to, text)),
    conversations: (uid) =>
      attempt('conversations', async () => {
        const given: unknown = await driver.conversations(uid);
        const right = 'right is an array of { kind: "user" or "group", id, conversationId? }.';
        const fault = faultOf(given, isListed);
        if (fault !== undefined) throw wrong(`conversations gave ${fault}; ${right}`);
        return given as Awaited<ReturnType<Driver['conversations']>>;
      }),
    messages: (uid, conversation) =>
      attempt('messages', async () => {
        const given: unknown = await driver.messages(uid, conversation);
        const fault = faultOf(given, (text) => typeof text === 'string');
        if (fault !== undefined) throw wrong(`messages gave ${fault}; right is an array of the texts.`);
        return given as readonly string[];
      }),
    removeUser: (uid) => attempt('removeUser', () => driver.removeUser(uid)),
    removeGroup: (guid) => attempt('removeGroup', () => driver.removeGroup(guid)),
  };
}

const isListed = (row: unknown): boolean =>
  isMap(row) &&
  (row['kind'] === 'user' || row['kind'] === 'group') &&
  typeof row['id'] === 'string' &&
  row['id'] !== '' &&
  (row['conversationId'] === undefined || typeof row['conversationId'] === 'string');

/** What was given in place of an array of such entries; undefined when it is one. */
function faultOf(given: unknown, isEntry: (entry: unknown) => boolean): string | undefined {
  if (!Array.isArray(given)) return inWords(given);
  const at = given.findIndex((entry) => !isEntry(entry));
  return at === -1 ? undefined : `an array with ${inWords(given[at])} at ${at}`;
}

const longest = 80;

function inWords(value: unknown): string {
  const json = typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value));
  return json.length > longest ? `${json.slice(0, longest)}…` : json;
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ').replace(/\.$/, '');

/** Whatever was seen until then rests on what the driver said. */
const notRun = (report: Report, reason: string): Report => ({
  ...report,
  verdict: 'not-run',
  reason,
  observedResets: 0,
  requirements: report.requirements.map(({ id, level, clause, title }) => ({
    ...{ id, level, clause, title },
    outcome: 'not-exercised',
    exercised: 0,
    because: reason,
  })),
  behaviour: {},
  behaviourUnknown: [],
  evidence: {},
});
