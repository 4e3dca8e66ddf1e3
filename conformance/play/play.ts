import type { Case } from '../cases/case.ts';
import type { Effect, EffectClass, Known, Place } from '../cases/known.ts';
import type { Comparison, ListComparison } from '../report.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import type { Peer } from '../target/driver.ts';
import { Unarrangeable } from '../target/target.ts';
import { compareLists } from './judge-list.ts';
import { compareView, keyOf, type View, type ViewMismatch, viewKey, viewOf } from './ledger.ts';
import { type AnyLook, look, settle } from './settle.ts';
import type { Stage } from './stage.ts';

/** A case while it is being played. */
export interface Play {
  readonly scene: Case;
  readonly stage: Stage;
  readonly known: Known;
  readonly mismatches: Mismatch[];
  readonly suspicions: Suspicion[];
  /** What each step did, by its index. */
  readonly effects: Map<number, SeenEffect>;
  readonly exercises: Map<RequirementId, number>;
  readonly attempts: Attempt[];
  /** Look at everybody and everything after each step, so that no step is blamed for what an earlier one did. */
  readonly careful: boolean;
  /** Index of the step that is being played. */
  step: number;
  /** Whether the second has changed since anything happened: then no place is a tie. */
  aged: boolean;
  /** Whether a permanent deletion was confirmed in this case. */
  deleted: boolean;
  /** Whether no answer came to a reset: it may happen any time from now on, so that nothing more can be judged. */
  inDoubt: boolean;
  /** Resets whose effect was seen. */
  observed: number;
}

/** Something that no implementation of the spec may show. */
export interface Mismatch {
  readonly requirement: RequirementId;
  readonly summary: string;
  readonly comparison: Comparison;
  readonly step: number;
  /** Whether what follows in the case can no longer be judged. */
  readonly taints: boolean;
}

/** An effect that is lawful in itself and unlike the usual one; repeating the case tells whether it contradicts itself. */
export interface Suspicion {
  readonly step: number;
  readonly effect: SeenEffect;
}

export interface SeenEffect {
  /** Where `aged` is false it may be a tie, unless it is `removed`. */
  readonly place: Place;
  readonly aged: boolean;
  readonly texts: Effect['texts'];
  readonly othersTexts: Effect['texts'];
  /** Of the acting user's side, on a conversation with messages; undefined on one without. */
  readonly seen: 'a change' | 'none' | undefined;
  readonly class: EffectClass;
  /** What it was concluded from. */
  readonly shown: Readonly<Record<'place' | 'texts' | 'othersTexts', Shown>>;
}

/** A list, or the messages of a conversation, before a reset and after it. */
type Shown = Pick<ListComparison, 'of' | 'subject' | 'before' | 'seen'>;

/** A reset as documented, of a conversation with messages: it has to be possible. */
export interface Attempt {
  readonly what: string;
  readonly answer: 'confirmed' | 'refused' | 'failed' | 'lost';
  readonly step: number;
}

export type Finding =
  | { readonly kind: 'mismatch'; readonly mismatch: Mismatch }
  | { readonly kind: 'unusual'; readonly what: 'place' | 'texts' | 'others-texts'; readonly comparison: Comparison };

export const count = (play: Play, requirement: RequirementId, times = 1): void => {
  play.exercises.set(requirement, (play.exercises.get(requirement) ?? 0) + times);
};

export const mismatch = (
  play: Play,
  requirement: RequirementId,
  summary: string,
  comparison: Comparison,
  taints = true,
): Mismatch => ({ requirement, summary, comparison, step: play.step, taints });

async function readList(play: Play, uid: string): Promise<readonly string[]> {
  const rows = await play.stage.target.driver.conversations(uid);
  for (const row of rows) {
    if (row.conversationId !== undefined) play.stage.ledger.conversationIds.set(viewKey(uid, row), row.conversationId);
  }
  return rows.map(keyOf);
}

export const readView = (play: Play, { uid, peer }: View): Promise<readonly string[]> =>
  play.stage.target.driver.messages(uid, peer);

/**
 * The list as it stands before a step. It is looked at again where messages came in: their rows may be anywhere, and
 * what earlier resets did to the others has to last.
 */
export async function baseOf(play: Play, uid: string): Promise<readonly string[]> {
  const { ledger } = play.stage;
  const seen = ledger.lists.get(uid);
  const news = ledger.news.get(uid) ?? new Set();
  if (seen !== undefined && news.size === 0) return seen;
  const isBegun = play.scene.steps
    .slice(0, Math.max(play.step, 0))
    .some(({ do: deed }) => deed === 'reset' || deed === 'together');
  const [wrong] = await settle(play.stage, [
    look({
      read: () => readList(play, uid),
      judge: (list) => {
        const missing = [...news].find((key) => !list.includes(key));
        if (missing !== undefined) return { missing, list };
        const different = isBegun && seen !== undefined ? compareLists(seen, list, news) : undefined;
        return different === undefined ? undefined : { different, list };
      },
      adopt: (list) => ledger.lists.set(uid, list),
    }),
  ]);
  ledger.news.delete(uid);
  if (wrong?.missing !== undefined && (seen === undefined || play.step < 0)) {
    throw new Unarrangeable(`after messages were sent in it, ${wrong.missing} does not show up in the list of ${uid}`);
  }
  if (wrong?.different !== undefined && seen !== undefined) {
    const { requirement, summary } = wrong.different;
    const isOwn = uid === play.stage.cast.protagonist;
    play.mismatches.push(
      mismatch(
        play,
        isOwn ? requirement : untouched(play, uid),
        `when messages had come in other conversations, in the list of ${uid} ${summary}`,
        { of: 'list', subject: `the list of ${uid}`, before: seen, expected: seen, seen: wrong.list },
      ),
    );
  }
  return ledger.lists.get(uid) ?? [];
}

/** What a change of somebody else's list violates. */
export const untouched = ({ stage: { cast } }: Play, uid: string): RequirementId =>
  uid === cast.bystander || cast.doubles?.includes(uid) ? 'bystanders-untouched' : 'other-participants-untouched';

/**
 * Looks whether what was sent since a reset can be read. Where whole seconds decide what a reset hides, a message of
 * the same second may be hidden with the rest.
 */
export async function verifyNews(play: Play, view: View): Promise<void> {
  if (view.unverified.size === 0) return;
  const texts = [...view.unverified];
  view.unverified.clear();
  await settle(play.stage, [
    look({
      read: () => readView(play, view),
      judge: (seen) => texts.find((text) => !seen.includes(text)),
      adopt: (seen) => {
        for (const text of texts) if (seen.includes(text)) view.texts.set(text, true);
      },
    }),
  ]);
}

/** A look at a list, which counts from then on as the list that was seen. */
export const listLook = (
  play: Play,
  uid: string,
  judge: (list: readonly string[]) => Finding | undefined,
): AnyLook<Finding> =>
  look({
    read: () => readList(play, uid),
    judge,
    adopt: (list) => play.stage.ledger.lists.set(uid, list),
  });

/** A look at a view that has to hold what the ledger says. */
export const viewLook = (play: Play, view: View, requirement: RequirementId): AnyLook<Finding> =>
  look({
    read: () => readView(play, view),
    judge: (texts) => {
      const wrong = compareView(view, texts);
      return wrong === undefined
        ? undefined
        : { kind: 'mismatch', mismatch: viewMismatch(play, view, wrong, texts, requirement) };
    },
  });

export function viewMismatch(
  play: Play,
  view: View,
  wrong: ViewMismatch,
  seen: readonly string[],
  requirement: RequirementId,
): Mismatch {
  const subject = subjectOf(view);
  const back = wrong.returned.length > 0;
  return mismatch(
    play,
    back ? (play.deleted ? 'permanent-deletes-all' : 'confirmed-did-it') : requirement,
    back
      ? `${subject}: ${wrong.returned.length} of the messages that a reset took away can be read`
      : `${subject}: ${wrong.missing.length} of ${wrong.expected.length} messages cannot be read any more`,
    { of: 'messages', subject, before: [...view.texts.keys()], expected: wrong.expected, seen },
  );
}

export const subjectOf = ({ uid, peer }: Pick<View, 'uid' | 'peer'>): string => `${uid} reads ${keyOf(peer)}`;

export const viewsOf = (play: Play, uid: string, peer: Peer): View => viewOf(play.stage.ledger, uid, peer);

/**
 * A look at a list that has to be as it was, but for the rows that are free. Without a requirement, the difference
 * itself says what it violates.
 */
export function unchangedList(
  play: Play,
  uid: string,
  before: readonly string[],
  requirement: RequirementId | undefined,
  free: ReadonlySet<string> = new Set(),
): AnyLook<Finding> {
  return listLook(play, uid, (list) => {
    const wrong = compareLists(before, list, free);
    if (wrong === undefined) return undefined;
    const summary = `in the list of ${uid} ${wrong.summary}`;
    return {
      kind: 'mismatch',
      mismatch: mismatch(play, requirement ?? wrong.requirement, summary, {
        of: 'list',
        subject: `the list of ${uid}`,
        before,
        expected: before,
        seen: list,
      }),
    };
  });
}

/** Keeps the mismatches among what was found. */
export function report(play: Play, findings: readonly Finding[]): void {
  for (const finding of findings) if (finding.kind === 'mismatch') play.mismatches.push(finding.mismatch);
}
