import { type ExchangeSequence, exchangeKeys, exchangeTime } from '../../fixtures/testing/exchanges.ts';
import { worldState } from '../../fixtures/world.ts';
import { accessOf } from '../authenticate.ts';
import { createHandler } from '../handle-request.ts';

/** What each step of a sequence is answered with, under its own behaviour or another, and whether it has an effect. */
export function executeSequence(sequence: ExchangeSequence, behaviour = sequence.behaviour) {
  const handle = createHandler(behaviour);
  let state = worldState(sequence.world, behaviour, exchangeTime);
  return sequence.steps.map((step) => {
    const { request } = step;
    const handled = handle(state, request, exchangeTime, accessOf(request, exchangeKeys));
    const hasEffect = handled.state !== state;
    state = handled.state;
    return { step, hasEffect, ...handled };
  });
}
