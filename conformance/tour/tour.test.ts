import { describe, expect, it } from 'vitest';
import { type Behaviour, referenceBehaviour } from '../../core/index.ts';
import { isReset, type Operation, type Reset, type Scenario } from '../scenario/scenario.ts';
import { type Input, type Machine, machineOf, type Transition } from './machine.ts';
import { type TourOptions, tourScenarios } from './tour.ts';

const operationsOf = ({ steps }: Scenario): readonly Operation[] => steps.map((step) => step as Operation).slice(1);

/** What an operation means; the spelling is read by hand. */
function meantBy(operation: Operation, { deleteMessagesPermanentlyOmitted }: Behaviour): Input {
  if (!isReset(operation)) return { do: 'message', in: operation.to.kind };
  const { actor, conversation, preserveOrder, deleteMessagesPermanently: permanently } = operation;
  const omitted = deleteMessagesPermanentlyOmitted === 'as-true' ? 'true' : 'false';
  return {
    do: 'reset',
    actor: actor === 'me' ? 'me' : 'peer',
    in: conversation.kind,
    preserveOrder: preserveOrder === 'true',
    permanently: conversation.kind === 'user' && (permanently === 'absent' ? omitted : permanently) === 'true',
  };
}

/** The transitions that each scenario takes, by the machine alone. */
function taken(scenarios: readonly Scenario[], { behaviour, states, transitions }: Machine): readonly Transition[][] {
  const named = new Map(transitions.map((one) => [`${states.indexOf(one.from)} ${JSON.stringify(one.input)}`, one]));
  return scenarios.map((scenario) => {
    let state = states[0];
    return operationsOf(scenario).map((operation) => {
      const input = JSON.stringify(meantBy(operation, behaviour));
      const transition = named.get(`${state && states.indexOf(state)} ${input}`);
      if (transition === undefined) throw new Error(`the machine has no input ${input}`);
      state = transition.to;
      return transition;
    });
  });
}

const behaviours: readonly (readonly [string, Behaviour])[] = [
  ['reference', referenceBehaviour],
  ['accepting', { ...referenceBehaviour, missingConversation: 'accepted', addressing: ['path-actor'] }],
  ['deleting when told nothing', { ...referenceBehaviour, deleteMessagesPermanentlyOmitted: 'as-true' }],
  ['moving rows to the end', { ...referenceBehaviour, withoutPreserveOrder: 'moved-last', groupAppears: 'joining' }],
  ['hiding nothing', { ...referenceBehaviour, withoutPreserveOrder: 'kept', messagesAfterReset: 'visible' }],
];

describe('a tour of one step', () => {
  it.each(behaviours)('should take every transition: %s', (_, behaviour) => {
    for (const rich of [false, true]) {
      const machine = machineOf(behaviour, { rich });
      const walks = taken(tourScenarios(behaviour, { covers: 'operations', steps: 1, rich, most: 100 }), machine);
      expect(new Set(walks.flat()).size).toBe(machine.transitions.length);
    }
  });
});

describe('a tour of resets', () => {
  it.each(behaviours)('should take every reset from every state, with fewer messages: %s', (_, behaviour) => {
    const machine = machineOf(behaviour);
    const walk = (covers: TourOptions['covers']) =>
      taken(tourScenarios(behaviour, { covers, steps: 1, most: 100 }), machine).flat();
    const isReset = ({ input }: Transition) => input.do === 'reset';
    const [resets, operations] = [walk('resets'), walk('operations')];
    expect(new Set(resets.filter(isReset)).size).toBe(machine.transitions.filter(isReset).length);
    expect(resets.length).toBeLessThan(operations.length);
  });
});

describe('a tour of two steps', () => {
  it.each(behaviours)('should take every two transitions in a row: %s', (_, behaviour) => {
    const machine = machineOf(behaviour);
    const { states, inputs, transitions } = machine;
    const numbers = new Map(transitions.map((transition, index) => [transition, index]));
    const pairs = new Set<string>();
    for (const walk of taken(tourScenarios(behaviour, { covers: 'operations', steps: 2, most: 200 }), machine)) {
      for (const [index, transition] of walk.entries()) {
        const before = index === 0 ? 'start' : numbers.get(walk[index - 1] as Transition);
        pairs.add(`${before} ${numbers.get(transition)}`);
      }
    }
    expect(pairs.size).toBe((1 + states.length * inputs.length) * inputs.length);
  });
});

describe('the scenarios of a tour', () => {
  it('should be the same each time', () => {
    const tour = () => tourScenarios(referenceBehaviour, { covers: 'operations', steps: 1, most: 60 });
    expect(tour()).toEqual(tour());
  });

  it('should be about as long as asked for', () => {
    for (const { steps } of tourScenarios(referenceBehaviour, { covers: 'operations', steps: 2, most: 40 })) {
      // A walk that goes on where another one ended has the way there before it.
      expect(steps.length).toBeLessThanOrEqual(1 + 40 + 5);
    }
  });

  it('should begin with a row that nothing else concerns', () => {
    for (const { steps } of tourScenarios(referenceBehaviour, {
      covers: 'operations',
      steps: 1,
      rich: true,
      most: 100,
    })) {
      expect(steps[0]).toEqual({ do: 'send', from: 'outsider', to: { kind: 'user', id: 'me' } });
      expect(JSON.stringify(steps.slice(1))).not.toContain('outsider');
    }
  });

  const resets = (behaviour: Behaviour): readonly Reset[] =>
    tourScenarios(behaviour, { covers: 'operations', steps: 1, most: 100 })
      .flatMap(operationsOf)
      .filter((one) => one.do === 'reset');
  const spelled = ({ form, preserveOrder, deleteMessagesPermanently: deletion }: Reset): string =>
    `${form}, ${preserveOrder}, ${deletion}`;

  const grouped = (names: readonly string[]): ReadonlyMap<string, number> =>
    new Map(names.map((name) => [name, names.filter((other) => other === name).length]));

  it('should spell each reset in all ways that mean it, about equally often', () => {
    const plain = resets(referenceBehaviour).filter(
      (reset) =>
        reset.conversation.kind === 'user' &&
        reset.preserveOrder !== 'true' &&
        reset.deleteMessagesPermanently !== 'true',
    );
    const counts = grouped(plain.map(spelled));
    expect(counts.size).toBe(3 * 2 * 2);
    const sizes = [...counts.values()];
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  it('should leave a permanent deletion out where that means one', () => {
    const behaviour: Behaviour = { ...referenceBehaviour, deleteMessagesPermanentlyOmitted: 'as-true' };
    const ofUsers = resets(behaviour).filter(({ conversation }) => conversation.kind === 'user');
    expect(new Set(ofUsers.map((reset) => reset.deleteMessagesPermanently))).toEqual(
      new Set(['false', 'true', 'absent']),
    );
  });

  it('should use accepted forms only', () => {
    const forms = resets({ ...referenceBehaviour, addressing: ['path-peer'] }).map(({ form }) => form);
    expect(new Set(forms)).toEqual(new Set(['path-peer']));
  });

  it('should send no deletion in a group reset', () => {
    const ofGroups = resets(referenceBehaviour).filter(({ conversation }) => conversation.kind === 'group');
    expect(new Set(ofGroups.map((reset) => reset.deleteMessagesPermanently))).toEqual(new Set(['absent']));
  });
});
