import { setTimeout as sleep } from 'node:timers/promises';
import type { Misbehaviour, Trespass } from './fault.ts';

/** Takes its time over every request, as a server with a database does, so that requests pile up under load. */
export const busy =
  <Context extends Trespass>(misbehave: Misbehaviour<Context>): Misbehaviour<Context> =>
  async (request, next, context) => {
    await sleep(3);
    return misbehave(request, next, context);
  };
