import { accept, type Result, refuse } from '../../core/result.ts';

/**
 * The address of a target without a trailing slash, or one sentence that says why the suite will not go there; `called`
 * is what the two options are called where they were written. No sentence repeats an address that could hold a password.
 */
export function readBaseUrl(
  text: string,
  allowedHost: string | undefined,
  called: (name: 'baseUrl' | 'allowHost') => string,
): Result<string, string> {
  const [address, permit] = [called('baseUrl'), called('allowHost')];
  const example = 'as in http://127.0.0.1:4010/v3';
  if (text.trim() === '') return refuse(`${address} is empty; it must be an address, ${example}.`);
  const url = parseUrl(text);
  if (url !== undefined && url.username + url.password !== '') {
    return refuse(`${address} holds a user name or a password; leave them out, the API knows an apikey only.`);
  }
  if (url === undefined || !/^https?:\/\//iu.test(text)) {
    const written = text.includes('@') ? 'what was given' : text;
    return refuse(`${address} must be an address that begins with http:// or https://, ${example}, not ${written}.`);
  }
  if (url.search !== '' || url.hash !== '') {
    return refuse(`${address} ends where the paths of the API begin, ${example}; leave out ? and # and what follows.`);
  }
  if (!isLoopback(url.hostname) && !isAllowed(url, allowedHost)) {
    const named = allowedHost === undefined ? '' : ` (${permit} ${allowedHost} names another)`;
    return refuse(
      `${url.hostname} is not this machine${named}, and a run creates and deletes users and groups there; ` +
        `if that is meant, permit it with ${permit} ${url.hostname}.`,
    );
  }
  return accept(url.href.replace(/\/+$/u, ''));
}

/** 127.0.0.0/8, ::1 and localhost, however they are spelled: `URL` has brought them into one form. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(hostname);

/** With a port it has to be that port, too. */
function isAllowed(url: URL, allowedHost: string | undefined): boolean {
  if (allowedHost === undefined) return false;
  const allowed = parseUrl(`${url.protocol}//${allowedHost}`)?.host;
  return allowed === url.host || allowed === url.hostname;
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
