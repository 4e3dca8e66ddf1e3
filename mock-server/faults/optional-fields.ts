import { faultsOf } from './fault.ts';
import { refusing } from './parts/actions.ts';
import { ofGroup, ofUser, omitting } from './parts/conditions.ts';
import { onReset } from './parts/on-reset.ts';

/** A field that may be left out may not. */
export const optionalFields = faultsOf({
  'optional-fields': {
    'omitted-order-refused': onReset(refusing(400), ofUser, omitting('preserveOrder')),
    'omitted-deletion-refused': onReset(refusing(400), ofUser, omitting('deleteMessagesPermanently')),
    'omitted-group-order-refused': onReset(refusing(422), ofGroup, omitting('preserveOrder')),
  },
});
