import { encodeSuccess } from '../../call.ts';
import { errorObject, errorReply } from '../../refusal.ts';
import { confirmation as confirming } from '../../reset-calls.ts';
import type { FaultyReply } from '../fault.ts';
import { type AskedReset, dataIn, idOf, isConfirmed } from './asked-reset.ts';
import type { Action, ExtraCall, Situation } from './on-reset.ts';

/** Executes the reset with other fields than it was asked with; undefined leaves one out. */
export const taking = (words: string, fields: Readonly<Record<string, unknown>>): Action => ({
  words,
  act: ({ execute }) => execute(fields),
});

export const forgettingOrder = taking('preserveOrder is ignored', { preserveOrder: undefined });
export const preservingOrder = taking('preserveOrder counts as true', { preserveOrder: true });

export const withoutEffect: Action = {
  words: 'A reset is confirmed, but not done',
  act: ({ reset }) => confirmation(reset),
};

/** Refuses what has to be possible. */
export const refusing = (status: number): Action => ({ words: 'A reset is refused', act: () => refusal(status) });

/** Executes the reset and answers it another way. */
export const answering = (words: string, change: (reply: FaultyReply, it: Situation) => FaultyReply): Action => ({
  words,
  act: async (it) => {
    const reply = await it.execute();
    return isConfirmed(reply) ? change(reply, it) : reply;
  },
});

/** Executes the reset and answers it with a body made of the right one's data. */
export const answeringWith = (words: string, change: (data: AskedReset['fields'], it: Situation) => unknown): Action =>
  answering(words, (reply, it) => ({ ...reply, body: JSON.stringify(change(dataIn(reply.body), it)) }));

/** A reset that nobody asked for. */
export interface ExtraReset {
  readonly as: string;
  readonly kind: 'user' | 'group';
  readonly other: string;
  readonly preserveOrder?: boolean;
  readonly permanently?: boolean;
}

/** Which resets to make up; those without a conversation to reset come to nothing. */
export type Pick = (it: Situation) => readonly ExtraReset[] | Promise<readonly ExtraReset[]>;

/** The conversation as the other user has it. */
export const otherSide: Pick = ({ reset }) => [{ as: reset.other, kind: 'user', other: reset.actor }];

/** The group of every other member. */
export const otherMembers = ({ reset: { actor, other }, server }: Situation): readonly ExtraReset[] =>
  server.people.members(other).flatMap((as) => (as === actor ? [] : [{ as, kind: 'group', other }]));

/** Executes the reset, and others with it. */
export const alsoResetting = (words: string, pick: Pick): Action => ({
  words,
  act: async (it) => {
    const picked = await pick(it);
    const reply = await it.execute();
    for (const one of isConfirmed(reply) ? picked : []) await it.ask(extraReset(it, one));
    return reply;
  },
});

/** Executes others instead of it, and confirms it. */
export const insteadResetting = (words: string, pick: Pick): Action => ({
  words,
  act: async (it) => {
    for (const one of await pick(it)) await it.ask(extraReset(it, one));
    return confirmation(it.reset);
  },
});

/** Said in the form in which the caller said the reset, as another one may not be accepted. */
export function extraReset({ reset }: Situation, one: ExtraReset): ExtraCall {
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

/** What a healthy server would say. */
export const confirmation = (reset: AskedReset): FaultyReply => encodeSuccess(confirming(idOf(reset), reset.actor));

export const refusal = (status: number): FaultyReply =>
  errorReply(status, errorObject('ERR_BAD_REQUEST', 'The request could not be processed.'));
