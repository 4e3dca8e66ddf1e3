import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { sameKey } from '../authenticate.ts';
import { ControlRefusal } from './refusal.ts';

/** Of a request, all that says who sends it. */
export type Caller = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  readonly socket: Pick<Socket, 'remoteAddress'>;
};

/**
 * Why a caller may not use the control surface; undefined when they may. No page in a browser may but the mock's own,
 * which reads, and goes back to an earlier state: a browser says of a page where it comes from. Without a control token,
 * only this machine may, under a name of its own, so that no foreign name leads here.
 */
export function refuseCaller(caller: Caller, token: string | undefined): ControlRefusal | undefined {
  if (isOtherPage(caller)) return new ControlRefusal('The control surface is not for web pages.', 403);
  if (token !== undefined) {
    const isRight = sameKey(caller.headers.authorization ?? '', `Bearer ${token}`);
    return isRight ? undefined : new ControlRefusal('Send the control token: Authorization: Bearer TOKEN.', 401);
  }
  return refuseFromElsewhere(caller);
}

/**
 * Why somebody may not see the page of the inspector; undefined when they may. With a control token the page shows
 * nothing before that is given, so it may be reached through a forwarded port.
 */
export function refuseVisitor(caller: Caller, token: string | undefined): ControlRefusal | undefined {
  const { host = '' } = caller.headers;
  if (!isLoopbackName(host)) return wrongHost();
  if (isOtherPage(caller)) {
    return new ControlRefusal(`Other pages may not lead here; type http://${host}/ where the address stands.`, 403);
  }
  return token === undefined ? refuseFromElsewhere(caller) : undefined;
}

/** A page in a browser, but for the mock's own, which reads, and goes back to an earlier state. */
function isOtherPage({ method, url = '', headers }: Caller): boolean {
  const { origin, host = '', 'sec-fetch-site': site } = headers;
  if (origin === undefined && (site === undefined || site === 'none')) return false;
  const isSameOrigin = [undefined, `http://${host}`].includes(origin) && [undefined, 'same-origin'].includes(site);
  if (!isSameOrigin || !isLoopbackName(host)) return true;
  if (method === 'GET' || method === 'HEAD') return false;
  // Every browser says the origin of a POST.
  return method !== 'POST' || origin === undefined || !/^\/_mock\/journal\/restore(?:\?|$)/.test(url);
}

function refuseFromElsewhere({ headers, socket }: Caller): ControlRefusal | undefined {
  if (!isLoopbackAddress(socket.remoteAddress ?? '') || Object.keys(headers).some((name) => ofProxy.test(name))) {
    return new ControlRefusal(
      'The control surface is for callers on the machine of the mock server, unless it has a --control-token.',
      403,
    );
  }
  return isLoopbackName(headers['host'] ?? '') ? undefined : wrongHost();
}

const wrongHost = (): ControlRefusal =>
  new ControlRefusal('The header Host must name this machine, such as localhost or 127.0.0.1.', 403);

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
