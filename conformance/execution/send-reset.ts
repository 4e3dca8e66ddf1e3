import { describeReset } from '../scenario/describe-reset.ts';
import { resetRequest } from '../scenario/reset-request.ts';
import type { Reset } from '../scenario/scenario.ts';
import { answerOf } from '../target/answer.ts';
import { type ExecutionContext, logged } from './context.ts';
import type { Executed } from './trace.ts';

/** Sends one reset, whatever becomes of it. */
export async function sendReset(
  context: ExecutionContext,
  reset: Reset,
  together: number | undefined,
): Promise<Executed> {
  const { target, scope } = context;
  const step = { phase: 'act', what: describeReset(reset), ...(together && { together }) } as const;
  const request = resetRequest(reset, scope, target.apiKey);
  const { value: reply, log } = await logged(context, step, (calls) => calls.send(request));
  return { operation: reset, texts: [], answer: answerOf(reply), reply, log };
}
