import type { WireRequest } from '../target/http-client.ts';

/** A command line that sends the request; keys stand there as variables, in double quotes, so that the shell fills them in. */
export function curlOf({ method, path, headers, body, chunked }: WireRequest): string {
  const shown = Object.entries(headers).map(([name, value]) => {
    // The way in which curl is given an empty header.
    if (value === '') return `-H '${name};'`;
    return name.toLowerCase() === 'apikey' ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`;
  });
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    `"$BASE_URL"${quoted(path)}`,
    ...shown,
    ...(chunked ? ["-H 'Transfer-Encoding: chunked'"] : []),
    ...(body === undefined ? [] : ['-d', withoutLongBlanks(quoted(body))]),
  ].join(' ');
}

/** The shell writes out what nobody wants to read. */
const withoutLongBlanks = (text: string): string =>
  text.replaceAll(/ {100,}/g, (blanks) => `'"$(printf '%${blanks.length}s')"'`);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
