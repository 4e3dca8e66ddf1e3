/** Why somebody stopped a run; undefined where nobody did. What was judged until then is not the whole. */
export function whyStopped(signal: AbortSignal | undefined): string | undefined {
  if (!signal?.aborted) return undefined;
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason.message : String(reason);
}
