import { success } from '../call.ts';
import { confirmationText } from '../reset-calls.ts';
import { type AskedReset, dataIn, idOf } from './asked-reset.ts';
import type { FaultyReply } from './fault.ts';
import { type Condition, type Deed, type ExtraCall, isConfirmed, onReset, type Scene } from './scene.ts';

/** Performs the reset with other fields than it was asked with; undefined leaves one out. */
export const taking =
  (fields: Readonly<Record<string, unknown>>): Deed =>
  ({ perform }) =>
    perform(fields);

export const forgettingOrder = taking({ preserveOrder: undefined });

/** Confirms and does nothing. */
export const withoutEffect: Deed = async ({ reset }) => confirmation(reset);

/** Refuses what has to be possible. */
export const refusing =
  (status: number): Deed =>
  async () =>
    refusal(status);

/** Performs the reset and says that it was refused. */
export const denying =
  (status: number): Deed =>
  async ({ perform }) => {
    const reply = await perform();
    return isConfirmed(reply) ? refusal(status) : reply;
  };

/** Performs the reset and answers another way. */
export const answering =
  (change: (reply: FaultyReply, scene: Scene) => FaultyReply): Deed =>
  async (scene) => {
    const reply = await scene.perform();
    return isConfirmed(reply) ? change(reply, scene) : reply;
  };

/** Performs resets of a corner and answers them with a body made of the right one's data. */
export const answeringWith = (corner: Condition, change: (data: AskedReset['fields'], scene: Scene) => unknown) =>
  onReset(
    corner,
    answering((reply, scene) => ({ ...reply, body: JSON.stringify(change(dataIn(reply.body), scene)) })),
  );

/** A reset that nobody asked for. */
export interface UncalledReset {
  readonly as: string;
  readonly kind: 'user' | 'group';
  readonly other: string;
  readonly preserveOrder?: boolean;
  readonly permanently?: boolean;
}

/** Which resets to make up; those without a conversation to reset come to nothing. */
export type Picking = (scene: Scene) => readonly UncalledReset[] | Promise<readonly UncalledReset[]>;

/** The group of every other member. */
export const otherMembers =
  (more?: Pick<UncalledReset, 'preserveOrder'>): Picking =>
  ({ reset: { actor, other }, context }) =>
    context
      .members(other)
      .filter((uid) => uid !== actor)
      .map((as) => ({ as, kind: 'group', other, ...more }));

/** Performs the reset, and others with it. */
export const alsoResetting =
  (pick: Picking): Deed =>
  async (scene) => {
    const picked = await pick(scene);
    const reply = await scene.perform();
    let isDone = false;
    for (const one of isConfirmed(reply) ? picked : []) {
      isDone = isConfirmed(await scene.ask(uncalled(scene, one))) || isDone;
    }
    if (!isDone) scene.missed();
    return reply;
  };

/** Performs others instead of it, and confirms it. */
export const insteadResetting =
  (pick: Picking): Deed =>
  async (scene) => {
    for (const one of await pick(scene)) await scene.ask(uncalled(scene, one));
    return confirmation(scene.reset);
  };

/** Said in the form in which the caller said the reset, as another one may not be accepted. */
export function uncalled({ reset }: Scene, one: UncalledReset): ExtraCall {
  const { as, kind, other, preserveOrder, permanently } = one;
  const order = preserveOrder === undefined ? {} : { preserveOrder };
  if (kind === 'group') return { method: 'DELETE', path: `/groups/${other}/conversation`, as, fields: order };
  const form = reset.kind === 'user' ? reset.form : 'path-actor';
  const names = {
    'path-actor': { conversationWith: other },
    'path-peer': {},
    'path-peer-echo': { conversationWith: as },
  };
  const fields = { ...names[form], deleteMessagesPermanently: permanently === true, ...order };
  return { method: 'DELETE', path: `/users/${form === 'path-actor' ? as : other}/conversation`, as, fields };
}

/** Does it later, whether the server still runs then or not. */
export function afterwards(milliseconds: number, act: () => unknown): void {
  const timer = setTimeout(() => void Promise.resolve(act()).catch(() => undefined), milliseconds);
  timer.unref();
}

/** What a healthy server would say. */
export const confirmation = (reset: AskedReset): FaultyReply => ({
  status: 200,
  body: JSON.stringify(success(confirmationText(idOf(reset), reset.actor))),
});

export function refusal(status: number): FaultyReply {
  const message = 'The request could not be processed.';
  return {
    status,
    body: JSON.stringify({ error: { message, devMessage: message, source: 'chat-api', code: 'ERR_BAD_REQUEST' } }),
  };
}
