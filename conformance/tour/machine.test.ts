import { describe, expect, it } from 'vitest';
import { type Behaviour, referenceBehaviour } from '../../core/index.ts';
import { readBehaviourFile } from '../../fixtures/index.ts';
import { machineOf, stateKey } from './machine.ts';

function sizeOf(behaviour: Behaviour, rich = false) {
  const { states, transitions } = machineOf(behaviour, { rich });
  const refused = transitions.filter(({ answer }) => answer === 'refused');
  return [states.length, transitions.length, refused.length];
}

describe('the machine', () => {
  it.each([
    ['reference', [39, 312, 106], [62, 744, 220]],
    ['lenient', [39, 312, 0], [62, 744, 0]],
  ])('should have so many states, transitions and refusals: %s', (name, plain, rich) => {
    const read = readBehaviourFile(name);
    if (!read.ok) throw new Error(`${name} cannot be read`);
    expect([sizeOf(read.value), sizeOf(read.value, true)]).toEqual([plain, rich]);
  });

  it.each([
    ['moved-first', 'visible', [12, 96]],
    ['kept', 'visible', [8, 64]],
  ] as const)('should be smaller where less can be seen: %s, %s', (withoutPreserveOrder, messagesAfterReset, size) => {
    const behaviour = { ...referenceBehaviour, withoutPreserveOrder, messagesAfterReset };
    expect(sizeOf(behaviour).slice(0, 2)).toEqual(size);
  });

  it('should begin where nobody but the outsider has written', () => {
    const begun = { me: ['outsider'], peer: [], readable: ['me outsider'], sent: [] };
    expect(machineOf(referenceBehaviour).states[0]).toEqual(begun);
    const joined = machineOf({ ...referenceBehaviour, groupAppears: 'joining' });
    expect(joined.states[0]).toMatchObject({ me: ['outsider', 'group'], peer: ['group'] });
  });

  it('should go from each state with each input to one of its states', () => {
    const { states, inputs, transitions } = machineOf(referenceBehaviour, { rich: true });
    const every = states.flatMap((state) => inputs.map((input) => [state, input]));
    expect(transitions.map(({ from, input }) => [from, input])).toEqual(every);
    expect(transitions.every(({ to }) => states.includes(to))).toBe(true);
    expect(new Set(states.map(stateKey)).size).toBe(states.length);
  });
});
