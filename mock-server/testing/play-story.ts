import type { Behaviour } from '../../core/index.ts';
import { type Exchange, exchangeKeys, type Story } from '../../fixtures/testing/exchanges.ts';
import { exchangeRequest, exchangeTime } from '../../fixtures/testing/play-exchange.ts';
import { worldState } from '../../fixtures/world.ts';
import { createHandler, type Handled } from '../handle-request.ts';

interface Played extends Handled {
  readonly step: Exchange;
  /** Whether the state is another one than before. */
  readonly hasEffect: boolean;
}

/** What each step of a story is answered with, under its own behaviour or another. */
export function playStory({ world, steps, behaviour: told }: Story, behaviour: Behaviour = told): readonly Played[] {
  const handle = createHandler({ behaviour, apiKey: exchangeKeys.right, authOnlyKey: exchangeKeys['auth-only'] });
  let state = worldState(world, behaviour, exchangeTime);
  return steps.map((step) => {
    const handled = handle(state, exchangeRequest(step), exchangeTime);
    const hasEffect = handled.state !== state;
    state = handled.state;
    return { step, hasEffect, ...handled };
  });
}
