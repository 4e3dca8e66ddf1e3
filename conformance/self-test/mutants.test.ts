import { describe, expect, it } from 'vitest';
import { referenceBehaviour } from '../../core/index.ts';
import { resetRequest } from '../scenario/reset-request.ts';
import { isReset, type Operation, operationsOf } from '../scenario/scenario.ts';
import { machineOf, readers, type Seen, type State, seenKey, stateKey, type Transition } from '../tour/machine.ts';
import { tourOver, tourScenarios } from '../tour/tour.ts';
import { keys, openOn } from './mock-targets.ts';
import { mutantServer } from './mutant-server.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

const machine = machineOf(referenceBehaviour);
const mutants = mutantsOf(machine);

/** A server with the world of the walks, to be asked for one operation after the other. */
async function opened(mutant?: Mutant) {
  const { driver, send } = await openOn(mutantServer(mutant), 0);
  for (const name of ['me', 'peer', 'outsider']) await driver.createUser(`w-${name}`);
  await driver.createGroup('w-group', ['w-me', 'w-peer']);
  const execute = async (operation: Operation): Promise<number> => {
    if (isReset(operation)) {
      const reply = await send(resetRequest(operation, 'w-', keys.apiKey));
      return reply.kind === 'answered' ? reply.status : 0;
    }
    const { from, to } = operation;
    await driver.sendMessage(`w-${from}`, { kind: to.kind, id: `w-${to.id}` }, 'hello');
    return 200;
  };
  const listOf = async (uid: string) =>
    (await driver.conversations(uid)).map(({ kind, id }) => (id === 'w-outsider' ? 'outsider' : kind));
  const read = (reader: string) => {
    const [owner, row] = reader.split(' ');
    const id = row === 'user' ? (owner === 'me' ? 'peer' : 'me') : row;
    return driver.messages(`w-${owner}`, { kind: row === 'group' ? 'group' : 'user', id: `w-${id}` });
  };
  const seen = async (): Promise<Seen> => {
    const texts = await Promise.all(readers.map(read));
    const readable = readers.filter((_, at) => texts[at]?.length !== 0);
    return { me: await listOf('w-me'), peer: await listOf('w-peer'), readable };
  };
  return { execute, seen };
}

/** Walks the tour until what is seen or answered is not what the machine says. */
async function differenceOf(mutant?: Mutant) {
  const options = { covers: 'operations', steps: 1, most: 100 } as const;
  const walks = tourOver(machine, options);
  for (const [at, { steps }] of tourScenarios(referenceBehaviour, options).entries()) {
    const { execute, seen } = await opened(mutant);
    // Before the walk the outsider writes.
    const [first, ...operations] = steps.flatMap(operationsOf);
    if (first !== undefined) await execute(first);
    for (const [index, operation] of operations.entries()) {
      const taken = walks[at]?.[index] as Transition;
      const answer = (await execute(operation)) === 200 ? 'confirmed' : 'refused';
      const outcome = await seen();
      if (answer !== taken.answer || seenKey(outcome) !== seenKey(taken.to)) return { taken, answer, outcome };
    }
  }
  return undefined;
}

describe('the mutants of the machine', () => {
  const inList = { me: ['user', 'group', 'outsider'], peer: ['user', 'group'], sent: ['group', 'user'] };
  const all = readers;

  const kept = { in: 'user', preserveOrder: true, permanently: false };
  const plain = { in: 'user', preserveOrder: false, permanently: false };
  const forEver = { in: 'user', preserveOrder: false, permanently: true };

  const news = { do: 'message', actor: undefined, in: 'user' };

  /** A reset by me that is confirmed, or a message, from a state in which all can be read. */
  const mutantOf = (state: object, input: object, wanted: object): Mutant | undefined =>
    mutants.find(
      (one) =>
        stateKey(one.from) === stateKey({ ...inList, readable: all, ...state } as State) &&
        JSON.stringify(one.input) === JSON.stringify({ do: 'reset', actor: 'me', ...input }) &&
        one.answer === 'confirmed' &&
        seenKey(one.outcome) === seenKey({ ...inList, readable: all, ...wanted } as Seen),
    );

  it('should be so many under the reference behaviour', () => {
    const count = (breaks: Mutant['breaks']) => mutants.filter((mutant) => mutant.breaks === breaks).length;
    expect([mutants.length, count('hard'), count('contradiction')]).toEqual([13_267, 12_332, 935]);
  });

  it('should show their wrong outcome on the tour, and nothing before', async () => {
    expect(await differenceOf()).toBeUndefined();
    const apart = Math.floor(mutants.length / 6);
    for (const mutant of mutants.filter((_, at) => at % apart === 7)) {
      const { taken, ...found } = (await differenceOf(mutant)) ?? expect.fail('no difference');
      expect(taken).toMatchObject({ from: mutant.from, input: mutant.input });
      const { outcome, answer } = mutant;
      expect({ ...found, outcome: seenKey(found.outcome) }).toEqual({ answer, outcome: seenKey(outcome) });
    }
  });

  /** The row of the reset is gone; its messages are hidden from me, or gone for both. */
  const gone = { me: ['group', 'outsider'] };
  const hidden = { readable: all.slice(1) };
  const deleted = { readable: ['me group', 'me outsider', 'peer group'] };
  const peerGone = { peer: ['group'] };

  it.each([
    ['a row that is kept moves', kept, { me: ['group', 'user', 'outsider'], ...hidden }, 'hard'],
    ['nothing is hidden, as elsewhere it is', kept, {}, 'contradiction'],
    ['the row stays, as elsewhere it does not', plain, hidden, 'contradiction'],
    ['the reset does what it should', plain, { ...gone, ...hidden }, 'permitted'],
    ["the other side's messages go", plain, { ...gone, ...deleted }, 'hard'],
    ["the other side's row goes", plain, { ...gone, ...hidden, ...peerGone }, 'hard'],
    ['other rows change places', plain, { me: ['outsider', 'group'], ...hidden }, 'hard'],
    ['a message makes other rows change places', news, { me: ['user', 'outsider', 'group'] }, 'contradiction'],
    ['a message takes another row away', news, { me: ['user', 'outsider'] }, 'hard'],
    ["the outsider's messages go", plain, { ...gone, readable: ['me group', 'peer user', 'peer group'] }, 'hard'],
    ['what was deleted can be read', forEver, gone, 'hard'],
    ['the other side keeps the messages, as elsewhere not', forEver, { ...gone, ...hidden }, 'contradiction'],
    ["the other side's row goes with the messages", forEver, { ...gone, ...deleted, ...peerGone }, 'permitted'],
  ])('should say what is broken when %s', (_, input, wanted, breach) => {
    expect(mutantOf({}, input, wanted)?.breaks ?? 'permitted').toBe(breach);
  });
});
