import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, Situation } from './on-reset.ts';

/** Long enough for requests that were sent together to meet. */
export const dwell = 4;

/** Takes its time over resets, and does wrong with those that come while another one of the same place is under way. */
export const overlapping = (
  action: Action,
  place: (it: Situation) => string,
  first: Action['act'] = ({ perform }) => perform(),
): Action => ({
  words: action.words,
  act: async (it) => {
    const { memory } = it.server;
    const note = `under way: ${place(it)}`;
    const underWay = Number(memory.get(note) ?? 0);
    memory.set(note, underWay + 1);
    await sleep(dwell);
    const reply = await (underWay === 0 ? first : action.act)(it);
    memory.set(note, Number(memory.get(note)) - 1);
    return reply;
  },
});
