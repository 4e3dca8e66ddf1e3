import { type Deviation, partyOf, type Reset, type Step, threadOf } from '../varied-server.ts';
import { asIf, besides, hide, reveal, withoutEffect } from './effects.ts';

/** The reset that came last, of this actor or of anybody. */
const lastReset = ({ past }: Step, actor?: string) =>
  past.findLast(({ reset }) => reset && (actor === undefined || reset.actor === actor));
const former = (step: Step, { actor }: Reset) => lastReset(step, actor)?.reset;

/** Dimension: what came just before. */
export const before: Readonly<Record<string, Deviation>> = {
  'after-refusal-without-effect': {
    clause: 'SERVICE-2',
    what: 'The reset after a refused one of the same actor is confirmed and does nothing.',
    when: ({ actor }, step) => lastReset(step, actor)?.isConfirmed === false,
    effect: withoutEffect,
  },
  'permanent-flag-sticks': {
    clause: 'BODY-3',
    what: 'deleteMessagesPermanently false counts as true after a permanent deletion by the same actor.',
    when: (reset, step) => reset.body['deleteMessagesPermanently'] === false && former(step, reset)?.permanent === true,
    effect: asIf({ deleteMessagesPermanently: true }),
  },
  'same-request-twice-undoes-the-first': {
    clause: 'RESPONSE-3',
    what: 'The same reset a second time is refused, and brings the conversation back.',
    when: (reset, step) => {
      const last = lastReset(step, reset.actor);
      return last?.isConfirmed === true && last.request.url === step.request.url && reset.place < 0;
    },
    effect: (reset, step) => {
      const [answer, last] = [step.next(), former(step, reset)];
      if (reset.me && last?.row && last.other === reset.other) {
        reset.me.rows.push(last.row);
        reveal(last.thread?.messages ?? [], reset.me);
      }
      return answer;
    },
  },
  'refused-reset-acts-when-joining': {
    clause: 'ERRORS-1',
    what: 'A group reset that was refused to somebody who is no member hides the messages once that user joins.',
    vary: ({ request: { method, url, body }, state, past, next }) => {
      const [answer, guid] = [next(), /\/groups\/([^/]+)\/members$/.exec(url)?.[1]];
      const asked = past.filter(
        ({ reset, isConfirmed }) => reset?.kind === 'group' && !isConfirmed && reset.other === guid,
      );
      for (const { reset } of method === 'POST' ? asked : [])
        if (reset && body.includes(`"${reset.actor}"`))
          hide(threadOf(state, 'group', reset.actor, reset.other)?.messages ?? [], partyOf(state, 'user', reset.actor));
      return answer;
    },
  },
  'refused-oneself-clears-first-row': {
    clause: 'RESPONSE-3',
    what: 'A reset of the conversation with oneself is refused, and takes the first conversation out of the list.',
    when: ({ kind, actor, other }) => kind === 'user' && actor === other,
    effect: besides(({ me }) => me?.rows.shift()),
  },
  'refused-unknown-peer-moves-last-row-up': {
    clause: 'RESPONSE-3',
    what: 'A refused reset with an unknown user and preserveOrder moves the last conversation to the first place.',
    when: ({ kind, party, preserve }) => kind === 'user' && party === undefined && preserve,
    effect: besides(({ me }) => me?.rows.unshift(...me.rows.splice(-1))),
  },
  'refused-wrong-type-done-anyway': {
    clause: 'RESPONSE-3',
    what: 'A group reset with a text as preserveOrder is refused, and done without preserveOrder.',
    when: ({ kind, body }) => kind === 'group' && typeof body['preserveOrder'] === 'string',
    effect: besides((_, { next }) => next({ json: {} })),
  },
  'order-flag-sticks': {
    clause: 'GROUP-7',
    what: 'A group reset without preserveOrder counts as one with it after a reset with preserveOrder by the same actor.',
    when: (reset, step) =>
      reset.kind === 'group' && !('preserveOrder' in reset.body) && former(step, reset)?.preserve === true,
    effect: asIf({ preserveOrder: true }),
  },
};
