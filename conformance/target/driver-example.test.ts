import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import type { HttpReply, HttpRequest } from '../../mock-server/http-message.ts';
import { loadDriver } from '../cli/load-driver.ts';
import { isReset, keys, mockInMemory, type Wrap } from '../self-test/mock-targets.ts';
import { verify } from '../verify.ts';
import type { DriverFactory } from './driver.ts';

// Whole runs take their time where the machine has other things to do.
vi.setConfig({ testTimeout: 120_000 });

/** Sends one of the mock's own calls. */
type Call = (line: string, given?: object, as?: string) => HttpReply;

/**
 * The mock with the back door that the example speaks of, and with none of the calls around the two resets. Behind the
 * door it is the same mock.
 */
const withBackDoor: Wrap = (healthy) => (state, request) => {
  if (isReset(request)) return healthy(state, request);
  let current = state;
  const call: Call = (line, given, as) => {
    const [method = '', path = ''] = line.split(' ');
    const { onbehalfof: _, ...own } = request.headers;
    const headers = { ...own, 'content-type': 'application/json', ...(as === undefined ? {} : { onbehalfof: as }) };
    const body = given === undefined ? '' : JSON.stringify(given);
    const handled = healthy(current, { method, url: `/v3${path}`, headers, body });
    current = handled.state;
    return handled.reply;
  };
  const reply = answerAtBackDoor(request, call);
  return { state: current, reply };
};

function answerAtBackDoor({ method, url, body }: HttpRequest, call: Call): HttpReply {
  const [, , door, kind = '', id = '', , entry = '', other = ''] = url.split('/');
  const given = body === '' ? undefined : JSON.parse(body);
  const done = ({ status }: HttpReply): HttpReply => ({ status: status === 200 ? 204 : status, body: 'null' });
  const answer = (value: object): HttpReply => ({ status: 200, body: JSON.stringify(value) });
  const name = `Name of ${id}x`;
  switch (`${method} ${door} ${kind}${entry === '' ? '' : ' of one'}`) {
    case 'PUT testing people':
      return done(call('POST /users', { uid: id, name }));
    case 'PUT testing groups': {
      const made = call('POST /groups', { guid: id, name });
      call(`POST /groups/${id}/members`, { participants: given });
      return done(made);
    }
    case 'POST testing letters': {
      const { from, to, group, text } = given;
      const receiver =
        to === undefined ? { receiver: group, receiverType: 'group' } : { receiver: to, receiverType: 'user' };
      return done(call('POST /messages', { ...receiver, category: 'message', type: 'text', data: { text } }, from));
    }
    case 'GET testing people': {
      const { data } = JSON.parse(call('GET /conversations?perPage=1000', undefined, id).body);
      const entries = data.map(({ conversationType: type, conversationWith: { uid, guid } }: Row) =>
        type === 'group' ? `group ${guid}` : `person ${uid}`,
      );
      return answer({ entries });
    }
    case 'GET testing people of one': {
      const folder = entry === 'group' ? 'groups' : 'users';
      const read = call(`GET /${folder}/${other}/messages?limit=1000`, undefined, id);
      if (read.status !== 200) return { status: 410, body: '{}' };
      return answer({ letters: JSON.parse(read.body).data.map((letter: Letter) => letter.data.text) });
    }
    case 'DELETE testing people':
      return done(call(`DELETE /users/${id}`, { permanent: true }));
    case 'DELETE testing groups':
      return done(call(`DELETE /groups/${id}`, {}));
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
