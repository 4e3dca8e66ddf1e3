import { printable } from '../../fixtures/printable.ts';
import type { WireRequest } from '../target/http-client.ts';

/**
 * A command line for bash that sends the request; keys stand there as variables, in double quotes, so that the shell
 * fills them in.
 */
export function curlOf({ method, path, headers, body, parts }: WireRequest): string {
  const shown = Object.entries(headers).map(([name, value]) => {
    // The way in which curl is given an empty header.
    if (value === '') return `-H '${name};'`;
    return name.toLowerCase() === 'apikey' ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`;
  });
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const bodyHeaders = [
    ...(parts === 'chunks' ? ["-H 'Transfer-Encoding: chunked'"] : []),
    // Left to itself, curl gives a body a type.
    ...(isTyped ? [] : ["-H 'Content-Type:'"]),
  ];
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    `"$BASE_URL"${quoted(path)}`,
    ...shown,
    ...(body === undefined ? [] : [...bodyHeaders, '-d', withBreaks(withoutLongBlanks(quoted(body)))]),
  ].join(' ');
}

/** What of the request no curl can repeat. */
export const lostByCurl = ({ parts }: WireRequest): string | undefined =>
  parts && `the body was sent in two ${parts}, a moment apart; curl sends it in one`;

/** The shell writes out what nobody wants to read. */
const withoutLongBlanks = (text: string): string =>
  text.replaceAll(/ {100,}/g, (blanks) => `'"$(printf '%${blanks.length}s')"'`);

/** What breaks a line is spelled, as what is pasted or shown somewhere may lose it. */
const withBreaks = (text: string): string => text.replaceAll(/[\r\n\t]+/g, (breaks) => `'$'${printable(breaks)}''`);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
