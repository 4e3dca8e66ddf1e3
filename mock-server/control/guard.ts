import { sameKey } from '../authenticate.ts';
import type { HttpRequest } from '../http-message.ts';

export interface Caller {
  readonly headers: HttpRequest['headers'];
  readonly remoteAddress: string | undefined;
}

export interface Turning {
  readonly status: 401 | 403;
  readonly message: string;
}

/**
 * Why a caller may not use the control surface; undefined when they may. No page in a browser may, whatever it knows;
 * without a token, only this machine may, under a name of its own, so that no foreign name leads here.
 */
export function refuseCaller({ headers, remoteAddress }: Caller, token: string | undefined): Turning | undefined {
  const { origin, host, authorization, 'sec-fetch-site': site } = headers;
  if (origin !== undefined || (site !== undefined && site !== 'none')) {
    return { status: 403, message: 'The control surface is not for web pages.' };
  }
  if (token !== undefined) {
    const isRight = sameKey(authorization ?? '', `Bearer ${token}`);
    return isRight ? undefined : { status: 401, message: 'Send the control token: Authorization: Bearer TOKEN.' };
  }
  if (!isLoopbackAddress(remoteAddress ?? '') || passedOn.some((name) => headers[name] !== undefined)) {
    return {
      status: 403,
      message: 'The control surface is for callers on the machine of the mock server, unless it has a --control-token.',
    };
  }
  if (!isLoopbackName(host ?? '')) {
    return { status: 403, message: 'The header Host must name this machine, such as localhost or 127.0.0.1.' };
  }
  return undefined;
}

/** What a proxy adds: the caller behind it may be anybody. */
const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const isLoopbackAddress = (address: string): boolean => address === '::1' || /^(?:::ffff:)?127\./.test(address);

const isLoopbackName = (host: string): boolean =>
  /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i.test(host);
