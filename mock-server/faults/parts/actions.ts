import type { ChatState } from '../../../core/index.ts';
import { encodeSuccess } from '../../call.ts';
import type { HttpReply } from '../../http-message.ts';
import { errorObject, errorReply } from '../../refusal.ts';
import { confirmation as confirming } from '../../reset-calls.ts';
import { type AskedReset, dataIn, idOf, isConfirmed } from './asked-reset.ts';
import { type Action, type ExtraReset, executeExtra, type Situation } from './on-reset.ts';

/** Executes the reset with other fields than it was asked with; undefined leaves one out. */
export const taking = (fields: Readonly<Record<string, unknown>>) => (it: Situation) => it.execute(fields);

export const forgettingOrder = taking({ preserveOrder: undefined });
export const preservingOrder = taking({ preserveOrder: true });

/** Confirms the reset, and does nothing. */
export const withoutEffect: Action = ({ reset }) => confirmation(reset);

/** Refuses what has to be possible. */
export const refusing = (status: number) => () => refusal(status);

/** Executes the reset and answers it another way. */
export const answering = (change: (reply: HttpReply, it: Situation) => HttpReply) => (it: Situation) => {
  const reply = it.execute();
  return isConfirmed(reply) ? change(reply, it) : reply;
};

/** Executes the reset and answers it with a body made of the right one's data. */
export const answeringWith = (change: (data: AskedReset['fields'], it: Situation) => unknown): Action =>
  answering((reply, it) => ({ ...reply, body: JSON.stringify(change(dataIn(reply.body), it)) }));

/** Executes the reset, and does more once it is confirmed; `before` is the state as it was. */
export const afterwards = (act: (it: Situation, before: ChatState) => void) => (it: Situation) => {
  const before = it.server.state();
  const reply = it.execute();
  if (isConfirmed(reply)) act(it, before);
  return reply;
};

/** Which resets to make up; those without a conversation to reset come to nothing. */
export type Pick = (it: Situation) => readonly ExtraReset[];

/** The conversation as the other user has it. */
export const otherSide = ({ actor, other }: AskedReset): ExtraReset => ({ kind: 'user', actor: other, other: actor });

/** The group of every other member. */
export const otherMembers: Pick = ({ reset, server }) =>
  server
    .members(reset.other)
    .filter((uid) => uid !== reset.actor)
    .map((actor) => ({ kind: 'group', actor, other: reset.other }));

/** Executes the reset, and others with it. */
export const alsoResetting = (pick: Pick) =>
  afterwards((it) => {
    for (const one of pick(it)) executeExtra(it.server, one);
  });

/** Executes others instead of it, and confirms it. */
export const insteadResetting = (pick: Pick) => (it: Situation) => {
  for (const one of pick(it)) executeExtra(it.server, one);
  return confirmation(it.reset);
};

/** What a healthy server would say. */
export const confirmation = (reset: AskedReset): HttpReply => encodeSuccess(confirming(idOf(reset), reset.actor));

export const refusal = (status: number): HttpReply =>
  errorReply(status, errorObject('ERR_BAD_REQUEST', 'The request could not be processed.'));
