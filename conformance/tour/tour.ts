import type { Addressing, Behaviour } from '../../core/index.ts';
import { pick, reset, send } from '../plan/world.ts';
import { type EffectClass, effectClass, omittedClass, type Profile } from '../profile/profile.ts';
import type { Flag } from '../scenario/choices.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import type { Operation, Scenario } from '../scenario/scenario.ts';
import { type Input, inputsOf, type Machine, machineOf, otherThan, type Reset, type Transition } from './machine.ts';
import { type Edge, type Graph, walksOver } from './walks-over.ts';

export interface TourOptions {
  /** What it takes from every state: resets alone, with messages where they lead on, or every input. */
  readonly covers: 'resets' | 'operations';
  /** 1: every transition is taken. 2: every two transitions in a row are. */
  readonly steps: 1 | 2;
  /** The peer, too, resets. */
  readonly rich?: boolean;
  /** How many operations a walk may have, where what is left to take can be reached so soon. */
  readonly most: number;
  /** What is known of leaving the flag of a deletion out; where that is nothing, it means what the behaviour says. */
  readonly omitted?: Profile['omittedIsPermanent'];
  /** Classes of resets that the target does otherwise than core; none when left out. */
  readonly apart?: ReadonlySet<EffectClass>;
}

/** The machine of what a target does as core does it, in some form of addressing: it is the target's as well. */
export const knownMachine = (behaviour: Behaviour, { rich, apart }: Partial<TourOptions>): Machine =>
  machineOf(
    behaviour,
    inputsOf(rich).filter((input) => knownForms(input, behaviour, apart).length > 0),
  );

/** The forms in which the target does an input as core does it. */
function knownForms(
  input: Input,
  { addressing }: Behaviour,
  apart: ReadonlySet<EffectClass> = new Set(),
): readonly Addressing[] {
  return input.do === 'message' ? addressing : addressing.filter((form) => !apart.has(classOf(input, form)));
}

export const classOf = ({ in: kind, preserveOrder, permanently: permanent }: Reset, form: Addressing): EffectClass =>
  effectClass({ conversation: { kind, id: '' }, form, preserveOrder, permanent });

/**
 * Scenarios that together walk the whole machine of a behaviour; the same ones each time. What the target does otherwise
 * in every form comes last, and from states in which it may not be.
 */
export function tourScenarios(behaviour: Behaviour, options: TourOptions): readonly Scenario[] {
  const spell = speller(behaviour, options);
  const isApart = ({ input }: Transition) => knownForms(input, behaviour, options.apart).length === 0;
  const known = tourOver(knownMachine(behaviour, options), options);
  const others = tourOver(machineOf(behaviour, inputsOf(options.rich)), options, isApart);
  return [...known, ...others].map((walk) => ({
    users: ['me', 'peer', 'outsider'],
    groups: [{ id: 'group', members: ['me', 'peer'] }],
    // A row that nothing concerns shows whether a place is the first, the last, or kept.
    steps: [send('outsider', toUser('me')), ...walk.map(({ input }) => spell(input))],
  }));
}

/** Walks from the first state, as transitions of the machine, with those that are wanted; of all others what leads on. */
export function tourOver(
  machine: Machine,
  { covers, steps, most }: Pick<TourOptions, 'covers' | 'steps' | 'most'>,
  isWanted = ({ input }: Transition): boolean => covers === 'operations' || input.do === 'reset',
): readonly (readonly Transition[])[] {
  const { states, inputs, transitions } = machine;
  const place = new Map(states.map((state, index) => [state, index]));
  const edges = transitions.map((transition) => ({
    transition,
    to: place.get(transition.to) ?? 0,
    isWanted: isWanted(transition),
    // In requests, observations included.
    cost: transition.input.do === 'message' ? 2 : 4,
    rank: rankOf(transition),
  }));
  const graph = states.map((_, state) => edges.slice(state * inputs.length, (state + 1) * inputs.length));
  const walks = walksOver(steps === 1 ? graph : inPairs(graph), most);
  return walks.map((walk) => walk.map(({ transition }) => transition));
}

/** The graph whose edges are every two edges in a row. Its nodes are node 0, where nothing was taken yet, and each edge. */
function inPairs<Of extends Edge>(graph: Graph<Of>): Graph<Of> {
  const ends = [0, ...graph.flat().map(({ to }) => to)];
  const firstOf = graph.map((_, node) => 1 + graph.slice(0, node).flat().length);
  return ends.map((end) => (graph[end] ?? []).map((edge, input) => ({ ...edge, to: (firstOf[end] ?? 0) + input })));
}

/**
 * Refusals first, and one after the other, so that they can share an observation; permanent deletions last, as the other
 * side's row may stand anywhere after one, until the target has settled.
 */
function rankOf({ from, to, answer, input }: Transition): number {
  if (answer === 'refused') return 0;
  if (input.do === 'reset' && input.permanently) return 3;
  return from === to ? 1 : 2;
}

/** Says each input in all spellings that mean it, one after the other; each side writes in turn. */
function speller(
  behaviour: Behaviour,
  { apart, omitted = new Map() }: Pick<TourOptions, 'apart' | 'omitted'>,
): (input: Input) => Operation {
  const uses = new Map<Input, number>();
  const usually = behaviour.deleteMessagesPermanentlyOmitted === 'as-true';
  return (input) => {
    const choose = chooser(uses.get(input) ?? 0);
    uses.set(input, (uses.get(input) ?? 0) + 1);
    const to = (actor: 'me' | 'peer') => (input.in === 'group' ? toGroup('group') : toUser(otherThan(actor)));
    if (input.do === 'message') {
      const sender = choose(['me', 'peer'] as const);
      return send(sender, to(sender));
    }
    const { actor, preserveOrder, permanently } = input;
    const forms = knownForms(input, behaviour, apart);
    const form = choose(forms.length > 0 ? forms : behaviour.addressing);
    const absentMeans = omitted.size === 0 ? usually : omitted.get(omittedClass(form, preserveOrder));
    const deletion = spellings(permanently, absentMeans);
    return reset(actor, to(actor), {
      form,
      preserveOrder: choose(spellings(preserveOrder, false)),
      deleteMessagesPermanently: input.in === 'group' ? 'absent' : choose(deletion),
    });
  };
}

const spellings = (value: Reset['permanently'], absentMeans: boolean | undefined): readonly Flag[] =>
  value === absentMeans ? [`${value}`, 'absent'] : [`${value}`];

/** Takes from one list after the other, so that counting up goes through all combinations. */
function chooser(count: number): <Choice>(choices: readonly Choice[]) => Choice {
  let left = count;
  return <Choice>(choices: readonly Choice[]) => {
    const choice = pick(choices, left);
    left = Math.floor(left / choices.length);
    return choice;
  };
}
