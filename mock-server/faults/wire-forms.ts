import type { HttpRequest } from '../http-message.ts';
import { faultsOf } from './fault.ts';
import { refusal } from './parts/actions.ts';
import { withHeader } from './parts/asked-reset.ts';
import { mistaking } from './parts/mistaking.ts';

const withoutOrder = (request: HttpRequest): HttpRequest => ({
  ...request,
  body: request.body.replace('"preserveOrder"', '"ignored"'),
});

const isChunked = ({ headers }: HttpRequest): boolean => headers['transfer-encoding'] !== undefined;

const undecoded = (request: HttpRequest): HttpRequest | undefined =>
  request.url.includes('%') ? { ...request, url: request.url.replaceAll('%', '%25') } : undefined;

/** Loses the header where it came in a spelling that is neither the specification's nor all in small letters. */
const inOneSpelling = (name: string, small = name.toLowerCase()) =>
  mistaking((request) =>
    namesOf(request).some((given) => given.toLowerCase() === small && given !== small && given !== name)
      ? withHeader(request, small, undefined)
      : undefined,
  );

const namesOf = ({ rawHeaders = [] }: HttpRequest): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 0);

/** A request means something else, or nothing, in another form of the same HTTP or JSON. */
export const wireForms = faultsOf({
  'body-form': {
    'white-space-refused': mistaking(({ body }) => (body === body.trim() ? undefined : refusal(400))),
    'white-space-hides-fields': mistaking((request) =>
      /"preserveOrder":\s|"preserveOrder"\s/.test(request.body) ? withoutOrder(request) : undefined,
    ),
    'fields-in-one-order': mistaking((request, { fields }) =>
      fields['preserveOrder'] === true && Object.keys(fields).at(-1) !== 'preserveOrder'
        ? withoutOrder(request)
        : undefined,
    ),
    'escapes-unread': mistaking((request) =>
      request.body.includes('\\u00') ? { ...request, body: request.body.replaceAll('\\u00', 'u00') } : undefined,
    ),
  },
  framing: {
    'chunked-body-ignored': mistaking((request) => (isChunked(request) ? { ...request, body: '' } : undefined)),
    'chunked-body-refused-with-effect': mistaking((request) => (isChunked(request) ? request : undefined), 411),
  },
  'percent-encoding': {
    'percent-encoding-taken-literally': mistaking(undecoded),
    'percent-encoding-taken-literally-for-groups': mistaking((request, { kind }) =>
      kind === 'group' ? undecoded(request) : undefined,
    ),
  },
  'header-case': {
    'key-header-in-one-spelling': inOneSpelling('apikey'),
    'actor-header-in-one-spelling': inOneSpelling('onBehalfOf'),
  },
});
