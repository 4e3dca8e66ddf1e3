import { answered, type CheckResult, onReset } from '../check/check.ts';
import { namesIn } from '../check/names-in.ts';
import { readingsOf } from '../check/readings.ts';
import type { Requirement } from '../check/requirement.ts';
import type { Transition } from '../check/transitions.ts';
import { hasCredentials, type Reset } from '../scenario/scenario.ts';
import { dataOf } from '../target/answer.ts';

type Names = ReturnType<typeof namesIn>;

/** Only what was confirmed as documented has a message of which the spec says anything. */
const ofMessage = (check: (names: Names, seen: string, reset: Reset) => CheckResult) =>
  onReset((reset: Reset, transition: Transition) => {
    const { reply } = transition.executed;
    if (transition.claim !== 'confirmed' || reply === undefined) return 'skipped';
    if (!hasCredentials(reset)) return 'skipped';
    // The conversation has to be certain, and one that the suite has created.
    if (reset.path !== undefined || 'conversationWith' in (reset.wrongTypes ?? {})) return 'skipped';
    const { users, groups } = transition.scenario;
    const { kind, id } = reset.conversation;
    const created = kind === 'user' ? users : groups.map((group) => group.id);
    if (!created.includes(id) || !users.includes(reset.actor)) return 'skipped';
    // What may be about another conversation may name another one.
    if (readingsOf(reset, transition.profile).includes('nothing')) return 'skipped';
    // A target may fold case in what it says to people.
    if (/[A-Z]/.test(reset.actor + reset.conversation.id)) return 'skipped';
    const { message } = dataOf(reply);
    const names = cache.get(transition) ?? namesIn(typeof message === 'string' ? message : '', reset, transition);
    cache.set(transition, names);
    return check(names, `data.message: ${JSON.stringify(message)?.slice(0, 300)}`, reset);
  });

/** Each of these requirements asks for the same names. */
const cache = new WeakMap<Transition, Names>();

const common = { about: 'answer', clause: 'Response body: data.message' } as const;

export const requirements: readonly Requirement[] = [
  {
    id: 'message-names-conversation',
    ...common,
    level: 'required',
    clauses: ['RESPONSE-4', 'USER-5', 'GROUP-5'],
    title: 'data.message names the conversation',
    notApplicable: ({ spellsIds }) =>
      spellsIds === undefined ? 'no list shows the ids of conversations, which the confirmations may name' : undefined,
    check: ofMessage(({ conversation, isUnknown, accepted }, seen) => {
      if (conversation) return 'passed';
      return isUnknown ? 'skipped' : answered(`a text that names ${accepted.join(' or ')}`, seen);
    }),
  },
  {
    id: 'message-names-acting-user',
    ...common,
    level: 'required',
    clauses: ['RESPONSE-4'],
    title: 'data.message names the acting user',
    check: ofMessage(({ actingUser }, seen, { actor }) =>
      actingUser ? 'passed' : answered(`a text that names ${actor}`, seen),
    ),
  },
  {
    id: 'message-names-no-other',
    ...common,
    level: 'derived',
    clauses: ['RESPONSE-4'],
    title: 'data.message names no other conversation',
    check: ofMessage(({ another, hasOthers }, seen) => {
      if (!hasOthers) return 'skipped';
      return another === undefined ? 'passed' : answered(`a text that does not name ${another}`, seen);
    }),
  },
];
