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

/** Loses the header where it came in a spelling that is neither the specification’s nor all in small letters. */
const inOneSpelling = (name: string, small = name.toLowerCase()) =>
  mistaking(`The header ${name} is not recognised in other capitals.`, (request) =>
    namesOf(request).some((given) => given.toLowerCase() === small && given !== small && given !== name)
      ? withHeader(request, small, undefined)
      : undefined,
  );

const namesOf = ({ rawHeaders = [] }: HttpRequest): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 0);

/** A request means something else, or nothing, in another form of the same HTTP or JSON. */
export const wireForms = faultsOf({
  'body-form': {
    'white-space-refused': mistaking('A body with white space around its object is refused.', ({ body }) =>
      body === body.trim() ? undefined : refusal(400),
    ),
    'white-space-hides-fields': mistaking(
      'A field is not found when white space stands around its colon.',
      (request) => (/"preserveOrder":\s|"preserveOrder"\s/.test(request.body) ? withoutOrder(request) : undefined),
    ),
    'fields-in-one-order': mistaking(
      'preserveOrder counts only as the last field of the body.',
      (request, { fields }) =>
        fields['preserveOrder'] === true && Object.keys(fields).at(-1) !== 'preserveOrder'
          ? withoutOrder(request)
          : undefined,
    ),
    'escapes-unread': mistaking('Escaped letters in the body are not read as what they stand for.', (request) =>
      request.body.includes('\\u00') ? { ...request, body: request.body.replaceAll('\\u00', 'u00') } : undefined,
    ),
  },
  framing: {
    'chunked-body-ignored': mistaking('A body that comes in chunks counts as empty.', (request) =>
      isChunked(request) ? { ...request, body: '' } : undefined,
    ),
    'chunked-body-refused-with-effect': mistaking(
      'A reset whose body comes in chunks is refused, but done.',
      (request) => (isChunked(request) ? request : undefined),
      411,
    ),
  },
  'percent-encoding': {
    'percent-encoding-taken-literally': mistaking('Percent-encoded characters of the path are not decoded.', undecoded),
    'percent-encoding-taken-literally-for-groups': mistaking(
      'Percent-encoded characters of a guid are not decoded.',
      (request, { kind }) => (kind === 'group' ? undecoded(request) : undefined),
    ),
  },
  'header-case': {
    'key-header-in-one-spelling': inOneSpelling('apikey'),
    'actor-header-in-one-spelling': inOneSpelling('onBehalfOf'),
  },
});
