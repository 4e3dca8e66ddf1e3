import { setTimeout as sleep } from 'node:timers/promises';
import { type Deviation, type Effect, isConfirmed, partyOf, type Reset, refusal, type Step } from '../varied-server.ts';
import { hide, onMessage, sameThread, senderOf, sparing, without } from './effects.ts';

/** Long enough for a request that was sent at the same time to arrive. */
const pause = () => sleep(15);

/** The resets of the same conversation that are under way beside this one. */
const beside = (step: Step, reset: Reset) =>
  [...step.open].flatMap((it) =>
    it !== step && sameThread(it.reset?.thread, reset.thread) ? [it.reset as Reset] : [],
  );

const whileBusy: Effect = async (_, { next }) => {
  const answer = next();
  await pause();
  return answer;
};

const sparesOwn = sparing((messages, { actor }) => messages.filter((it) => senderOf(it) === actor));

/** Dimension: concurrency. */
export const concurrency: Readonly<Record<string, Deviation>> = {
  'list-written-from-an-old-copy': {
    clause: 'RESPONSE-3',
    what: 'Of two user resets by one user at once, the second writes the list without the change of the first.',
    when: ({ kind, preserve }) => kind === 'user' && !preserve,
    effect: async ({ me, rows, row }, { next }) => {
      await pause();
      const answer = next();
      if (me && isConfirmed(answer)) me.rows = without(rows, row);
      return answer;
    },
  },
  'both-sides-delete-at-once-spares-messages': {
    clause: 'BODY-3',
    what: 'When both sides delete a conversation permanently at once, one of them still reads messages of the other.',
    when: ({ permanent }) => permanent,
    effect: async (reset, step) => {
      const met = beside(step, reset);
      await pause();
      const isMeant = ({ permanent, actor }: Reset) => permanent && actor !== reset.actor;
      return [...met, ...beside(step, reset)].some(isMeant) ? sparesOwn(reset, step) : step.next();
    },
  },
  'message-during-deletion-lost-for-other-side': {
    clause: 'AUTHENTICATION-5',
    what: 'A message sent during a permanent deletion can be read by who deleted and not by the other side.',
    vary: (step) => {
      if (step.reset?.permanent) return whileBusy(step.reset, step);
      return onMessage((message, thread, { open, state }) => {
        const busy = [...open].find(({ reset }) => reset?.permanent && sameThread(reset.thread, thread))?.reset;
        if (busy) hide([message], partyOf(state, 'user', busy.other));
      })(step);
    },
  },
  'message-during-reset-doubles-row': {
    clause: 'SERVICE-6',
    what: 'A message to a group during a reset of it puts it into the list twice.',
    vary: (step) => {
      if (step.reset?.kind === 'group' && !step.reset.preserve) return whileBusy(step.reset, step);
      return onMessage((_, thread, { open }) => {
        for (const { reset } of open)
          if (reset?.me && sameThread(reset.thread, thread)) reset.me.rows.push(...reset.me.rows.slice(0, 1));
      })(step);
    },
  },
  'second-of-two-refused-but-done': {
    clause: 'RESPONSE-3',
    what: 'Of two equal resets in place at once, the second is refused with 409, and takes the conversation out of the list.',
    when: ({ preserve }) => preserve,
    effect: (reset, step) => {
      if (!beside(step, reset).some(({ actor, preserve }) => preserve && actor === reset.actor))
        return whileBusy(reset, step);
      step.next({ json: { ...reset.body, preserveOrder: false } });
      return refusal(409);
    },
  },
};
