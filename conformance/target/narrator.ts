import type { StoryStep } from '../report.ts';
import { describeReply } from './answer.ts';
import { type Exchange, recording, type WireRequest } from './http-client.ts';

/** Writes down what is done, where somebody wants to read it later. */
export interface Narrator {
  readonly tell: <Value>(phase: StoryStep['phase'], what: string, act: () => Promise<Value>) => Promise<Value>;
  /** What is told inside is done at once. */
  readonly together: <Value>(act: () => Promise<Value>) => Promise<Value>;
  readonly story: () => readonly StoryStep[];
}

export const silent: Narrator = { tell: (_phase, _what, act) => act(), together: (act) => act(), story: () => [] };

/** A narrator that keeps the story, with a curl line for every request. */
export function narrator(): Narrator {
  const told: Told[] = [];
  let batches = 0;
  let together: number | undefined;
  return {
    tell: async (phase, what, act) => {
      const exchanges: Exchange[] = [];
      const batch = together === undefined ? {} : { together };
      try {
        return await recording.run(exchanges, act);
      } finally {
        told.push({ phase, what, ...batch, exchanges });
      }
    },
    together: async (act) => {
      batches += 1;
      together = batches;
      try {
        return await act();
      } finally {
        together = undefined;
      }
    },
    story: () => told.flatMap(stepsOf),
  };
}

type Told = Pick<StoryStep, 'phase' | 'what' | 'together'> & { readonly exchanges: readonly Exchange[] };

/** A step for each request; one without, where a driver has done it on its own. */
function stepsOf({ exchanges, ...step }: Told): readonly StoryStep[] {
  if (exchanges.length === 0) return [{ ...step, curl: '', answer: '' }];
  return exchanges.map(({ request, reply }) => ({ ...step, curl: curlOf(request), answer: describeReply(reply) }));
}

/** In double quotes where the shell has to fill in the key. */
function curlOf({ method, path, headers, body, chunked }: WireRequest): string {
  const shown = Object.entries(headers).map(([name, value]) =>
    // The way in which curl is told of an empty header.
    value === ''
      ? `-H '${name};'`
      : name.toLowerCase() === 'apikey'
        ? `-H "${name}: ${value}"`
        : `-H ${quoted(`${name}: ${value}`)}`,
  );
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    `"$BASE_URL"${quoted(path)}`,
    ...shown,
    ...(chunked ? ["-H 'Transfer-Encoding: chunked'"] : []),
    ...(body === undefined ? [] : ['-d', quoted(body)]),
  ].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
