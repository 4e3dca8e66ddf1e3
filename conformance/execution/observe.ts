import { done, type ExecutionContext, logged } from './context.ts';
import type { Observation, StepLog, View } from './trace.ts';

/** What a user is shown, named as in the scenario. */
export async function observe(
  context: ExecutionContext,
  view: View,
): Promise<{ readonly observation: Observation; readonly log: StepLog }> {
  const { nameIn, tailOf, nameOfText } = context;
  const owner = nameIn(view.owner);
  if (view.of === 'list') {
    const what = `look at the list of ${view.owner}`;
    const { value, log } = await logged(context, { phase: 'look', what }, (calls) =>
      done(calls.observe.conversations(owner)),
    );
    const named = value.map(({ kind, id, conversationId }) => ({ key: `${kind}:${tailOf(id)}`, conversationId }));
    const conversationIds = new Map(
      named.flatMap(({ key, conversationId: id }) => (id === undefined ? [] : [[key, id] as const])),
    );
    return { observation: { view, seen: named.map(({ key }) => key), conversationIds }, log };
  }
  const { kind, id } = view.peer;
  const what = `read ${kind}:${id} as ${view.owner}`;
  const { value, log } = await logged(context, { phase: 'look', what }, (calls) =>
    done(calls.observe.messages(owner, { kind, id: nameIn(id) })),
  );
  return { observation: { view, seen: value.map(nameOfText) }, log };
}
