import { type Behaviour, type ChatState, referenceBehaviour, type Statuses } from '../../core/index.ts';
import { type World, worldState } from '../../fixtures/world.ts';
import { createHandler } from '../handle-request.ts';

/** What a test changes of the reference behaviour; of the statuses, only those it names. */
export type Deviation = Partial<Omit<Behaviour, 'statuses'>> & { readonly statuses?: Partial<Statuses> };

export interface Sent {
  readonly as?: string;
  /** JSON, unless it is text, which is sent as it is. */
  readonly body?: unknown;
  /** Added to, or put in place of, what every request has: `apikey`, and `content-type` where there is a body. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface Answer {
  readonly status: number;
  /** The body as JSON, typed loosely so that a test can name the path it is about. */
  readonly json: Json;
}

/** What a parsed answer may be asked for; a wrong path is undefined, not an error of the types. */
interface Json {
  readonly [field: string]: Json;
}

export const apiKey = 'a-key';
export const authOnlyKey = 'a-key-without-scope';
export const sessionTime = 1_700_000_000;

/** A handler together with its state, so that a test reads as the calls it makes. */
export function openSession(world: World, deviation: Deviation = {}) {
  const statuses = { ...referenceBehaviour.statuses, ...deviation.statuses };
  const behaviour: Behaviour = { ...referenceBehaviour, ...deviation, statuses };
  const handle = createHandler({ behaviour, apiKey, authOnlyKey });
  let state = worldState(world, behaviour, sessionTime);

  /** `line` is method and path, the path as the spec prints it: below the version segment. */
  const call = (line: string, { as, body, headers }: Sent = {}): Answer => {
    const [method = '', path = ''] = line.split(' ');
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const contentType = text === '' ? undefined : 'application/json';
    const all = { apikey: apiKey, onbehalfof: as, 'content-type': contentType, ...headers };
    const handled = handle(state, { method, url: `/v3${path}`, headers: all, body: text }, sessionTime);
    state = handled.state;
    return { status: handled.reply.status, json: JSON.parse(handled.reply.body) as Json };
  };

  return {
    call,
    state: (): ChatState => state,
    list: (as: string): unknown[] => {
      const { json } = call('GET /conversations', { as });
      return (json['data'] as unknown as Record<string, unknown>[]).map((row) => row['conversationId']);
    },
  };
}

/** Alice talks to Bob and to Carol, and with both in a group; Dave has talked to nobody. */
export const fourUsers: World = {
  users: [
    { uid: 'alice', name: 'Alice', createdAt: 1_600_000_000 },
    { uid: 'bob', name: 'Bob', createdAt: 1_600_000_001 },
    { uid: 'carol', name: 'Carol', createdAt: 1_600_000_002 },
    { uid: 'dave', name: 'Dave', createdAt: 1_600_000_003 },
  ],
  groups: [
    { guid: 'climbers', name: 'Climbers', owner: 'alice', members: ['bob', 'carol'], createdAt: 1_600_000_004 },
    { guid: 'silent', name: 'Silent', members: ['alice'], createdAt: 1_600_000_005 },
  ],
  conversations: [
    { between: ['alice', 'bob'], messages: [{ alice: 'Hello Bob' }, { bob: 'Hello Alice' }] },
    { group: 'climbers', messages: [{ carol: 'To the wall?' }] },
    { between: ['alice', 'carol'], messages: [{ carol: 'Got a rope?' }] },
  ],
};
