import { faultsOf } from './fault.ts';
import { preservingOrder } from './parts/actions.ts';
import { freed, given, ofGroup, ofUser, oneIn, silently, temporary, withMessages } from './parts/conditions.ts';
import { onReset } from './parts/on-reset.ts';
import { thenChanging, unhidden } from './parts/stored-messages.ts';

const everyOther = given('every other time', ({ server: { memory } }) => {
  const count = Number(memory.get('group resets') ?? 0) + 1;
  memory.set('group resets', count);
  return count % 2 === 0;
});

const leavingReadable = thenChanging('The messages can still be read', unhidden);

/** The same reset has now one effect and now another. */
export const keepsToItsBehaviour = faultsOf({
  'keeps-to-its-behaviour': {
    'place-kept-at-times': onReset(preservingOrder, ofUser, silently(freed), temporary, oneIn(20)),
    'place-kept-every-other-time': onReset(preservingOrder, ofGroup, silently(freed), everyOther),
    'messages-readable-at-times': onReset(leavingReadable, ofUser, freed, temporary, withMessages, oneIn(20)),
  },
});
