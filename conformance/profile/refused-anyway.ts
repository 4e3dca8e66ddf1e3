import type { Reset } from '../scenario/scenario.ts';
import type { Profile } from './profile.ts';

/** Whether a target refuses such a request whatever it is about, as far as is known. */
export const isRefusedAnyway = (
  { apikey, onBehalfOf, body, wrongTypes }: Pick<Reset, 'apikey' | 'onBehalfOf' | 'body' | 'wrongTypes'>,
  { wrongType }: Pick<Profile, 'wrongType'>,
): boolean =>
  apikey !== undefined ||
  onBehalfOf !== undefined ||
  body === 'malformed' ||
  body === 'array' ||
  body === 'number' ||
  (wrongTypes !== undefined && wrongType === 'rejected');
