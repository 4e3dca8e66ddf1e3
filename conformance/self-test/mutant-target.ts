import type { Driver } from '../target/driver.ts';
import type { Connect, WireRequest } from '../target/http-client.ts';
import {
  type Input,
  otherThan,
  partsOf,
  type Reader,
  type Row,
  readers,
  type State,
  seenKey,
  stateKey,
  type Transition,
} from '../tour/machine.ts';
import type { Mutant } from './mutants.ts';

/** Nobody has written but the outsider. */
const start: State = { me: ['outsider'], peer: [], readable: ['me outsider'], sent: [] };

/** The reference machine in one step, said again without core. */
export function referenceStep(from: State, input: Input): Pick<Transition, 'to' | 'answer'> {
  const row = input.in;
  const rest = (rows: readonly Row[]): readonly Row[] => rows.filter((one) => one !== row);
  if (input.do === 'message') {
    const isRead = (reader: Reader): boolean => from.readable.includes(reader) || partsOf(reader).row === row;
    const sent = from.sent.includes(row) ? from.sent : [...from.sent, row].sort();
    const lists = { me: [row, ...rest(from.me)], peer: [row, ...rest(from.peer)] };
    return { to: { ...lists, readable: readers.filter(isRead), sent }, answer: 'confirmed' };
  }
  const { actor, preserveOrder, permanently } = input;
  const list = from[actor];
  if (!list.includes(row)) return { to: from, answer: 'refused' };
  const isGone = (reader: Reader): boolean =>
    partsOf(reader).row === row && (permanently || partsOf(reader).owner === actor);
  const readable = from.readable.filter((reader) => !isGone(reader));
  return { to: { ...from, [actor]: preserveOrder ? list : rest(list), readable }, answer: 'confirmed' };
}

type Texts = ReadonlyMap<Reader, readonly string[]>;

/**
 * That machine as a target: what its driver shows and its wire answers, of one world whose ids begin with `scope`. With a
 * mutant it goes wrong whenever it is in that state and gets that input, and goes on from where this has led. Messages
 * that can be read again are those that were sent.
 */
export function mutantTarget(scope: string, mutant?: Mutant) {
  let state = start;
  let texts: Texts = new Map();
  const sent = new Map<Row, readonly string[]>();

  const send = (row: Row, text: string): void => void sent.set(row, [...(sent.get(row) ?? []), text]);

  /** `text` is that of a message. */
  function take(input: Input, text = ''): Transition['answer'] {
    const from = state;
    const { to, answer } = referenceStep(from, input);
    if (input.do === 'message') send(input.in, text);
    const before = texts;
    const after: Texts = new Map(
      to.readable.map((reader) => {
        const isNew = input.do === 'message' && partsOf(reader).row === input.in;
        return [reader, [...(before.get(reader) ?? []), ...(isNew ? [text] : [])]];
      }),
    );
    [state, texts] = [to, after];
    if (mutant === undefined || stateKey(from) !== stateKey(mutant.from) || !isSame(input, mutant.input)) return answer;
    state = { ...mutant.outcome, sent: to.sent };
    const shown = seenKey(state) === seenKey(from) ? [before, after] : [after, before];
    texts = new Map(
      state.readable.map((reader) => {
        const all = [...shown.map((some) => some.get(reader)), sent.get(partsOf(reader).row)];
        return [reader, all.find((some) => some !== undefined && some.length > 0) ?? []];
      }),
    );
    return mutant.answer;
  }

  const ownerOf = (uid: string) => (uid === `${scope}me` ? 'me' : 'peer');
  const outsider = `${scope}outsider`;
  const idOf = (owner: string, row: Row) => scope + (row === 'user' ? otherThan(ownerOf(owner)) : row);
  const nothing = async () => {};
  const driver: Driver = {
    ...{ createUser: nothing, createGroup: nothing, removeUser: nothing, removeGroup: nothing },
    sendMessage: async (from, { kind }, text) => {
      if (from !== outsider) return void take({ do: 'message', in: kind }, text);
      send('outsider', text);
      texts = new Map([['me outsider', [text]]]);
    },
    conversations: async (uid) => {
      if (uid === outsider) return [{ kind: 'user', id: `${scope}me` }];
      return state[ownerOf(uid)].map((row) => ({ kind: row === 'group' ? 'group' : 'user', id: idOf(uid, row) }));
    },
    messages: async (uid, { kind, id }) => {
      if (uid === outsider) return sent.get('outsider') ?? [];
      return texts.get(`${ownerOf(uid)} ${id === outsider ? 'outsider' : kind}` as Reader) ?? [];
    },
  };

  function answerTo({ path, headers, body = '{}' }: WireRequest) {
    const uid = headers['onBehalfOf'] ?? '';
    const actor = ownerOf(uid);
    const row = path.startsWith('/groups/') ? 'group' : 'user';
    const { preserveOrder = false, deleteMessagesPermanently: permanently = false } = JSON.parse(body);
    if (take({ do: 'reset', actor, in: row, preserveOrder, permanently }) === 'refused')
      return { status: 404, json: {} };
    const message = `${idOf(uid, row)} was reset for ${uid}`;
    return { status: 200, json: { data: { success: true, message } } };
  }
  const connect: Connect = () => ({
    exchange: async (request) => {
      const { status, json } = answerTo(request);
      return { status, contentType: 'application/json', text: JSON.stringify(json) };
    },
    close: nothing,
  });
  return { driver, connect };
}

const isSame = (one: Input, other: Input): boolean => JSON.stringify(one) === JSON.stringify(other);
