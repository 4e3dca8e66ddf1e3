import { describe, expect, it } from 'vitest';
import { referenceBehaviour } from '../../core/index.ts';
import { inputsOf, machineOf, stateKey } from './machine.ts';

// How many states it has under which behaviour is the table of plan/fault-domain.test.ts.
describe('the machine', () => {
  it('should begin where nobody but the outsider has written', () => {
    const begun = { me: ['outsider'], peer: [], readable: ['me outsider'], sent: [] };
    expect(machineOf(referenceBehaviour).states[0]).toEqual(begun);
    const joined = machineOf({ ...referenceBehaviour, groupAppears: 'joining' });
    expect(joined.states[0]).toMatchObject({ me: ['outsider', 'group'], peer: ['group'] });
  });

  it('should go from each state with each input to one of its states', () => {
    const { states, inputs, transitions } = machineOf(referenceBehaviour, inputsOf(true));
    const every = states.flatMap((state) => inputs.map((input) => [state, input]));
    expect(transitions.map(({ from, input }) => [from, input])).toEqual(every);
    expect(transitions.every(({ to }) => states.includes(to))).toBe(true);
    expect(new Set(states.map(stateKey)).size).toBe(states.length);
  });
});
