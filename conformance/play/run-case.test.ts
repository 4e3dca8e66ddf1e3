import { expect, it } from 'vitest';
import { findBehaviour } from '../behaviour/find-behaviour.ts';
import type { Case, Names } from '../cases/case.ts';
import { keys, openInMemory } from '../self-test/mock-targets.ts';
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
