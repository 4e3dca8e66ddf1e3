import type { Counterexample, StoryStep } from '../report.ts';

/**
 * The story with the reading at its end that shows what is wrong, if it does not end with one: of a list or of messages,
 * where the default driver arranged, whose calls are known. Of any other driver only the suite knows how it looks.
 */
export function withObservation({ story, comparison }: Counterexample): readonly StoryStep[] {
  const lastAct = story.findLastIndex(({ phase }) => phase === 'act');
  const isThere = story.slice(lastAct + 1).some(({ phase, curl }) => phase === 'look' && curl !== '');
  if (comparison.of === 'answer' || isThere || !story.some(isByDefaultDriver)) return story;
  const reading = readingOf(comparison.subject);
  if (reading === undefined) return story;
  const { uid, path } = reading;
  const curl = `curl "$BASE_URL"'${path}' -H "apikey: $API_KEY" -H 'onBehalfOf: ${uid}'`;
  const pages = comparison.seen.length > shortest ? ', page by page' : '';
  return [...story, { phase: 'look', what: `${comparison.subject}: here it shows${pages}`, curl, answer: '' }];
}

/** Pages are hardly shorter than this. */
const shortest = 20;

const isByDefaultDriver = ({ phase, curl }: StoryStep): boolean =>
  phase === 'arrange' && curl.startsWith(`curl -X POST "$BASE_URL"'/messages' `) && curl.includes('"receiverType":');

/** The subjects of comparisons, as the suite words them; every id there is one of its own. */
function readingOf(subject: string): { readonly uid: string; readonly path: string } | undefined {
  const [, owner] = /^the list of ([\w-]+)$/.exec(subject) ?? [];
  if (owner !== undefined) return { uid: owner, path: '/conversations' };
  const [, uid, kind, id] = /^([\w-]+) reads (user|group):([\w-]+)$/.exec(subject) ?? [];
  return uid === undefined ? undefined : { uid, path: `/${kind}s/${id}/messages` };
}
