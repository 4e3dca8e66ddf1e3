import { sameKey } from '../authenticate.ts';
import type { HttpRequest } from '../http-message.ts';

export interface Caller {
  readonly headers: HttpRequest['headers'];
  readonly remoteAddress: string | undefined;
}

export interface Rejection {
  readonly status: 401 | 403;
  readonly message: string;
}

/**
 * Why a caller may not use the control surface; undefined when they may. No page in a browser may, whatever it knows;
 * without a token, only this machine may, under a name of its own, so that no foreign name leads here.
 */
export function refuseCaller({ headers, remoteAddress }: Caller, token: string | undefined): Rejection | undefined {
  const { origin, host, authorization, 'sec-fetch-site': site } = headers;
  if (origin !== undefined || (site !== undefined && site !== 'none')) {
    return { status: 403, message: 'The control surface is not for web pages.' };
  }
  if (token !== undefined) {
    const isRight = sameKey(authorization ?? '', `Bearer ${token}`);
    return isRight ? undefined : { status: 401, message: 'Send the control token: Authorization: Bearer TOKEN.' };
  }
  if (!isLoopbackAddress(remoteAddress ?? '') || Object.keys(headers).some((name) => ofProxy.test(name))) {
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

/** What proxies, balancers and content networks add: the caller behind them may be anybody. */
const ofProxy =
  /^(?:via|forwarded|(?:x-)?proxy-.*|.*client-?ip|.*(?:connecting|real|user|source|original|remote)-ip|x-(?:forwarded|original|envoy|azure|arr|appengine|cluster|cloud|nginx|varnish|remote|proxyuser|rewrite|host|from)\b.*|(?:cf|fastly|fly|akamai|cdn|cloudfront|x-amz-cf|x-amzn|x-vercel|x-nf|x-coming)-.*|surrogate-capability|max-forwards)$/;

const isLoopbackAddress = (address: string): boolean => address === '::1' || /^(?:::ffff:)?127\./.test(address);

const isLoopbackName = (host: string): boolean => {
  const [, name = '', port = '0'] = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(\d{1,5}))?$/i.exec(host) ?? [];
  return name !== '' && Number(port) < 65_536 && name.split('.').every((piece) => !/^\d/.test(piece) || isOctet(piece));
};

/** As an address has them: no more than 255, without zeros in front, which some read as octal. */
const isOctet = (piece: string): boolean => Number(piece) < 256 && String(Number(piece)) === piece;
