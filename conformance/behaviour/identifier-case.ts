import type { Addressing } from '../../core/index.ts';
import { resetRequest } from '../cases/reset-request.ts';
import { sayAnswer } from '../target/answer.ts';
import type { Target } from '../target/target.ts';
import { type Conclusion, callOf, observe, openProbe, rowAt } from './probe.ts';

/** Names the other side in capitals: a target that folds case resets the conversation all the same. */
export async function findIdentifierCase(
  target: Target,
  forms: readonly Addressing[],
): Promise<Conclusion<'folded' | 'sensitive'>> {
  const [form] = forms;
  const kind = form === undefined ? 'group' : 'user';
  const probe = await openProbe(target, 'c', [kind, kind, kind], { ids: 3 });
  const row = await rowAt(probe, 1);
  const shouted = { ...row.peer, id: row.peer.id.toUpperCase() };
  const request = resetRequest(callOf(probe, shouted, form ?? 'path-actor', 'false', 'true'), target.apiKey);
  const { reply, changed, answer } = await observe(probe, row, request);
  const evidence = `${shouted.id} for ${row.peer.id}: ${sayAnswer(reply)}, ${changed ? 'with' : 'without'} effect`;
  if (answer === 'indeterminate' && !changed) return { value: undefined, evidence };
  return { value: changed ? 'folded' : 'sensitive', evidence };
}
