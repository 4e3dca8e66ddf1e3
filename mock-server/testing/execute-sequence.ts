import { exchangeRequest, exchangeTime } from '../../fixtures/testing/exchange-request.ts';
import { type ExchangeSequence, exchangeKeys } from '../../fixtures/testing/exchanges.ts';
import { worldState } from '../../fixtures/world.ts';
import { createHandler } from '../handle-request.ts';

/** What each step of a sequence is answered with, under its own behaviour or another, and whether it has an effect. */
export function executeSequence(sequence: ExchangeSequence, behaviour = sequence.behaviour) {
  const handle = createHandler({ behaviour, apiKey: exchangeKeys.right, authOnlyKey: exchangeKeys['auth-only'] });
  let state = worldState(sequence.world, behaviour, exchangeTime);
  return sequence.steps.map((step) => {
    const handled = handle(state, exchangeRequest(step), exchangeTime);
    const hasEffect = handled.state !== state;
    state = handled.state;
    return { step, hasEffect, ...handled };
  });
}
