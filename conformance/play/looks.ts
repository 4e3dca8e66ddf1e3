import type { ListComparison } from '../report.ts';
import type { RequirementId } from '../requirements/catalogue.ts';
import type { Peer } from '../target/driver.ts';
import { Unarrangeable } from '../target/target.ts';
import { compareLists } from './judge-list.ts';
import { compareView, keyOf, textsThat, type View, type ViewMismatch, viewKey, viewOf } from './ledger.ts';
import { type Finding, type Mismatch, mismatch, type Play } from './play.ts';
import { type AnyLook, look, settle } from './settle.ts';

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
    const isOwn = [...ledger.views.values()].some((view) => view.uid === uid && view.reset);
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

/**
 * A look at a view that has to hold what the ledger says; else it violates `lost`, or `back` where a text can be read
 * again that was out of sight without having been deleted.
 */
export const viewLook = (
  play: Play,
  view: View,
  lost: RequirementId,
  back: RequirementId = 'confirmed-did-it',
): AnyLook<Finding> => {
  const before = textsThat(view, true);
  return look({
    read: () => readView(play, view),
    judge: (seen) => {
      const wrong = compareView(view, seen);
      if (wrong === undefined) return undefined;
      return { kind: 'mismatch', mismatch: viewMismatch(play, view, wrong, { before, seen }, lost, back) };
    },
  });
};

export function viewMismatch(
  play: Play,
  view: View,
  wrong: ViewMismatch,
  { before, seen }: Pick<ListComparison, 'before' | 'seen'>,
  lost: RequirementId,
  back: RequirementId,
): Mismatch {
  const subject = subjectOf(view);
  const isBack = wrong.returned.length > 0;
  const wasHidden = wrong.returned.some((text) => view.hidden.has(text));
  const fate = wasHidden ? `a reset by ${view.uid} hid` : 'were deleted permanently';
  return mismatch(
    play,
    !isBack ? lost : wasHidden ? back : 'permanent-deletes-all',
    isBack
      ? `${subject}: ${wrong.returned.length} of the messages that ${fate} can be read`
      : `${subject}: ${wrong.missing.length} of ${wrong.expected.length} messages cannot be read any more`,
    { of: 'messages', subject, before, expected: wrong.expected, seen },
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
