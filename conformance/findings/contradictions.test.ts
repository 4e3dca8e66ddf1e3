import { describe, expect, it } from 'vitest';
import type { Case, Flag, Reset } from '../cases/case.ts';
import type { SeenEffect, Suspicion } from '../play/play.ts';
import type { CaseRun } from '../play/run-case.ts';
import { sampleCase, sampleRun } from '../self-test/sample-run.ts';
import type { Session } from '../session.ts';
import { TargetSilent } from '../target/target.ts';
import { compareWithTwin, findContradictions } from './contradictions.ts';

const effect = (change: Partial<SeenEffect> = {}): SeenEffect => ({
  place: 'removed',
  untied: false,
  aged: false,
  texts: 'hidden',
  othersTexts: 'visible',
  seen: 'a change',
  class: 'path-actor free temporary',
  shown: {
    place: { of: 'list', subject: 'the list', before: ['user:cr1-1-bob', 'user:cr1-1-eve'], seen: ['user:cr1-1-eve'] },
    texts: { of: 'messages', subject: 'what I read', before: ['message 1'], seen: [] },
    othersTexts: { of: 'messages', subject: 'what they read', before: ['message 1'], seen: ['message 1'] },
  },
  ...change,
});

const reset = (preserveOrder: Flag): Reset => ({
  do: 'reset',
  by: 'protagonist',
  row: 1,
  preserveOrder,
  permanently: 'false',
  form: 0,
  wire: 'plain',
});

const sceneWith = (preserveOrder: Flag): Case => ({
  ...sampleCase,
  steps: [{ do: 'send', row: 0, from: 'other' }, reset(preserveOrder)],
});

const lastReset = ({ steps }: Case): Reset =>
  steps.findLast((step): step is Reset => step.do === 'reset') ?? reset('true');

/** A session whose target has the effect that `show` gives for the n-th play; undefined is silence. */
function sessionOf(show: (step: Reset, scene: Case, nth: number) => SeenEffect | undefined) {
  const played: Case[] = [];
  const session: Pick<Session, 'again'> & { readonly known: Pick<Session['known'], 'effects'> } = {
    known: { effects: {} },
    again: async (scene) => {
      played.push(scene);
      const shown = show(lastReset(scene), scene, played.length - 1);
      if (shown === undefined) throw new TargetSilent('no answer');
      return runOf(scene, shown);
    },
  };
  return { session: session as Session, played };
}

function runOf(scene: Case, shown: SeenEffect): CaseRun {
  const at = scene.steps.length - 1;
  const suspicion: Suspicion = { step: at, effect: shown };
  return sampleRun({ case: scene, suspicions: [suspicion], effects: new Map([[at, shown]]), observed: 1 });
}

describe('two effects of one case', () => {
  const contradicts = async (one: SeenEffect, other: SeenEffect): Promise<boolean> => {
    const { session } = sessionOf((_, __, nth) => (nth === 2 ? other : one));
    return (await compareWithTwin(session, sceneWith('true'), 'careful')).contradictory !== undefined;
  };

  it.each<[string, Partial<SeenEffect>, Partial<SeenEffect>]>([
    ['removed and kept', { place: 'removed' }, { place: 'kept' }],
    ['moved and removed', { place: 'first' }, { place: 'removed' }],
    ['first and last, where nothing ties', { place: 'first', untied: true }, { place: 'last', untied: true }],
    ['kept and moved, where nothing ties', { place: 'kept', untied: true }, { place: 'other', untied: true }],
    ['hidden and readable', { texts: 'hidden' }, { texts: 'visible' }],
    ['hidden and partly readable', { texts: 'hidden' }, { texts: 'other' }],
    ['gone for the other and not', { othersTexts: 'hidden' }, { othersTexts: 'visible' }],
  ])('should contradict each other: %s', async (_, one, other) => {
    expect(await contradicts(effect(one), effect(other))).toBe(true);
  });

  it.each<[string, Partial<SeenEffect>, Partial<SeenEffect>]>([
    ['the same', {}, {}],
    ['first and last, which may be a tie', { place: 'first' }, { place: 'last' }],
    ['kept and moved, which may be a tie', { place: 'kept' }, { place: 'other' }],
    ['first and last, where one of them may be a tie', { place: 'first', untied: true }, { place: 'last' }],
    ['removed twice, once with a tie', { untied: true }, { untied: false }],
  ])('should not contradict each other: %s', async (_, one, other) => {
    expect(await contradicts(effect(one), effect(other))).toBe(false);
  });
});

describe('a case and its twin', () => {
  const kept = effect({ place: 'kept', texts: 'visible', seen: 'none' });
  const byFlag = (step: Reset): SeenEffect => (step.preserveOrder === 'left-out' ? kept : effect());

  it('should differ in how preserveOrder is said not to be wanted, and be played as often', async () => {
    const { session, played } = sessionOf(() => effect());
    await compareWithTwin(session, sceneWith('left-out'), 'careful');
    expect(played.map((scene) => lastReset(scene).preserveOrder).toSorted()).toEqual([
      ...Array(4).fill('false'),
      ...Array(4).fill('left-out'),
    ]);
    expect(new Set(played.map(({ steps }) => JSON.stringify(steps[0]))).size).toBe(1);
  });

  it('should not be a pair where the order is to be preserved', async () => {
    const { session, played } = sessionOf(() => effect());
    expect((await compareWithTwin(session, sceneWith('true'), 'careful')).unequal).toBeUndefined();
    expect(new Set(played.map((scene) => lastReset(scene).preserveOrder))).toEqual(new Set(['true']));
  });

  it.each<Flag>(['left-out', 'false'])('should be unequal where they never agree, told from %s', async (flag) => {
    const { session } = sessionOf(byFlag);
    const { unequal, contradictory } = await compareWithTwin(session, sceneWith(flag), 'careful');
    expect(contradictory).toBeUndefined();
    expect(unequal?.leftOut.effect).toEqual(kept);
    expect(unequal?.explicit.effect).toEqual(effect());
    expect(lastReset(unequal?.leftOut.run.case ?? sceneWith('true')).preserveOrder).toBe('left-out');
  });

  it('should be equal where they have one effect', async () => {
    const { session } = sessionOf(() => effect());
    expect((await compareWithTwin(session, sceneWith('false'), 'careful')).unequal).toBeUndefined();
  });

  it('should not be compared where either of them contradicts itself', async () => {
    let leftOut = 0;
    const { session } = sessionOf((step) => {
      if (step.preserveOrder === 'false') return effect();
      leftOut += 1;
      return leftOut % 2 === 0 ? effect() : kept;
    });
    expect((await compareWithTwin(session, sceneWith('false'), 'careful')).unequal).toBeUndefined();
    expect((await compareWithTwin(session, sceneWith('left-out'), 'careful')).unequal).toBeUndefined();
  });

  it('should not be compared where the target was silent once', async () => {
    const { session } = sessionOf((step, _, nth) => (nth === 5 ? undefined : byFlag(step)));
    const { unequal, same } = await compareWithTwin(session, sceneWith('false'), 'careful');
    expect([unequal, same.length]).toEqual([undefined, 4]);
  });

  it('should not be compared where the last step is no reset', async () => {
    const { session, played } = sessionOf(() => effect());
    const scene = { ...sceneWith('false'), steps: [{ do: 'pause' } as const] };
    expect(await compareWithTwin(session, scene, 'careful')).toEqual({
      same: [],
      contradictory: undefined,
      unequal: undefined,
    });
    expect(played).toEqual([]);
  });
});

describe('what is unusual', () => {
  const odd = effect({ texts: 'visible' });
  const told = async (
    show: (step: Reset, scene: Case, nth: number) => SeenEffect | undefined,
    scene = sceneWith('false'),
    met = odd,
  ) => {
    const { session, played } = sessionOf(show);
    const violations = await findContradictions(session, [runOf(scene, met)], 200);
    return { violations, played };
  };

  it('should be no violation where it comes out the same each time', async () => {
    expect((await told(() => odd)).violations).toEqual([]);
  });

  it('should be a contradiction where the same case has another effect', async () => {
    const { violations } = await told(() => effect());
    expect(violations).toMatchObject([
      {
        requirement: 'keeps-to-its-behaviour',
        counterexample: {
          summary:
            'the same case has different effects: once the messages are visible for the acting user; once the messages ' +
            'are hidden for the acting user',
          reproduced: { times: 0, of: 4 },
          shrunk: false,
          comparison: { of: 'messages', before: ['message 1'], expected: [], otherwise: 'the other time' },
        },
      },
    ]);
  });

  it('should show what was seen beside what was seen the other time, in the names of one run', async () => {
    const listOf = (scope: string) => [`user:${scope}-bob`, `user:${scope}-eve`];
    const shownIn = (scope: string, place: 'kept' | 'removed'): SeenEffect => {
      const [bob = '', eve = ''] = listOf(scope);
      const list = { of: 'list', subject: `the list of ${scope}-me`, before: [bob, eve], seen: [bob, eve] } as const;
      return effect({
        place,
        shown: { ...effect().shown, place: place === 'kept' ? list : { ...list, seen: [bob] } },
      });
    };
    const scene = sceneWith('false');
    const runWith = (scope: string, shown: SeenEffect) => ({ ...runOf(scene, shown), scope });
    const again = async () => runWith('cr1-7', shownIn('cr1-7', 'kept'));
    const session = { ...sessionOf(() => effect()).session, again } as Session;
    const [told] = await findContradictions(session, [runWith('cr1-1', shownIn('cr1-1', 'removed'))], 200);
    expect(told?.counterexample.summary).toBe(
      'the same case has different effects: once the row is removed; once the row is kept',
    );
    expect(told?.counterexample.comparison).toEqual({
      of: 'list',
      subject: 'the list of cr1-1-me',
      before: listOf('cr1-1'),
      expected: listOf('cr1-1'),
      otherwise: 'the other time',
      seen: ['user:cr1-1-bob'],
    });
  });

  it('should say how often it came back, and not be excused by chance', async () => {
    const { violations } = await told((_, __, nth) => (nth % 2 === 0 ? odd : effect()));
    expect(violations).toMatchObject([{ requirement: 'keeps-to-its-behaviour' }]);
    expect(violations[0]?.counterexample.reproduced).toEqual({ times: 2, of: 4 });
  });

  it('should be no contradiction where the second in which it happened explains it', async () => {
    const { violations } = await told((_, { steps }) => (steps.some((step) => step.do === 'pause') ? odd : effect()));
    expect(violations).toEqual([]);
  });

  it('should break the equality of omitted and false where only one of them shows it, with the smallest case', async () => {
    const { violations } = await told((step) => (step.preserveOrder === 'false' ? odd : effect()));
    expect(violations).toMatchObject([
      {
        requirement: 'omitted-equals-false',
        counterexample: {
          summary:
            'without preserveOrder the messages are hidden for the acting user; with preserveOrder false the messages ' +
            'are visible for the acting user',
          comparison: { of: 'messages', otherwise: 'with false' },
          story: [{}, { what: expect.stringContaining('the same on fresh ids with "preserveOrder":false') }],
          shrunk: true,
          reproduced: { times: 4, of: 4 },
        },
      },
    ]);
    const { case: shown } = violations[0]?.counterexample ?? { case: sceneWith('true') };
    expect([shown.rows.length, shown.steps.length]).toEqual([1, 1]);
  });

  it('should say of a row that is by itself no place but whether it is there', async () => {
    const alone = { of: 'list', subject: 'the list', before: ['user:bob'], seen: ['user:bob'] } as const;
    const stays = effect({ place: 'kept', shown: { ...effect().shown, place: alone } });
    const goes = effect({ shown: { ...effect().shown, place: { ...alone, seen: [] } } });
    const show = (step: Reset) => (step.preserveOrder === 'false' ? goes : stays);
    const { violations } = await told(show, sceneWith('left-out'), stays);
    expect(violations[0]?.counterexample.summary).toBe(
      'without preserveOrder the row is in the list; with preserveOrder false the row is removed',
    );
  });

  it('should without a body differ from false in the place alone', async () => {
    const bodiless = { ...sceneWith('left-out'), steps: [{ ...reset('left-out'), wire: 'empty-body' } as const] };
    const isPlain = (step: Reset) => step.wire === 'plain' && step.preserveOrder === 'false';
    const otherTexts = await told((step) => (isPlain(step) ? effect() : odd), bodiless);
    expect(otherTexts.violations).toEqual([]);
    const kept = effect({ place: 'kept' });
    const otherPlace = await told((step) => (isPlain(step) ? effect() : kept), bodiless, kept);
    expect(otherPlace.violations).toMatchObject([{ requirement: 'omitted-equals-false' }]);
  });

  it('should be cut off after the step that showed it', async () => {
    const scene = sceneWith('false');
    const longer = { ...scene, steps: [...scene.steps, reset('true'), reset('true')] };
    const run = { ...runOf(scene, odd), case: longer };
    const { session, played } = sessionOf(() => odd);
    await findContradictions(session, [run], 200);
    expect(new Set(played.map(({ steps }) => steps.length))).toEqual(new Set([2]));
  });

  it('should be looked into twice for each kind, however often it was met', async () => {
    const { session, played } = sessionOf(() => odd);
    const runs = Array.from({ length: 5 }, () => runOf(sceneWith('true'), odd));
    await findContradictions(session, [...runs, runOf(sceneWith('true'), effect({ texts: 'other' }))], 200);
    expect(played.length).toBeGreaterThanOrEqual(3 * 4);
    expect(played.length).toBeLessThanOrEqual(3 * 4 + 2);
  });
});
