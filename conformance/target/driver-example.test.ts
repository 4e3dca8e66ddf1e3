import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import type { ChatState } from '../../core/index.ts';
import type { HttpReply, HttpRequest } from '../../mock-server/http-message.ts';
import { loadDriver } from '../cli/load-driver.ts';
import { isReset, keys, mockInMemory, type Wrap } from '../self-test/mock-targets.ts';
import { verify } from '../verify.ts';
import type { DriverFactory } from './driver.ts';

// Whole runs take their time where the machine has other things to do.
vi.setConfig({ testTimeout: 120_000 });

/**
 * The mock with the back door that the example speaks of, and with none of the calls around the two resets. Behind the
 * door it is the same mock.
 */
const withBackDoor: Wrap = (healthy) => (state, request) => {
  const { method, url, body } = request;
  if (isReset(request)) return healthy(state, request);
  let current: ChatState = state;
  const call = (how: string, path: string, given?: object, as?: string): HttpReply => {
    const { onbehalfof: _, ...headers } = request.headers;
    const inner: HttpRequest = {
      method: how,
      url: `/v3${path}`,
      headers: { ...headers, 'content-type': 'application/json', ...(as === undefined ? {} : { onbehalfof: as }) },
      body: given === undefined ? '' : JSON.stringify(given),
    };
    const handled = healthy(current, inner);
    current = handled.state;
    return handled.reply;
  };
  const reply = answerAtBackDoor(method, url, body === '' ? undefined : JSON.parse(body), call);
  return { state: current, reply };
};

type Call = (how: string, path: string, given?: object, as?: string) => HttpReply;

function answerAtBackDoor(method: string, url: string, given: unknown, call: Call): HttpReply {
  const [, , door, ...path] = url.split('/');
  const [kind = '', id = '', , entry = '', other = ''] = path;
  const done = ({ status }: HttpReply): HttpReply => ({ status: status === 200 ? 204 : status, body: 'null' });
  const answer = (value: object): HttpReply => ({ status: 200, body: JSON.stringify(value) });
  if (door !== 'testing') return { status: 404, body: '{}' };
  switch (`${method} ${kind}, ${path.length} segments`) {
    case 'PUT people, 2 segments':
      return done(call('POST', '/users', { uid: id, name: `Name of ${id}x` }));
    case 'PUT groups, 2 segments': {
      const made = call('POST', '/groups', { guid: id, name: `Name of ${id}x` });
      call('POST', `/groups/${id}/members`, { participants: given });
      return done(made);
    }
    case 'POST letters, 1 segments': {
      const { from, to, group, text } = given as Readonly<Record<string, string>>;
      const receiverType = to === undefined ? 'group' : 'user';
      const message = { receiver: to ?? group, receiverType, category: 'message', type: 'text', data: { text } };
      return done(call('POST', '/messages', message, from));
    }
    case 'GET people, 3 segments': {
      const { data } = JSON.parse(call('GET', '/conversations?perPage=1000', undefined, id).body);
      return answer({
        entries: data.map(({ conversationType: type, conversationWith: party }: Row) =>
          type === 'group' ? `group ${party.guid}` : `person ${party.uid}`,
        ),
      });
    }
    case 'GET people, 5 segments': {
      const folder = entry === 'group' ? 'groups' : 'users';
      const { status, body } = call('GET', `/${folder}/${other}/messages?limit=1000`, undefined, id);
      if (status !== 200) return { status: 410, body: '{}' };
      return answer({ letters: JSON.parse(body).data.map(({ data }: Letter) => data.text) });
    }
    case 'DELETE people, 2 segments':
      return done(call('DELETE', `/users/${id}`, { permanent: true }));
    case 'DELETE groups, 2 segments':
      return done(call('DELETE', `/groups/${id}`, {}));
    default:
      return { status: 404, body: '{}' };
  }
}

interface Row {
  readonly conversationType: string;
  readonly conversationWith: { readonly uid?: string; readonly guid?: string };
}

interface Letter {
  readonly data: { readonly text: string };
}

const options = { baseUrl: 'http://memory/v3', ...keys, seed: 41, budget: 'smoke', settleMs: 5 } as const;

async function example(): Promise<DriverFactory> {
  const loaded = await loadDriver('./driver-example.mjs', fileURLToPath(new URL('.', import.meta.url)));
  if (!loaded.ok) throw new Error(loaded.refusal);
  return loaded.value;
}

describe('the example of a driver module', () => {
  it('should arrange and show all that a run needs, and leave nothing behind', async () => {
    const { connect, state } = mockInMemory({ wrap: withBackDoor });
    const report = await verify({ ...options, connect, driver: await example() });
    expect(report.requirements.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect([report.verdict, report.behaviourUnknown, report.notes]).toEqual(['conforms', [], []]);
    expect(state()).toMatchObject({ users: undefined, groups: undefined });
  });

  it('should say what could not be done', async () => {
    const request = async () => ({ status: 409, json: {} });
    const driver = await (await example())({ baseUrl: 'http://memory/v3', apiKey: 'key', request });
    await expect(driver.createUser('ann')).rejects.toThrow('PUT /testing/people/ann was answered with 409');
  });
});
