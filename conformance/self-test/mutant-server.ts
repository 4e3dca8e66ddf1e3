import {
  type Behaviour,
  type ChatState,
  type Conversation,
  conversationId,
  emptyState,
  get,
  historyKey,
  newSide,
  parseUid,
  type Side,
  set,
  sideOf,
  slice,
  type Uid,
  withSide,
} from '../../core/index.ts';
import { parseJsonObject } from '../../mock-server/decode-json.ts';
import { createHandler } from '../../mock-server/handle-request.ts';
import type { HttpReply, HttpRequest } from '../../mock-server/http-message.ts';
import {
  canRead,
  conversationIn,
  type Input,
  type Look,
  lookAt,
  lookKey,
  partsOf,
  type Row,
  readers,
  stateKey,
  type World,
  worldIn,
} from '../tour/machine.ts';
import type { Handle } from './in-process.ts';
import { keys } from './mock-targets.ts';
import type { Mutant } from './mutants.ts';

export interface MutantServer {
  readonly handle: Handle;
  readonly state: () => ChatState;
  /** How often it did wrong. */
  readonly reached: () => number;
}

/**
 * A server with one wrong transition, for each world in it: whenever what the world's users see is the mutant's state,
 * and the request is its input. Messages that can be read again are those that were sent. Without a mutant it is healthy.
 */
export function mutantServer(mutant: Mutant | undefined, behaviour: Behaviour): MutantServer {
  const api = createHandler({ ...keys, behaviour });
  let state = emptyState;
  let reached = 0;
  /** All that was ever sent, by conversation; a deletion takes nothing away. */
  let archive: ChatState['histories'];

  function handle(request: HttpRequest): HttpReply {
    const before = state;
    const { state: after, reply } = api(before, request, 0);
    state = after;
    const asked = inputIn(before, request, behaviour);
    if (asked === undefined) return reply;
    const { world, input } = asked;
    const isDue =
      mutant !== undefined && isSame(input, mutant.input) && stateKey(stateAt(before, world)) === stateKey(mutant.from);
    if (input.do === 'message') keep(after, world, input.in);
    if (!isDue) return reply;
    reached += 1;
    const isAsBefore = lookKey(mutant.outcome) === lookKey(lookAt(before, world));
    state = isAsBefore ? before : showing(mutant.outcome, { before, after, archive }, world);
    return (reply.status === 200) === (mutant.answer === 'confirmed') ? reply : otherAnswer(mutant, world);
  }

  const stateAt = (chat: ChatState, world: World) => ({
    ...lookAt(chat, world),
    sent: (['group', 'user'] as const).filter((row) => get(archive, keyIn(world, row)) !== undefined),
  });

  function keep(after: ChatState, world: World, row: Row): void {
    const key = keyIn(world, row);
    const sent = slice(get(after.histories, key)).at(-1);
    if (sent !== undefined) archive = set(archive, key, set(get(archive, key), sent.id, sent));
  }

  return { handle: async (request) => handle(request), state: () => state, reached: () => reached };
}

const keyIn = (world: World, row: Row): string => historyKey(world.me, conversationIn(world, 'me', row));

const isSame = (one: Input, other: Input): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Which input a request is, and in which world; undefined for every other request. */
function inputIn(
  chat: ChatState,
  { method, url, headers, body }: HttpRequest,
  behaviour: Behaviour,
): { readonly world: World; readonly input: Input } | undefined {
  const actor = headers['onbehalfof'] ?? '';
  const [, scope, who] = /^(.*?)(me|peer)$/.exec(actor) ?? [];
  if (scope === undefined || !parseUid(`${scope}outsider`, 'sensitive').ok) return undefined;
  const world = worldIn(scope);
  const { me, peer, outsider } = world;
  if ([me, peer, outsider].some((uid) => get(chat.users, uid) === undefined)) return undefined;
  const fields = parseJsonObject(body) ?? {};
  const named = (kind: unknown, id: unknown): Input['in'] | undefined => {
    if (kind === 'user' && id === (who === 'me' ? peer : me)) return 'user';
    return kind === 'group' && id === world.group ? 'group' : undefined;
  };
  if (method === 'POST' && url.endsWith('/messages')) {
    const row = named(fields['receiverType'], fields['receiver']);
    return row === undefined || who === 'me' ? undefined : { world, input: { do: 'message', in: row } };
  }
  const [, kind, id = ''] = /\/(user|group)s\/([^/]+)\/conversation$/.exec(url) ?? [];
  const row = named(kind, kind === 'user' && id === actor ? fields['conversationWith'] : id);
  if (method !== 'DELETE' || row === undefined) return undefined;
  const preserveOrder = fields['preserveOrder'] === true;
  const omitted = behaviour.deleteMessagesPermanentlyOmitted === 'as-true';
  const permanently = row === 'user' && (fields['deleteMessagesPermanently'] ?? omitted) === true;
  return { world, input: { do: 'reset', actor: who === 'me' ? 'me' : 'peer', in: row, preserveOrder, permanently } };
}

interface Moment {
  readonly before: ChatState;
  readonly after: ChatState;
  readonly archive: ChatState['histories'];
}

/**
 * The state after a request, so that the world's users see `wanted`. Only rows move, and only what is hidden or deleted
 * changes: what can be read was sent.
 */
function showing(wanted: Look, { before, after, archive }: Moment, world: World): ChatState {
  // Places below all that were given, and above all that will be.
  const counter = after.counter + 3;
  let { users, histories } = after;
  const sideIn = (chat: Pick<ChatState, 'users'>, uid: Uid, conversation: Conversation): Side => {
    const user = get(chat.users, uid);
    return (user && sideOf(user.list, conversation)) ?? newSide(conversation, 0);
  };
  for (const reader of readers) {
    const { owner, row } = partsOf(reader);
    const user = get(users, world[owner]);
    if (user === undefined) throw new Error(`there is no ${owner}`);
    const conversation = conversationIn(world, owner, row);
    const key = keyIn(world, row);
    const isWanted = wanted.readable.includes(reader);
    if (isWanted && get(histories, key) === undefined) {
      histories = set(histories, key, get(before.histories, key) ?? get(archive, key));
    }
    const readable = [after, before].find((chat) => canRead(chat, world, reader));
    const shown = readable === undefined ? 0 : sideIn(readable, user.uid, conversation).hiddenUpTo;
    const side: Side = {
      ...sideIn({ users }, user.uid, conversation),
      place: wanted[owner].includes(row) ? wanted[owner].indexOf(row) - counter : undefined,
      hiddenUpTo: isWanted ? shown : counter,
    };
    users = set(users, user.uid, { ...user, list: withSide(user.list, side) });
  }
  return { ...after, users, histories, counter };
}

function otherAnswer({ answer, input }: Mutant, world: World): HttpReply {
  if (answer === 'refused' || input.do === 'message') {
    return { status: 404, body: JSON.stringify({ error: { message: 'Not found.', code: 'ERR_NOT_FOUND' } }) };
  }
  const actor = world[input.actor];
  const id = conversationId(actor, conversationIn(world, input.actor, input.in));
  const message = `The conversation ${id} has been deleted successfully for UID ${actor}.`;
  return { status: 200, body: JSON.stringify({ data: { success: true, message } }) };
}
