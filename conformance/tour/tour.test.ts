import { describe, expect, it } from 'vitest';
import { type Behaviour, referenceBehaviour } from '../../core/index.ts';
import { isReset, type Operation, type Reset, type Scenario } from '../scenario/scenario.ts';
import { type Input, inputsOf, machineOf, type Transition } from './machine.ts';
import { knownMachine, type TourOptions, tourOver, tourScenarios } from './tour.ts';

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

const behaviours: readonly (readonly [string, Behaviour])[] = [
  ['reference', referenceBehaviour],
  ['accepting', { ...referenceBehaviour, missingConversation: 'accepted', addressing: ['path-actor'] }],
  ['deleting when nothing is said', { ...referenceBehaviour, deleteMessagesPermanentlyOmitted: 'as-true' }],
  ['moving rows to the end', { ...referenceBehaviour, withoutPreserveOrder: 'moved-last', groupAppears: 'joining' }],
  ['hiding nothing', { ...referenceBehaviour, withoutPreserveOrder: 'kept', messagesAfterReset: 'visible' }],
];

const isFreeUserReset = ({ conversation, preserveOrder, deleteMessagesPermanently: deletion }: Reset): boolean =>
  conversation.kind === 'user' && preserveOrder !== 'true' && deletion !== 'true';

const usual: TourOptions = { covers: 'operations', steps: 1, most: 100 };
const tourOf = (behaviour: Behaviour, options: Partial<TourOptions> = {}): readonly Scenario[] =>
  tourScenarios(behaviour, { ...usual, ...options });

describe.each(behaviours)('a tour of a target that is %s', (_, behaviour) => {
  const machine = machineOf(behaviour);
  const isOfReset = ({ input }: Transition) => input.do === 'reset';
  const walk = (options?: Partial<TourOptions>) => tourOver(machine, { ...usual, ...options });

  it.each([false, true])('should of one step take every transition, one after the other (rich: %s)', (rich) => {
    const whole = machineOf(behaviour, inputsOf(rich));
    const walks = tourOver(whole, usual);
    expect(new Set(walks.flat())).toEqual(new Set(whole.transitions));
    for (const one of walks)
      expect(one.map(({ from }) => from)).toEqual([whole.states[0], ...one.map(({ to }) => to)].slice(0, -1));
    const said = tourOf(behaviour, { rich }).map((scenario) =>
      operationsOf(scenario).map((one) => meantBy(one, behaviour)),
    );
    expect(said).toEqual(walks.map((one) => one.map(({ input }) => input)));
  });

  it('should of resets take every reset from every state, with fewer messages', () => {
    const resets = walk({ covers: 'resets' }).flat();
    expect(new Set(resets.filter(isOfReset))).toEqual(new Set(machine.transitions.filter(isOfReset)));
    expect(resets.length).toBeLessThan(walk().flat().length);
  });

  it('should of two steps take every two transitions in a row', () => {
    const { states, inputs, transitions } = machine;
    const numbers = new Map(transitions.map((transition, index) => [transition, index]));
    const pairs = walk({ steps: 2, most: 200 }).flatMap((path) =>
      path.map((transition, index) => `${numbers.get(path[index - 1] as Transition)} ${numbers.get(transition)}`),
    );
    expect(new Set(pairs).size).toBe((1 + states.length * inputs.length) * inputs.length);
  });
});

describe('the scenarios of a tour', () => {
  it('should take what the target does otherwise last, and each of all resets from every state that it leads to', () => {
    const apart = new Set(['group free temporary', 'path-peer free temporary'] as const);
    const scenarios = tourOf(referenceBehaviour, { apart });
    const known = knownMachine(referenceBehaviour, { apart });
    const isApart = (one: Operation) =>
      isReset(one) && one.conversation.kind === 'group' && one.preserveOrder !== 'true';
    const first = scenarios.findIndex((one) => operationsOf(one).some(isApart));
    expect(scenarios.slice(0, first)).toHaveLength(tourOver(known, usual).length);
    expect(scenarios.slice(first).every((one) => operationsOf(one).some(isApart))).toBe(true);
    const all = scenarios.flatMap(operationsOf).filter(isApart).length;
    expect(all).toBeGreaterThanOrEqual(machineOf(referenceBehaviour).states.length);
    const free = scenarios.slice(0, first).flatMap(operationsOf).filter(isReset).filter(isFreeUserReset);
    expect(new Set(free.map(({ form }) => form))).toEqual(new Set(['path-actor', 'path-peer-echo']));
  });

  it('should begin with a row that nothing else concerns', () => {
    for (const { steps } of tourOf(referenceBehaviour, { rich: true })) {
      expect(steps[0]).toEqual({ do: 'send', from: 'outsider', to: { kind: 'user', id: 'me' } });
      expect(JSON.stringify(steps.slice(1))).not.toContain('outsider');
    }
  });

  it('should have each side write in turn', () => {
    const sent = tourOf(referenceBehaviour)
      .flatMap(operationsOf)
      .filter((one) => one.do === 'send');
    const senders = sent.map(({ from, to }) => `${from} ${to.kind}`);
    expect(new Set(senders)).toEqual(new Set(['me user', 'peer user', 'me group', 'peer group']));
  });

  const resets = (behaviour: Behaviour): readonly Reset[] => tourOf(behaviour).flatMap(operationsOf).filter(isReset);

  it('should spell each reset in all ways that mean it, about equally often', () => {
    const spelled = resets(referenceBehaviour)
      .filter(isFreeUserReset)
      .map(
        ({ form, preserveOrder, deleteMessagesPermanently }) => `${form} ${preserveOrder} ${deleteMessagesPermanently}`,
      );
    const sizes = [...new Set(spelled)].map((one) => spelled.filter((other) => other === one).length);
    expect(sizes).toHaveLength(3 * 2 * 2);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  it('should use what the target accepts, and say all that means the same to it', () => {
    const forms = resets({ ...referenceBehaviour, addressing: ['path-peer'] }).map(({ form }) => form);
    expect(new Set(forms)).toEqual(new Set(['path-peer']));
    const deletions = resets({ ...referenceBehaviour, deleteMessagesPermanentlyOmitted: 'as-true' }).map(
      ({ conversation, deleteMessagesPermanently }) => `${conversation.kind} ${deleteMessagesPermanently}`,
    );
    expect(new Set(deletions)).toEqual(new Set(['user false', 'user true', 'user absent', 'group absent']));
  });
});
