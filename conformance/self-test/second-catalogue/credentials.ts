import { type Deviation, type Effect, refusal, type Step } from '../varied-server.ts';
import { withHeaders } from './effects.ts';

const isMissing = ({ request }: Step, header: string) => request.headers[header] === undefined;
const isEmpty = ({ request }: Step, header: string) => request.headers[header] === '';
const isWrong = ({ request, apiKey }: Step) => !['', apiKey].includes(request.header('apikey'));

/** Does what is asked with the right key. */
const done: Effect = (_, step) => withHeaders(step, { apikey: step.apiKey });
const doneForPath: Effect = ({ path }, step) => withHeaders(step, { apikey: step.apiKey, onbehalfof: path });

/** Does it, and denies it. */
const refused =
  (effect: Effect): Effect =>
  (reset, step) => {
    effect(reset, step);
    return refusal(401);
  };

/** Dimension: the credentials, each missing, empty or wrong, alone and together. */
export const credentials: Readonly<Record<string, Deviation>> = {
  'missing-key-done-silently-in-place': {
    clause: 'ENDPOINTS-2',
    what: 'A group reset with preserveOrder and without apikey is refused, and done without preserveOrder.',
    when: ({ kind, preserve }, step) => kind === 'group' && preserve && isMissing(step, 'apikey'),
    effect: refused((reset, step) => done(reset, { ...step, next: (changes) => step.next({ ...changes, json: {} }) })),
  },
  'empty-actor-acts-for-user-in-body': {
    clause: 'AUTHENTICATION-3',
    what: 'A user reset with an empty onBehalfOf is done for the user in conversationWith.',
    when: ({ kind }, step) => kind === 'user' && isEmpty(step, 'onbehalfof'),
    effect: ({ body }, step) => withHeaders(step, { onbehalfof: String(body['conversationWith']) }),
  },
  'missing-actor-acts-for-group-owner': {
    clause: 'AUTHENTICATION-3',
    what: 'A group reset without onBehalfOf is refused, and done for the owner of the group.',
    when: ({ kind }, step) => kind === 'group' && isMissing(step, 'onbehalfof'),
    effect: ({ party }, step) => {
      withHeaders(step, { onbehalfof: String(party?.json['owner']) });
      return refusal();
    },
  },
  'both-missing-accepted': {
    clause: 'AUTHENTICATION-4',
    what: 'A user reset with neither header is done for the user in the path.',
    when: ({ kind }, step) => kind === 'user' && isMissing(step, 'apikey') && isMissing(step, 'onbehalfof'),
    effect: doneForPath,
  },
  'key-of-other-case-accepted-for-groups': {
    clause: 'AUTHENTICATION-1',
    what: 'For a group reset the case of the key does not count.',
    when: ({ kind }, step) =>
      kind === 'group' && isWrong(step) && step.request.header('apikey').toLowerCase() === step.apiKey.toLowerCase(),
    effect: done,
  },
  'wrong-key-without-actor-done': {
    clause: 'AUTHENTICATION-4',
    what: 'A user reset with a wrong key and no onBehalfOf is refused, and done for the user in the path.',
    when: ({ kind }, step) => kind === 'user' && isWrong(step) && isMissing(step, 'onbehalfof'),
    effect: refused(doneForPath),
  },
  'empty-key-accepted-for-groups': {
    clause: 'AUTHENTICATION-1',
    what: 'A group reset with an empty apikey is confirmed and done.',
    when: ({ kind }, step) => kind === 'group' && isEmpty(step, 'apikey'),
    effect: done,
  },
  'missing-key-accepted-for-permanent': {
    clause: 'AUTHENTICATION-1',
    what: 'A permanent deletion without apikey is confirmed and done.',
    when: ({ permanent }, step) => permanent && isMissing(step, 'apikey'),
    effect: done,
  },
};
