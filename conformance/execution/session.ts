import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf } from '../scenario/conversations.ts';
import { describeReset } from '../scenario/describe-reset.ts';
import { idIn, scopePattern } from '../scenario/ids.ts';
import { resetRequest } from '../scenario/reset-request.ts';
import { type Act, operationsOf, type Read, type Reset, type Scenario } from '../scenario/scenario.ts';
import { answerOf } from '../target/answer.ts';
import { CallFailed } from '../target/call-failed.ts';
import type { Peer } from '../target/driver.ts';
import type { Exchange } from '../target/http-client.ts';
import { inParallel } from '../target/pool.ts';
import type { Target, TargetCalls } from '../target/target.ts';
import type { Executed, MessagesView, Observation, StepLog, View } from './trace.ts';

/** So many users, or groups, are created side by side. */
const atOnce = 32;

/** Of so many messages it does not matter in which order they come. */
const many = 8;

/** Makes a text longer, and is no part of it when it is read: marks, quotes, and letters beyond ASCII. */
const filler = `. "é" 'ж' <b>&amp; %_\\ 字\n\t`;
/** What the run has sent, wherever it stands in a text that is read: a target may add to it. */
const mark = new RegExp(`(${scopePattern.source})(message \\d+)`, 'iu');

export type Session = ReturnType<typeof openSession>;

/**
 * What one execution of a scenario can do on a target, each with the requests that it took. All of it throws `CallFailed`
 * where the target does not do or show it.
 */
export function openSession(target: Target, scenario: Scenario, scope: string) {
  const tails = [...scenario.users, ...scenario.groups.map(({ id }) => id)];
  const ids = tails.map((tail) => [idIn(scope, tail), tail] as const);
  // A target may show an id in another case, as it may fold those of users or of groups alone.
  const byId = new Map([...ids.map(([id, tail]) => [id.toLowerCase(), tail] as const), ...ids]);
  let messages = 0;
  let lost = 0;
  const nameIn = (tail: string): string => idIn(scope, tail);
  const peerIn = ({ kind, id }: Peer): Peer => ({ kind, id: nameIn(id) });
  const withoutScope = (text: string): string => (text.startsWith(scope) ? text.slice(scope.length) : text);
  const tailOf = (id: string): string => byId.get(id) ?? byId.get(id.toLowerCase()) ?? withoutScope(id);

  /** Those of another execution keep its scope, and what the run has not sent stays as it is. */
  function nameOfText(text: string): string {
    const [whole = text, of = '', name = text] = mark.exec(text)?.map((part) => part.toLowerCase()) ?? [];
    return of === scope ? name : whole;
  }

  async function logged<Value>(step: Omit<StepLog, 'exchanges'>, act: (calls: TargetCalls) => Promise<Value>) {
    const exchanges: Exchange[] = [];
    try {
      const value = await act(target.recorded(exchanges));
      return { value, log: { ...step, exchanges } };
    } finally {
      lost += exchanges.filter(({ reply }) => reply.kind === 'lost').length;
    }
  }

  const knownAtLast = async (): Promise<void> => {
    if (target.lags()) await sleep(target.settleMs, undefined, { signal: target.signal });
  };

  /** Creates the users and groups; where reads lag, it waits until they can be known. */
  async function arrange(): Promise<readonly StepLog[]> {
    const users = await inParallel(scenario.users, atOnce, (uid) =>
      logged({ phase: 'arrange', what: `create the user ${uid}` }, ({ driver }) => driver.createUser(nameIn(uid))),
    );
    await knownAtLast();
    const joins = scenario.steps.flatMap(operationsOf).filter((one) => one.do === 'join');
    const groups = await inParallel(scenario.groups, atOnce, ({ id, members: all, admins = [], moderators = [] }) => {
      const members = all.filter((uid) => !joins.some(({ from, to }) => from === uid && to.id === id));
      const roleOf = (uid: string) =>
        admins.includes(uid) ? ' (admin)' : moderators.includes(uid) ? ' (moderator)' : '';
      const of = members.map((uid) => uid + roleOf(uid)).join(', ');
      return logged({ phase: 'arrange', what: `create the group ${id} of ${of}` }, ({ driver }) =>
        // Where nobody can join later, everybody is there from the beginning.
        driver.createGroup(nameIn(id), (driver.addMember === undefined ? all : members).map(nameIn), {
          admins: admins.map(nameIn),
          moderators: moderators.map(nameIn),
        }),
      );
    });
    if (groups.length > 0) await knownAtLast();
    return [...users, ...groups].map(({ log }) => log);
  }

  /** Carries out one operation; those with the same `together` are sent at once. */
  const operate = (operation: Act, together: number | undefined): Promise<Executed> =>
    operation.do === 'reset' ? reset(operation, together) : arrangeMore(operation, together);

  async function reset(operation: Reset, together: number | undefined): Promise<Executed> {
    const request = resetRequest(operation, scope, target.apiKey);
    const step = { phase: 'act', what: describeReset(operation), ...(together && { together }) } as const;
    const { value: reply, log } = await logged(step, ({ send }) => send(request));
    return { operation, texts: [], answer: answerOf(reply), reply, log };
  }

  async function arrangeMore(operation: Exclude<Act, Reset>, together: number | undefined): Promise<Executed> {
    const { from, to } = operation;
    const { times: count = 1, length = 0 } = operation.do === 'send' ? operation : { times: 0, length: 0 };
    const texts = Array.from({ length: count }, (_, index) => `message ${messages + index + 1}`);
    const which = count > 1 ? `messages ${messages + 1} to ${messages + count}` : `message ${messages + 1}`;
    messages += count;
    const how = length > 0 ? `, ${length} characters, also marks and letters beyond ASCII` : '';
    const what =
      operation.do === 'join' ? `${from} joins ${keyOf(to)}` : `${from} writes ${which} to ${keyOf(to)}${how}`;
    const step = { phase: 'arrange', what, ...(together && { together }) } as const;
    const { log } = await logged(step, async ({ driver }) => {
      if (operation.do === 'join') await driver.addMember?.(nameIn(to.id), nameIn(from));
      await inParallel(texts, count > many ? 4 : 1, (text) =>
        driver.sendMessage(nameIn(from), peerIn(to), `${scope}${text}`.padEnd(length, filler)),
      );
    });
    return { operation, texts, answer: undefined, reply: undefined, log };
  }

  /** Reads what nobody checks. */
  async function read({ from, to }: Read, together: number | undefined): Promise<StepLog> {
    const what = `${from} looks at the list and reads ${keyOf(to)}`;
    // What is refused while something else is under way says nothing.
    const unlessRefused = (error: unknown): void => {
      if (!(error instanceof CallFailed)) throw error;
    };
    const { log } = await logged({ phase: 'arrange', what, ...(together && { together }) }, ({ driver }) =>
      Promise.all([
        driver.conversations(nameIn(from)).catch(unlessRefused),
        driver.messages(nameIn(from), peerIn(to)).catch(unlessRefused),
      ]),
    );
    return log;
  }

  /** Looks at what a user is shown, named as in the scenario. */
  const observe = (view: View): Promise<Omit<Observation, 'isSettled'>> =>
    view.of === 'list' ? observeList(view) : observeMessages(view);

  async function observeList(view: View) {
    const { owner } = view;
    const step = { phase: 'look', what: `look at the list of ${owner}` } as const;
    const { value, log } = await logged(step, ({ driver }) => driver.conversations(nameIn(owner)));
    // Whatever else a target lists is no concern of the scenario: others may write to its users, and make groups for all.
    const own = value.filter(({ id }) => id.toLowerCase().startsWith(scope));
    const rows = own.map(({ kind, id, conversationId }) => ({ key: `${kind}:${tailOf(id)}`, conversationId }));
    // An empty id says nothing of how the target spells them.
    const conversationIds = new Map(rows.flatMap(({ key, conversationId: id }) => (id ? [[key, id] as const] : [])));
    return { view, seen: rows.map(({ key }) => key), conversationIds, log };
  }

  async function observeMessages(view: MessagesView) {
    const { owner, peer } = view;
    const step = { phase: 'look', what: `read ${keyOf(peer)} as ${owner}` } as const;
    const { value, log } = await logged(step, ({ driver }) => driver.messages(nameIn(owner), peerIn(peer)));
    return { view, seen: value.map(nameOfText), log };
  }

  return { arrange, operate, read, observe, lost: () => lost };
}
