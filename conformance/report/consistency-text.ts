import type { Consistency } from '../report.ts';

/** What was found of parallel requests, in a sentence or two; undefined where nothing was looked at. */
export function consistencySentence(consistency: Consistency | undefined): string | undefined {
  if (consistency === undefined) return undefined;
  const { histories, linearizable, anomalies, unknown, because } = consistency;
  if (because !== undefined) return `Not looked at: ${because}.`;
  if (histories === 0) return undefined;
  const rest = [
    ...(anomalies > 0 ? [`${anomalies} with an anomaly`] : []),
    ...(unknown > 0 ? [`${unknown} undecided`] : []),
  ];
  const sum = `${linearizable} of ${histories} small histories are linearizable${rest.map((part) => `, ${part}`).join('')}.`;
  const example = consistency.example === undefined ? '' : ` ${consistency.example.words}`;
  return `${sum}${example} The spec promises no order, so this decides nothing.`;
}
