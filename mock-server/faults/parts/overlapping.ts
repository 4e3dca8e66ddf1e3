import { setTimeout as sleep } from 'node:timers/promises';
import type { BrokenServer } from '../fault.ts';
import type { Action, Situation } from './on-reset.ts';

/** Long enough for requests that were sent together to meet. */
export const dwell = 4;

/** Takes its time over resets, and does wrong with those that come while another one of the same place is under way. */
export const overlapping =
  (action: Action, place: (it: Situation) => string, first: Action = ({ execute }) => execute()): Action =>
  async (it) => {
    const { memory } = it.server;
    const note = noteOf(place(it));
    const isSecond = isUnderWay(it.server, place(it));
    memory.set(note, Number(memory.get(note) ?? 0) + 1);
    await sleep(dwell);
    const reply = await (isSecond ? action : first)(it);
    memory.set(note, Number(memory.get(note)) - 1);
    return reply;
  };

const noteOf = (place: string): string => `under way: ${place}`;

/** Whether a reset of the place is under way. */
export const isUnderWay = ({ memory }: BrokenServer, place: string): boolean =>
  Number(memory.get(noteOf(place)) ?? 0) > 0;
