import { faultsOf } from './fault.ts';
import { afterwards, confirmation, withoutEffect } from './parts/actions.ts';
import * as when from './parts/conditions.ts';
import { mistaking } from './parts/mistaking.ts';
import { type Condition, onReset } from './parts/on-reset.ts';
import { restored } from './parts/stored-messages.ts';

const noEffect = (...conditions: readonly Condition[]) => onReset(withoutEffect, when.withMessages, ...conditions);

/** Confirms a reset in the form of the specification that is refused. */
const confirmingLiteral = mistaking((_request, reset, { apiKey }) => {
  const isLiteral = reset.kind === 'user' && reset.form === 'path-actor' && reset.other !== '';
  return isLiteral && reset.key === apiKey ? confirmation(reset) : undefined;
});

/** Puts the acting user's side back as it was, three tenths of a second later. */
const undoneLater = afterwards(({ reset, server }, before) => {
  server.later(300, () => server.change((state) => restored(state, before, reset)));
});

/** A confirmed reset has not happened. */
export const confirmedDidIt = faultsOf({
  'confirmed-did-it': {
    'no-effect-at-times': noEffect(when.atTimes),
    'no-effect-after-return': noEffect(when.ofUser, when.temporary, when.afterReturn),
    'no-effect-while-unread': noEffect(when.ofGroup, when.withUnread),
    'no-effect-at-the-end': noEffect(when.temporary, when.atLastPlace),
    'no-effect-under-load': { ...noEffect(when.temporary, when.underLoad(8)), delay: 3 },
    'no-effect-where-nobody-else-is': noEffect(when.ofGroup, when.byOneself),
    'no-effect-for-long-ids': noEffect(when.withLongId),
    'no-effect-in-literal-form': { ...confirmingLiteral, under: { addressing: ['path-peer', 'path-peer-echo'] } },
    'undone-soon': { ...onReset(undoneLater, when.temporary, when.afterReturn), budget: 'default' },
  },
});
