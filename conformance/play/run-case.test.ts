import { expect, it } from 'vitest';
import { referenceBehaviour } from '../../core/index.ts';
import { findBehaviour } from '../behaviour/find-behaviour.ts';
import type { Case, Names } from '../cases/case.ts';
import { keys, openInMemory } from '../self-test/mock-targets.ts';
import type { ListedConversation } from '../target/driver.ts';
import type { WireRequest } from '../target/http-client.ts';
import { runCase } from './run-case.ts';

const rows = (['user', 'group', 'user', 'group', 'user', 'group', 'user', 'group'] as const).map(
  (kind) => ({ kind, messages: 1, from: 'other' }) as const,
);

/** Which conversations of the protagonist are read once more after the last step. */
async function sweptKinds(names: Names, ids: number): Promise<readonly string[]> {
  const target = await openInMemory();
  const { known } = await findBehaviour(target, keys.authOnlyKey);
  const read = new Set<string>();
  const driver: typeof target.driver = {
    ...target.driver,
    messages: (uid, peer) => {
      if (/-m$|-me$/.test(uid)) read.add(`${peer.kind} ${peer.id}`);
      return target.driver.messages(uid, peer);
    },
  };
  const scene: Case = { names, ids, rows, steps: [] };
  const run = await runCase({ ...target, driver }, known, scene, { scope: `${target.prefix}${ids}`, careful: false });
  read.clear();
  expect(await run.sweep()).toEqual([]);
  return [...read].map((one) => one.split(' ')[0] ?? '').toSorted();
}

it.each([0, 1])('should look once more at half of the messages, of both kinds (%i)', async (ids) => {
  expect(await sweptKinds('plain', ids)).toEqual(['group', 'group', 'user', 'user']);
});

it.each([0, 1])('should look once more at all messages where ids are alike (%i)', async (ids) => {
  expect(await sweptKinds('prefix', ids)).toEqual([...Array(4).fill('group'), ...Array(4).fill('user')]);
});

it('should accuse nobody of a reset that got no answer and happens late', async () => {
  const target = await openInMemory();
  const { known } = await findBehaviour(target, keys.authOnlyKey);
  const late: WireRequest[] = [];
  const happen = async () => {
    for (const request of late.splice(0)) await target.send(request);
  };
  const send: typeof target.send = async (request) => {
    await happen();
    late.push(request);
    return { kind: 'lost', why: 'no answer' };
  };
  const step = { do: 'reset', by: 'protagonist', preserveOrder: 'false', permanently: 'false', form: 0, wire: 'plain' };
  const scene = { names: 'plain', ids: 0, rows, steps: [0, 3, 5].map((row) => ({ ...step, row })) } as Case;
  const run = await runCase({ ...target, send }, known, scene, { scope: `${target.prefix}late`, careful: false });
  await happen();
  expect([...run.mismatches, ...(await run.sweep())]).toEqual([]);
  expect(run.attempts).toMatchObject([{ answer: 'lost' }]);
});

type Lists = (uid: string, list: readonly ListedConversation[]) => readonly ListedConversation[];

/** A target that shows other lists once it was asked for a reset. */
async function showing(lists: Lists) {
  const target = await openInMemory();
  const { known } = await findBehaviour(target, keys.authOnlyKey);
  let isReset = false;
  const send: typeof target.send = (request) => {
    isReset = true;
    return target.send(request);
  };
  const conversations: typeof target.driver.conversations = async (uid) => {
    const list = await target.driver.conversations(uid);
    return isReset ? lists(uid, list) : list;
  };
  return { known, target: { ...target, send, driver: { ...target.driver, conversations } } };
}

it('should after concurrent requests expect all but the guilty row where it was seen', async () => {
  const { target, known } = await showing((uid, list) =>
    /-me$/.test(uid) ? list.filter(({ id }) => !id.endsWith('peer03')) : list,
  );
  const step = { do: 'reset', by: 'protagonist', preserveOrder: 'false', permanently: 'false', form: 0, wire: 'plain' };
  const acts = [
    { ...step, row: 0 },
    { ...step, row: 6 },
    { do: 'send', row: 4, from: 'other' },
  ];
  const scene = { names: 'plain', ids: 0, rows, steps: [{ do: 'together', acts }] } as Case;
  const run = await runCase(target, known, scene, { scope: `${target.prefix}q`, careful: false });
  const [{ requirement, comparison } = {}] = run.mismatches;
  expect(requirement).toBe('quiet-after-concurrency');
  if (comparison?.of !== 'list') throw new Error('no list was compared');
  expect(comparison.expected.filter((key) => !comparison.seen.includes(key))).toEqual([
    expect.stringMatching(/peer03$/),
  ]);
  expect(comparison.expected.filter((key) => comparison.seen.includes(key))).toEqual(comparison.seen);
  expect(comparison.seen).toHaveLength(comparison.before.length - 3);
});

const refusedWith404 = { kind: 'answered', status: 404, contentType: '', text: '', json: undefined } as const;
const once = { do: 'reset', by: 'protagonist', row: 2, preserveOrder: 'false', permanently: 'false', form: 0 } as const;

it('should where nothing has changed expect the list as such resets leave it', async () => {
  const target = await openInMemory({ behaviour: { ...referenceBehaviour, messagesAfterReset: 'visible' } });
  const { known } = await findBehaviour(target, keys.authOnlyKey);
  const send: typeof target.send = async (request) => {
    const peer = JSON.parse(request.body ?? '{}').conversationWith;
    const text = JSON.stringify({ data: { success: true, message: `${peer} for ${request.headers['onBehalfOf']}` } });
    return { kind: 'answered', status: 200, contentType: 'application/json', text, json: JSON.parse(text) };
  };
  const scene: Case = { names: 'plain', ids: 0, rows, steps: [{ ...once, row: 1, wire: 'plain' }] };
  const run = await runCase({ ...target, send }, known, scene, { scope: `${target.prefix}idle`, careful: false });
  const [{ requirement, comparison } = {}] = run.mismatches;
  expect(requirement).toBe('confirmed-did-it');
  if (comparison?.of !== 'list') throw new Error('no list was compared');
  expect(comparison.seen).toEqual(comparison.before);
  expect(comparison.expected).toEqual(comparison.before.filter((_, place) => place !== 1));
});

it('should notice at once what an open request that was not refused did to a third user', async () => {
  const { target, known } = await showing((uid, list) => (/-bystander$/.test(uid) ? list.slice(1) : list));
  const steps = [
    { ...once, wire: 'no-content-type' },
    { ...once, wire: 'malformed-body' },
  ] as const;
  const scene: Case = { names: 'plain', ids: 0, rows, steps };
  const run = await runCase(target, known, scene, { scope: `${target.prefix}o`, careful: true });
  expect(run.mismatches).toMatchObject([{ requirement: 'bystanders-untouched', step: 0 }]);
});

it('should let a second reset be refused where nothing has come since the first, but no other', async () => {
  const target = await openInMemory({
    behaviour: { ...referenceBehaviour, messagesAfterReset: 'visible', withoutPreserveOrder: 'kept' },
  });
  const { known } = await findBehaviour(target, keys.authOnlyKey);
  let resets = 0;
  const send: typeof target.send = (request) => {
    resets += 1;
    return resets === 1 ? target.send(request) : Promise.resolve(refusedWith404);
  };
  const twice = { ...once, wire: 'plain' } as const;
  const refusals = async (between: Case['steps']) => {
    resets = 0;
    const scene: Case = { names: 'plain', ids: 0, rows: rows.slice(0, 1), steps: [twice, ...between, twice] };
    const scope = `${target.prefix}t${between.length}`;
    return (await runCase({ ...target, send }, known, scene, { scope, careful: false })).mismatches;
  };
  expect(await refusals([])).toEqual([]);
  expect(await refusals([{ do: 'send', row: 0, from: 'other' }])).toMatchObject([{ requirement: 'user-reset-works' }]);
});
