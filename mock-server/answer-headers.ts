import type { Cors } from './cors.ts';

/** What every answer of the API has among its headers, names and values in turn. */
export type AnswerHeaders = (origin: string | undefined, status: number) => readonly string[];

/** The service's limit for a minute. The mock does not count: all of it is always left, but where a fault says 429. */
const limit = ['X-Rate-Limit', '20000', 'X-Rate-Limit-Remaining'];
const unlimited: readonly string[] = [...limit, '20000'];
const exceeded: readonly string[] = [...limit, '0'];

export const answerHeaders =
  (cors: Cors): AnswerHeaders =>
  (origin, status) => {
    const ofLimit = status === 429 ? exceeded : unlimited;
    return origin === undefined ? ofLimit : [...ofLimit, ...cors.headers(origin)];
  };
