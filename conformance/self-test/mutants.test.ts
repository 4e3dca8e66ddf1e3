import { describe, expect, it } from 'vitest';
import { type Behaviour, referenceBehaviour } from '../../core/index.ts';
import { reset, send } from '../plan/world.ts';
import { resetRequest } from '../scenario/reset-request.ts';
import { isReset, type Operation, operationsOf, toGroup, toUser } from '../scenario/scenario.ts';
import { callsOn } from '../testing/calls.ts';
import { machineOf, type Seen, type State, seenKey, stateKey, type Transition } from '../tour/machine.ts';
import { type TourOptions, tourOver, tourScenarios } from '../tour/tour.ts';
import { requestOf } from './handle.ts';
import { keys } from './mock-targets.ts';
import { type MutantServer, mutantServer } from './mutant-server.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

const ofReference = mutantsOf(machineOf(referenceBehaviour));

interface Difference {
  readonly taken: Transition;
  readonly status: number;
  readonly seen: Seen;
}

/** Walks a whole tour until the server differs from the machine. */
function tourUnder(behaviour: Behaviour, { steps = 1, rich = false }: Partial<TourOptions> = {}) {
  const options = { covers: 'operations', steps, rich, most: 100 } as const;
  const scenarios = tourScenarios(behaviour, options);
  const walks = tourOver(machineOf(behaviour, options), options);
  return async (server: MutantServer): Promise<Difference | undefined> => {
    for (const [at, scenario] of scenarios.entries()) {
      const execute = await arranged(server, `w${at}-`);
      // Before the walk the outsider writes.
      const [first, ...operations] = scenario.steps.flatMap(operationsOf);
      if (first !== undefined) await execute(first);
      for (const [index, operation] of operations.entries()) {
        const status = await execute(operation);
        const taken = walks[at]?.[index] as Transition;
        const seen = server.seen(`w${at}-`);
        const isAnswered = (status === 200) === (taken.answer === 'confirmed');
        if (!isAnswered || seenKey(seen) !== seenKey(taken.to)) return { taken, status, seen };
      }
    }
    return undefined;
  };
}

/** The server with the three users and the group in it; what is made of each operation is the status of its answer. */
async function arranged({ handle }: MutantServer, scope: string) {
  const call = callsOn(handle);
  for (const uid of ['me', 'peer', 'outsider']) await call('POST /users', '', { uid: scope + uid, name: uid });
  await call('POST /groups', `${scope}me`, { guid: `${scope}group`, name: 'group' });
  await call(`POST /groups/${scope}group/members`, '', { participants: [`${scope}peer`] });
  return async (operation: Operation, text = 'hello'): Promise<number> => {
    if (isReset(operation)) return (await handle(requestOf(resetRequest(operation, scope, keys.apiKey), '/v3'))).status;
    const { from, to } = operation;
    const message = { receiver: scope + to.id, receiverType: to.kind, data: { text } };
    return (await call('POST /messages', scope + from, message)).status;
  };
}

const behaviours: Readonly<Record<string, Behaviour>> = {
  reference: referenceBehaviour,
  'one form, deleting when nothing is said': {
    ...referenceBehaviour,
    addressing: ['path-peer-echo'],
    deleteMessagesPermanentlyOmitted: 'as-true',
  },
  'moving rows to the end': { ...referenceBehaviour, withoutPreserveOrder: 'moved-last', groupAppears: 'joining' },
};

it.each(
  Object.entries(behaviours),
)('should show what the machine says all along the tour where nothing is wrong: %s', async (_, behaviour) => {
  for (const options of [{}, { rich: true }, { steps: 2 }] as const) {
    const walk = tourUnder(behaviour, options);
    expect(await walk(mutantServer(undefined, behaviour))).toBeUndefined();
  }
});

describe('the mutants of the machine', () => {
  const inList = { me: ['user', 'group', 'outsider'], peer: ['user', 'group'], sent: ['group', 'user'] };
  const all = ['me user', 'me group', 'me outsider', 'peer user', 'peer group'];

  const kept = { in: 'user', preserveOrder: true, permanently: false };
  const plain = { in: 'user', preserveOrder: false, permanently: false };
  const forEver = { in: 'user', preserveOrder: false, permanently: true };

  /** A reset by me that is confirmed, from a state in which all can be read. */
  const mutantOf = (state: object, input: object, wanted: object): Mutant | undefined =>
    ofReference.find(
      (one) =>
        stateKey(one.from) === stateKey({ ...inList, readable: all, ...state } as State) &&
        JSON.stringify(one.input) === JSON.stringify({ do: 'reset', actor: 'me', ...input }) &&
        one.answer === 'confirmed' &&
        seenKey(one.outcome) === seenKey({ ...inList, readable: all, ...wanted } as Seen),
    );

  it('should be so many under the reference behaviour', () => {
    const count = (breaks: Mutant['breaks']) => ofReference.filter((mutant) => mutant.breaks === breaks).length;
    expect([ofReference.length, count('hard'), count('contradiction')]).toEqual([13_267, 12_418, 849]);
  });

  it.each(
    Object.entries(behaviours),
  )('should show their wrong outcome on the tour, and nothing before: %s', async (_, behaviour) => {
    const walk = tourUnder(behaviour);
    const mutants = mutantsOf(machineOf(behaviour));
    const apart = Math.floor(mutants.length / 8);
    for (const mutant of mutants.filter((_, at) => at % apart === 7)) {
      const server = mutantServer(mutant, behaviour);
      const difference = await walk(server);
      expect(difference?.taken).toMatchObject({ from: mutant.from, input: mutant.input });
      expect(difference?.status === 200).toBe(mutant.answer === 'confirmed');
      expect(difference && seenKey(difference.seen)).toBe(seenKey(mutant.outcome));
      expect(server.reached()).toBe(1);
    }
  });

  it('should show again what could be read before, and nothing that was hidden earlier', async () => {
    const from = { me: ['group', 'user', 'outsider'], peer: ['group', 'user'] };
    const mutant = mutantOf(from, plain, { ...from, me: ['group', 'outsider'] });
    const server = mutantServer(mutant, referenceBehaviour);
    const execute = await arranged(server, '');
    const toMe = send('peer', toUser('me'));
    await execute(send('outsider', toUser('me')), 'beside');
    await execute(toMe, 'hidden earlier');
    await execute(reset('me', toUser('peer'), { preserveOrder: 'true' }));
    await execute(toMe, 'one');
    await execute(toMe, 'two');
    await execute(send('peer', toGroup('group')), 'in the group');
    await execute(reset('me', toUser('peer')));

    const { json } = await callsOn(server.handle)('GET /users/peer/messages', 'me');
    expect(server.reached()).toBe(1);
    expect(json).toMatchObject({ data: [{ data: { text: 'one' } }, { data: { text: 'two' } }] });
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
    ["the outsider's messages go", plain, { ...gone, readable: ['me group', 'peer user', 'peer group'] }, 'hard'],
    ['what was deleted can be read', forEver, gone, 'hard'],
    ['the other side keeps the messages, as elsewhere not', forEver, { ...gone, ...hidden }, 'contradiction'],
    ["the other side's row goes with the messages", forEver, { ...gone, ...deleted, ...peerGone }, 'permitted'],
  ])('should say what is broken when %s', (_, input, wanted, breach) => {
    expect(mutantOf({}, input, wanted)?.breaks ?? 'permitted').toBe(breach);
  });
});
