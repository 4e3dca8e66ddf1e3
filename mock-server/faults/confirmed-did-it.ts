import { faultsOf } from './fault.ts';
import { confirmation, withoutEffect } from './parts/actions.ts';
import { isConfirmed, readReset } from './parts/asked-reset.ts';
import * as when from './parts/conditions.ts';
import { type Action, type Condition, onReset } from './parts/on-reset.ts';
import { restored } from './parts/stored-messages.ts';

const idle = (...conditions: readonly Condition[]) => onReset(withoutEffect, when.withMessages, ...conditions);

/** Puts the acting user's side back as it was. */
const undoneLater: Action = {
  words: 'The reset is undone three tenths of a second later',
  needs: 'state',
  act: async ({ perform, reset, server }) => {
    const before = server.state();
    const reply = await perform();
    if (isConfirmed(reply)) server.later(300, () => server.change((state) => restored(state, before, reset)));
    return reply;
  },
};

/** A confirmed reset has not happened. */
export const confirmedDidIt = faultsOf({
  'confirmed-did-it': {
    'idle-at-times': idle(when.oneIn(20)),
    'idle-after-return': idle(when.ofUser, when.temporary, when.afterReturn),
    'idle-while-unread': idle(when.ofGroup, when.withUnread),
    'idle-at-the-end': idle(when.temporary, when.atLastPlace),
    'idle-under-load': { ...idle(when.temporary, when.underLoad(8)), delay: 3 },
    'idle-where-nobody-else-is': idle(when.ofGroup, when.byOneself),
    'idle-for-long-ids': idle(when.withLongId),
    'idle-in-literal-form': {
      about: 'A reset in the form of the specification is confirmed and not performed; other forms are.',
      under: { addressing: ['path-peer', 'path-peer-echo'] },
      apply: async (request, server) => {
        const reply = await server.next(request);
        const reset = readReset(request);
        const isLiteral = reset?.kind === 'user' && reset.form === 'path-actor' && reset.other !== '';
        if (!isLiteral || isConfirmed(reply) || reset.key !== server.apiKey) return reply;
        return confirmation(reset);
      },
    },
    'undone-soon': { ...onReset(undoneLater, when.temporary, when.afterReturn), budget: 'default' },
  },
});
