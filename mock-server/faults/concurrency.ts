import { setTimeout as sleep } from 'node:timers/promises';
import { get, set, type Uid } from '../../core/index.ts';
import { jsonObject } from './asked-reset.ts';
import { always, every, ofUser, preserved, temporary } from './conditions.ts';
import { answering, conversationId, forgettingOrder, refusal, withoutEffect } from './deeds.ts';
import type { Fault, Misbehaviour, StateTrespass, Trespass } from './fault.ts';
import { type Condition, type Deed, onReset, type Scene } from './scene.ts';

/** Long enough for requests that were sent together to meet. */
const dwell = 4;

/** Takes its time over resets, and does wrong with those that come while another one of the same place is under way. */
const overlapping = (condition: Condition, place: (scene: Scene) => string, deed: Deed): Misbehaviour<Trespass> =>
  onReset(condition, async (scene) => {
    const { memory } = scene.context;
    const note = `under way: ${place(scene)}`;
    const underWay = Number(memory.get(note) ?? 0);
    memory.set(note, underWay + 1);
    await sleep(dwell);
    if (underWay === 0) scene.missed();
    const reply = await (underWay === 0 ? scene.perform() : deed(scene));
    memory.set(note, Number(memory.get(note)) - 1);
    return reply;
  });

const actorOf = ({ reset }: Scene): string => reset.actor;
const conversationOf = ({ reset }: Scene): string => conversationId(reset.kind, reset.actor, reset.other);
