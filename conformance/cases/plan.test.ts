import { beforeAll, describe, expect, it } from 'vitest';
import { addressingForms } from '../../core/index.ts';
import { findBehaviour } from '../behaviour/find-behaviour.ts';
import { type CaseRun, runCase } from '../play/run-case.ts';
import type { Budget } from '../report.ts';
import { requirements } from '../requirements/catalogue.ts';
import { keys, openInMemory } from '../self-test/mock-targets.ts';
import { inParallel } from '../target/pool.ts';
import { anyCase } from './arbitrary-case.ts';
import { type Case, flags, type Reset, type Row, type Step, wires } from './case.ts';
import type { Known } from './known.ts';
import { floors, planCases } from './plan.ts';
import { undisturbedCases } from './themes.ts';

const removed = { place: 'removed', texts: 'hidden' } as const;
const preserved = { place: 'kept', texts: 'hidden' } as const;

const known: Known = {
  forms: addressingForms,
  effects: {
    ...Object.fromEntries(
      addressingForms.flatMap((form) => [
        [`${form} preserved permanent`, preserved],
        [`${form} preserved temporary`, preserved],
        [`${form} free permanent`, removed],
        [`${form} free temporary`, removed],
      ]),
    ),
    'group preserved temporary': preserved,
    'group free temporary': removed,
  },
  omittedIsPermanent: { preserved: false, free: false },
  permanentForEveryone: true,
  caseSensitive: false,
};

const resetsOf = ({ steps }: Case): readonly Reset[] =>
  steps
    .flatMap((step): readonly Step[] => (step.do === 'together' ? step.acts : [step]))
    .filter((step) => step.do === 'reset');

describe('a plan', () => {
  it('should be the same for the same seed, and another for another', () => {
    expect(floors).toMatchObject({ default: 20 });
    expect(planCases(7, 'default', known)).toEqual(planCases(7, 'default', known));
    expect(planCases(8, 'default', known)).not.toEqual(planCases(7, 'default', known));
  });

  it('should by default keep the order at every place of lists up to 12, for both kinds', () => {
    const kept = (step: Step): step is Reset =>
      step.do === 'reset' && step.by === 'protagonist' && step.preserveOrder === 'true' && step.wire === 'plain';
    const met = new Set<string>();
    for (const { names, rows, steps } of planCases(1, 'default', known)) {
      const end = steps.findIndex((step) => !kept(step));
      // Until something else happens the list is as it was arranged: what began last stands first.
      for (const step of steps.slice(0, end === -1 ? steps.length : end).filter(kept)) {
        const place = step.row % rows.length;
        if (names === 'plain') met.add(`${rows.at(-1 - place)?.kind} at ${place + 1} of ${rows.length}`);
      }
    }
    const places = Array.from({ length: 12 }, (_, index) => index + 1).flatMap((length) =>
      Array.from({ length }, (_, place) => [`user at ${place + 1} of ${length}`, `group at ${place + 1} of ${length}`]),
    );
    expect(places.flat().filter((place) => !met.has(place))).toEqual([]);
  });

  it.each<Budget>([
    'quick',
    'default',
    'thorough',
  ])('should for %s meet what is rare as often as is needed', (budget) => {
    const cases = planCases(1, budget, known);
    const met = new Map<string, number>();
    const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
    for (const scene of cases) {
      for (const { wire } of resetsOf(scene)) meet(wire);
      for (const step of scene.steps) meet(step.do);
      if (scene.names !== 'plain') for (const _ of resetsOf(scene)) meet('look-alikes');
    }
    const rare = ['chunked', 'percent-encoded', 'header-case', 'no-key', 'wrong-key', 'no-acting-user'];
    const often = [...rare, 'together', 'look-alikes'];
    expect(often.filter((what) => (met.get(what) ?? 0) < floors[budget])).toEqual([]);
    expect(wires.filter((wire) => !met.has(wire))).toEqual([]);
  });

  it.each<Budget>(['quick', 'default', 'thorough'])('should for %s hold nothing that cannot be shrunk', (budget) => {
    const cases = planCases(1, budget, { ...known, forms: ['path-peer'], caseSensitive: true });
    expect(
      cases.filter((scene) => !anyCase.canShrinkWithoutContext({ alone: undefined, paced: undefined, ...scene })),
    ).toEqual([]);
  });

  it('should have lists of more than a page, and histories of more than a page for each kind and writer', () => {
    const rows = planCases(1, 'default', known).map((scene) => scene.rows);
    expect(rows.filter(({ length }) => length > 100).length).toBeGreaterThanOrEqual(2);
    const long = new Set(
      rows.flat().flatMap(({ kind, messages, from }) => (messages > 100 ? [kind, `${kind} from ${from}`] : [])),
    );
    expect([...long]).toEqual(expect.arrayContaining(['user', 'group', 'user from both', 'user from other']));
  });

  it.each(['user', 'group'] as const)('should reset %s histories of middling size under each flag', (kind) => {
    const isMiddling = (row: Row) => row.kind !== kind || (row.messages > 10 && row.messages < 100);
    const resets = planCases(1, 'default', known)
      .filter(({ rows }) => rows.every(isMiddling) && rows.some((row) => row.kind === kind))
      .flatMap(resetsOf);
    expect(new Set(resets.map(({ preserveOrder }) => preserveOrder))).toEqual(new Set(flags));
    expect(new Set(resets.map(({ permanently }) => permanently))).toEqual(new Set(['true', 'false']));
  });

  it('should ask without credentials for every combination of flags, of users in every form', () => {
    const asked = planCases(1, 'default', known)
      .flatMap(({ rows, steps }) => steps.flatMap((step) => (step.do === 'reset' ? [{ rows, step }] : [])))
      .filter(({ step }) => step.wire === 'no-key')
      .map(({ rows, step: { row, permanently, preserveOrder, form } }) => {
        const kind = rows[rows.length - 1 - (row % rows.length)]?.kind;
        return kind === 'user' ? `${permanently} ${preserveOrder} ${Number(form) % 3}` : kind;
      });
    expect(new Set(asked).size).toBe(flags.length * flags.length * 3 + 1);
  });

  it('should name both sides of a conversation on behalf of somebody who has no part in it, in either order', () => {
    const named = planCases(1, 'quick', known)
      .flatMap(resetsOf)
      .filter(({ by, wire }) => by === 'bystander' && wire === 'three-names');
    for (const order of [0, 1]) {
      const flagged = named.filter(({ row }) => row % 2 === order).map(({ permanently }) => permanently);
      expect(new Set(flagged)).toEqual(new Set(['true', 'false']));
    }
  });

  it('should have bursts in which each conversation is reset once, groups and users, with the order and without', () => {
    const once = planCases(1, 'default', known).flatMap(({ rows, steps }) =>
      steps.flatMap((step) => {
        const resets = step.do === 'together' ? step.acts.filter((act) => act.do === 'reset') : [];
        const places = new Set(resets.map(({ row }) => row % rows.length));
        return resets.length > 0 && places.size === resets.length && resets.length === rows.length
          ? [`${rows[0]?.kind} ${new Set(resets.map(({ preserveOrder }) => preserveOrder)).values().next().value}`]
          : [];
      }),
    );
    expect(new Set(once)).toEqual(new Set(['user true', 'user false', 'group true', 'group false']));
  });

  it('should first of all ask without an acting user right behind a reset by one, of either kind', () => {
    const asked = undisturbedCases().flatMap(({ rows, steps }) =>
      steps.flatMap((step, at) => {
        const before = steps[at - 1];
        if (step.do !== 'reset' || step.wire !== 'no-acting-user') return [];
        expect(before).toMatchObject({ do: 'reset', by: 'protagonist', wire: 'plain' });
        return [rows[rows.length - 1 - step.row]?.kind];
      }),
    );
    expect(new Set(asked)).toEqual(new Set(['user', 'group']));
  });

  it('should have ids that differ in case alone only where case counts', () => {
    const namesFor = (caseSensitive: boolean) =>
      new Set(planCases(1, 'quick', { ...known, caseSensitive }).map(({ names }) => names));
    expect(namesFor(false)).toEqual(new Set(['plain', 'prefix', 'same-name', 'wildcard', 'infix', 'long', 'marks']));
    expect(namesFor(true)).toEqual(
      new Set(['plain', 'prefix', 'same-name', 'wildcard', 'infix', 'long', 'marks', 'case']),
    );
  });

  it('should ask in a form that is refused only where there is one', () => {
    const named = (forms: Known['forms']) =>
      new Set(
        planCases(1, 'quick', { ...known, forms })
          .flatMap(resetsOf)
          .map(({ form }) => form)
          .filter((form) => typeof form === 'string'),
      );
    expect(named(addressingForms)).toEqual(new Set());
    expect(named(['path-peer'])).toEqual(new Set(['path-actor', 'path-peer-echo']));
  });

  it('should wait for the second to change only where a row stays in the list', () => {
    const pauses = (place: 'removed' | 'last') =>
      planCases(1, 'quick', { ...known, effects: { 'group free temporary': { ...removed, place } } }).filter(
        ({ steps }) => steps.some((step) => step.do === 'pause'),
      ).length;
    expect(pauses('removed')).toBe(0);
    expect(pauses('last')).toBeGreaterThan(0);
  });
});

describe.each<Budget>(['quick', 'default'])('a whole run with budget %s', (budget) => {
  let runs: readonly CaseRun[] = [];
  beforeAll(async () => {
    const target = await openInMemory();
    const found = await findBehaviour(target, keys.authOnlyKey);
    const cases = planCases(3, budget, found.known);
    runs = await inParallel(cases, 16, (scene, index) =>
      runCase(target, found.known, scene, { scope: `${target.prefix}${index}`, careful: false }),
    );
  }, 60_000);

  it('should put every requirement to the test often enough to say that it holds', () => {
    const times = requirements.map(
      ({ id }) => [id, runs.reduce((sum, { exercises }) => sum + (exercises.get(id) ?? 0), 0)] as const,
    );
    expect(times.filter(([, exercised]) => exercised < floors[budget])).toEqual([]);
  });

  it('should see the effect of resets by the hundred', () => {
    const observed = runs.reduce((sum, run) => sum + run.observed, 0);
    expect(observed).toBeGreaterThanOrEqual(budget === 'quick' ? 100 : 300);
  });

  it('should rarely miss what goes wrong one time in twenty', () => {
    const effects = runs.flatMap((run) => [...run.effects.values()].filter(({ seen }) => seen !== undefined));
    for (const kind of ['user', 'group'] as const) {
      for (const order of ['preserved', 'free'] as const) {
        const shown = effects.filter(
          (effect) => effect.class?.replace(/^path-\S+/, 'user') === `${kind} ${order} temporary`,
        );
        expect(0.95 ** shown.length, `${kind} ${order}`).toBeLessThan(budget === 'quick' ? 0.4 : 0.001);
      }
    }
  });

  it('should find nothing wrong', () => {
    expect(runs.flatMap(({ mismatches, unarrangeable }) => [...mismatches, unarrangeable ?? []].flat())).toEqual([]);
  });

  it('should ask for every combination of flags, in every form where there is a choice', () => {
    const forms = budget === 'quick' ? [''] : addressingForms.map((form) => `${form}, `);
    const combinations = flags.flatMap((order) => [
      `group, preserveOrder ${order}`,
      ...flags.flatMap((permanently) =>
        forms.map((form) => `user, ${form}permanently ${permanently}, preserveOrder ${order}`),
      ),
    ]);
    const strip = (what: string) => (budget === 'quick' ? what.replace(/path-[a-z-]+, /, '') : what);
    const met = new Set(runs.flatMap(({ attempts }) => attempts.map(({ what }) => strip(what))));
    expect(combinations.filter((combination) => !met.has(combination))).toEqual([]);
  });
});
