import { exchangeRequest, exchangeTime } from '../../fixtures/testing/exchange-request.ts';
import { type Exchange, type ExchangeSequence, exchangeKeys } from '../../fixtures/testing/exchanges.ts';
import { worldState } from '../../fixtures/world.ts';
import { createHandler, type Handled } from '../handle-request.ts';

interface Executed extends Handled {
  readonly step: Exchange;
  /** Whether the state is another one than before. */
  readonly hasEffect: boolean;
}

/** What each step of a sequence is answered with, under its own behaviour or another. */
export function executeSequence(sequence: ExchangeSequence, behaviour = sequence.behaviour): readonly Executed[] {
  const handle = createHandler({ behaviour, apiKey: exchangeKeys.right, authOnlyKey: exchangeKeys['auth-only'] });
  let state = worldState(sequence.world, behaviour, exchangeTime);
  return sequence.steps.map((step) => {
    const handled = handle(state, exchangeRequest(step), exchangeTime);
    const hasEffect = handled.state !== state;
    state = handled.state;
    return { step, hasEffect, ...handled };
  });
}
