import type { HttpReply, HttpRequest } from './http-message.ts';

/** What every answer of the API has among its headers, names and values in turn. */
export type AnswerHeaders = (origin: string | undefined, status: number) => readonly string[];

/** Which pages of other origins may call the API: `allowed` has origins beside those of this machine, `*` for any; false allows none at all. */
export function crossOrigin(allowed: readonly string[] | false) {
  const isAllowed = (origin: string): boolean =>
    allowed !== false && (isLoopback(origin) || allowed.includes('*') || allowed.includes(origin));
  return {
    headers: (origin: string | undefined, status: number): readonly string[] => {
      const ofLimit = status === 429 ? exceeded : unlimited;
      if (origin === undefined) return ofLimit;
      if (!isAllowed(origin)) return [...ofLimit, ...varied];
      const allowing = ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed];
      return [...ofLimit, ...allowing, ...varied];
    },
    /** The answer to a browser that asks before a call; undefined where it may not, or where this is no such question. */
    preflight: ({ method, headers: { origin, ...asked } }: HttpRequest): HttpReply | undefined => {
      if (method !== 'OPTIONS' || origin === undefined || !isAllowed(origin)) return undefined;
      if (asked['access-control-request-method'] === undefined) return undefined;
      const wanted = asked['access-control-request-headers'];
      return {
        status: 204,
        body: '',
        contentType: '',
        headers: [
          ...['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE'],
          ...(wanted === undefined ? [] : ['Access-Control-Allow-Headers', wanted]),
        ],
      };
    },
  };
}

/** The service's limit for a minute. The mock does not count: all of it is always left, but where a fault says 429. */
const limit = ['X-Rate-Limit', '20000', 'X-Rate-Limit-Remaining'];
const unlimited: readonly string[] = [...limit, '20000'];
const exceeded: readonly string[] = [...limit, '0'];

const varied = ['Vary', 'Origin'];
const exposed = 'Retry-After, X-Rate-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset';

const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/.test(origin);

/** What is wrong with an origin that somebody wrote down, in a sentence. */
export function wrongOrigin(origin: string, source: string): string | undefined {
  if (origin === '*' || origin === 'null') return undefined;
  const meant = URL.canParse(origin) ? new URL(origin).origin : 'null';
  if (meant === origin) return undefined;
  const hint = meant === 'null' ? 'http://app.test:5173, or *' : `${meant} here`;
  return `${origin} is no origin; the value of ${source} is one such as ${hint}.`;
}
