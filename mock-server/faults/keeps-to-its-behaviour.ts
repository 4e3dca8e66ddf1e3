import { faultsOf } from './fault.ts';
import { preservingOrder } from './parts/actions.ts';
import { atTimes, freed, ofGroup, ofUser, temporary, withMessages } from './parts/conditions.ts';
import { type Condition, onReset } from './parts/on-reset.ts';
import { thenChanging, unhidden } from './parts/stored-messages.ts';

const everyOther: Condition = ({ server: { memory } }) => {
  const count = Number(memory.get('group resets') ?? 0) + 1;
  memory.set('group resets', count);
  return count % 2 === 0;
};

/** The same reset has now one effect and now another. */
export const keepsToItsBehaviour = faultsOf({
  'keeps-to-its-behaviour': {
    'place-kept-at-times': onReset(preservingOrder, ofUser, freed, temporary, atTimes),
    'place-kept-every-other-time': onReset(preservingOrder, ofGroup, freed, everyOther),
    'messages-readable-at-times': onReset(thenChanging(unhidden), ofUser, freed, temporary, withMessages, atTimes),
  },
});
