import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, Step } from '../cases/case.ts';
import { castOf } from '../cases/cast.ts';
import type { Known } from '../cases/known.ts';
import type { StoryStep } from '../report.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import { narrator } from '../target/narrator.ts';
import { type Target, Unarrangeable } from '../target/target.ts';
import { emptyLedger, keyOf } from './ledger.ts';
import { baseOf, unchangedList, untouched, viewLook } from './looks.ts';
import {
  type Attempt,
  type Finding,
  keepMismatches,
  type Mismatch,
  type Play,
  type SeenEffect,
  type Suspicion,
} from './play.ts';
import { playReset } from './play-reset.ts';
import { playTogether } from './play-together.ts';
import { type AnyLook, settle } from './settle.ts';
import { arrange, everybody, nextSecondMs, type Stage, sendInRow } from './stage.ts';

/** What came of a case. */
export interface CaseRun {
  readonly case: Case;
  /** What the ids of this run begin with, and of no other. */
  readonly scope: string;
  readonly mismatches: readonly Mismatch[];
  readonly suspicions: readonly Suspicion[];
  readonly effects: ReadonlyMap<number, SeenEffect>;
  readonly exercises: ReadonlyMap<RequirementId, number>;
  readonly attempts: readonly Attempt[];
  readonly observed: number;
  readonly story: readonly StoryStep[];
  /** Why the case could not be played, if so. */
  readonly unarrangeable: string | undefined;
  /** Whether every look waited for the settling time. */
  readonly patient: boolean;
  /** Looks at everything once more, when the settling time has passed since the last step. */
  readonly sweep: () => Promise<readonly Mismatch[]>;
}

export interface CaseOptions {
  /** Leads the ids of this run of the case, and of no other. */
  readonly scope: string;
  /** Keep the story, check what was arranged before judging, and look once more at the end. */
  readonly careful: boolean;
}

/** Plays a case on fresh ids. Rejects only when the run is stopped or the target has gone silent. */
export async function runCase(
  target: Target,
  known: Known,
  scene: Case,
  { scope, careful }: CaseOptions,
): Promise<CaseRun> {
  const patient = target.lags();
  const stage = {
    target,
    narrator: narrator(),
    cast: castOf(scene, scope),
    ledger: emptyLedger(),
    messages: 0,
    changedAt: performance.now(),
  };
  const play: Play = {
    scene,
    stage,
    known,
    mismatches: [],
    suspicions: [],
    effects: new Map(),
    exercises: new Map(),
    attempts: [],
    careful,
    step: -1,
    aged: false,
    deleted: false,
    inDoubt: false,
    observed: 0,
  };

  let unarrangeable: string | undefined;
  try {
    await arrange(stage);
    await Promise.all([stage.cast.protagonist, ...(stage.cast.doubles ?? [])].map((uid) => baseOf(play, uid)));
    if (careful) await checkArrangement(play);
    for (const [index, step] of scene.steps.entries()) {
      play.step = index;
      await playStep(play, step);
      if (isOver(play)) break;
    }
    if (careful && play.mismatches.length === 0) {
      await rest(stage);
      play.mismatches.push(...(await sweep(play, 'whole')));
    }
  } catch (error) {
    if (!(error instanceof Unarrangeable)) throw error;
    unarrangeable = error.message;
  }

  return {
    case: scene,
    scope,
    mismatches: play.mismatches,
    suspicions: play.suspicions,
    effects: play.effects,
    exercises: play.exercises,
    attempts: play.attempts,
    observed: play.observed,
    get story() {
      return stage.narrator.story();
    },
    unarrangeable,
    patient,
    sweep: async () => {
      await rest(stage);
      return sweep(play, 'half');
    },
  };
}

const isOver = ({ inDoubt, mismatches }: Play): boolean => inDoubt || mismatches.some(({ taints }) => taints);

async function playStep(play: Play, step: Step): Promise<void> {
  switch (step.do) {
    case 'reset':
      return playReset(play, step);
    case 'send': {
      const { cast } = play.stage;
      const castRow = cast.rows[step.row % cast.rows.length];
      if (castRow !== undefined) await sendInRow(play.stage, castRow, step.from);
      play.aged = false;
      return;
    }
    case 'together':
      return playTogether(play, step);
    case 'pause':
      await sleep(nextSecondMs, undefined, { signal: play.stage.target.signal });
      play.aged = true;
  }
}

/** Until the settling time has passed since anything was changed. */
async function rest({ target, changedAt }: Stage): Promise<void> {
  const left = changedAt + target.settleMs - performance.now();
  if (left > 0) await sleep(left, undefined, { signal: target.signal });
}

/** Each text that was sent has to be readable before anything is reset, or nothing can be concluded later. */
async function checkArrangement(play: Play): Promise<void> {
  const views = [...play.stage.ledger.views.values()];
  const missing = await settle(
    play.stage,
    views.map((view) => viewLook(play, view, 'confirmed-did-it')),
  );
  const [first] = missing;
  if (first?.kind === 'mismatch') throw new Unarrangeable(first.mismatch.summary);
}

/**
 * Looks once more at every list and every view. To save requests, half a sweep of ids that are not alike reads two rows
 * of four, as kinds mostly alternate.
 */
async function sweep(play: Play, manner: 'whole' | 'half'): Promise<readonly Mismatch[]> {
  if (isOver(play)) return [];
  const { ledger, cast } = play.stage;
  const found = play.mismatches.length;
  const lists: AnyLook<Finding>[] = everybody(cast).flatMap((uid) => {
    const before = ledger.lists.get(uid);
    const requirement = uid === cast.protagonist ? 'confirmed-did-it' : untouched(play, uid);
    return before === undefined ? [] : [unchangedList(play, uid, before, requirement, ledger.news.get(uid))];
  });
  const isWhole = manner === 'whole' || play.scene.names !== 'plain';
  const watched = cast.rows.filter((_, index) => isWhole || ((index >> 1) + play.scene.ids) % 2 === 0);
  const rows = new Set(watched.flatMap(({ peer, seenByOthers }) => [peer, seenByOthers(cast.protagonist)]).map(keyOf));
  for (const id of cast.doubles ?? []) rows.add(keyOf({ kind: 'user', id }));
  const views = [...ledger.views.values()]
    .filter(({ peer }) => rows.has(keyOf(peer)))
    .map((view) =>
      viewLook(
        play,
        view,
        play.deleted
          ? 'permanent-deletes-no-other'
          : view.peer.kind === 'group'
            ? 'group-reset-deletes-none-for-others'
            : view.uid === cast.protagonist
              ? 'nothing-doubled-or-lost'
              : 'false-deletes-none-for-others',
      ),
    );
  keepMismatches(play, await settle(play.stage, [...lists, ...views]));
  return play.mismatches.slice(found);
}
