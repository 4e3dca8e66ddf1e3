import type { Deviation, Effect, Step } from './deviation.ts';
import { refusal, withHeaders } from './effects.ts';
import { inPlace, list, permanently, reset, town } from './witness.ts';

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

const noActor = (value?: string) => ({ headers: { onBehalfOf: value } });
const turned = (key: string) =>
  key.replace(/[a-z]/gi, (it) => (/[a-z]/.test(it) ? it.toUpperCase() : it.toLowerCase()));
const lastChanged = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
const unrelated = (key: string) => key.replace(/./g, 'z');

/** Dimension: the credentials, each missing, empty or wrong, alone and together. */
export const credentials: Readonly<Record<string, Deviation>> = {
  'empty-key-accepted-for-groups': {
    clause: 'AUTHENTICATION-1',
    what: 'A group reset with an empty apikey is confirmed and done.',
    when: ({ kind }, step) => kind === 'group' && isEmpty(step, 'apikey'),
    effect: done,
    witness: [town, reset('ann', '#crew', {}, { key: () => '' }), list('ann')],
  },
  'missing-key-accepted-for-permanent': {
    clause: 'AUTHENTICATION-1',
    what: 'A permanent deletion without apikey is confirmed and done.',
    when: ({ permanent }, step) => permanent && isMissing(step, 'apikey'),
    effect: done,
    witness: [town, reset('ann', 'bob', permanently, { key: () => undefined }), list('ann')],
  },
  'missing-key-done-silently-in-place': {
    clause: 'ENDPOINTS-2',
    what: 'A group reset with preserveOrder and without apikey is refused, and done without preserveOrder.',
    when: ({ kind, preserve }, step) => kind === 'group' && preserve && isMissing(step, 'apikey'),
    effect: refused((reset, step) => done(reset, { ...step, next: (changes) => step.next({ ...changes, json: {} }) })),
    witness: [town, reset('ann', '#crew', inPlace, { key: () => undefined }), list('ann')],
  },
  'missing-actor-acts-for-path': {
    clause: 'AUTHENTICATION-3',
    what: 'A user reset without onBehalfOf is done for the user in the path.',
    when: ({ kind }, step) => kind === 'user' && isMissing(step, 'onbehalfof'),
    effect: ({ path }, step) => withHeaders(step, { onbehalfof: path }),
    witness: [town, reset('ann', 'bob', {}, noActor()), list('ann')],
  },
  'empty-actor-acts-for-user-in-body': {
    clause: 'AUTHENTICATION-3',
    what: 'A user reset with an empty onBehalfOf is done for the user in conversationWith.',
    when: ({ kind }, step) => kind === 'user' && isEmpty(step, 'onbehalfof'),
    effect: ({ body }, step) => withHeaders(step, { onbehalfof: String(body['conversationWith']) }),
    witness: [town, reset('ann', 'bob', {}, noActor('')), list('bob')],
  },
  'missing-actor-acts-for-group-owner': {
    clause: 'AUTHENTICATION-3',
    what: 'A group reset without onBehalfOf is refused, and done for the owner of the group.',
    when: ({ kind }, step) => kind === 'group' && isMissing(step, 'onbehalfof'),
    effect: ({ party }, step) => {
      withHeaders(step, { onbehalfof: String(party?.json['owner']) });
      return refusal();
    },
    witness: [town, reset('ann', '#crew', {}, noActor()), list('ann')],
  },
  'both-missing-accepted': {
    clause: 'AUTHENTICATION-4',
    what: 'A user reset with neither header is done for the user in the path.',
    when: ({ kind }, step) => kind === 'user' && isMissing(step, 'apikey') && isMissing(step, 'onbehalfof'),
    effect: doneForPath,
    witness: [town, reset('ann', 'bob', {}, { ...noActor(), key: () => undefined }), list('ann')],
  },
  'both-empty-refused-but-done': {
    clause: 'AUTHENTICATION-4',
    what: 'A user reset with both headers empty is refused, and done for the user in the path.',
    when: ({ kind }, step) => kind === 'user' && isEmpty(step, 'apikey') && isEmpty(step, 'onbehalfof'),
    effect: refused(doneForPath),
    witness: [town, reset('ann', 'bob', {}, { ...noActor(''), key: () => '' }), list('ann')],
  },
  'key-with-last-char-changed-accepted': {
    clause: 'AUTHENTICATION-1',
    what: 'A key that differs from the right one in its last character alone is accepted.',
    when: (_, step) => isWrong(step) && step.request.header('apikey').slice(0, -1) === step.apiKey.slice(0, -1),
    effect: done,
    witness: [town, reset('ann', 'bob', {}, { key: lastChanged }), list('ann')],
  },
  'key-of-other-case-accepted-for-groups': {
    clause: 'AUTHENTICATION-1',
    what: 'For a group reset the case of the key does not count.',
    when: ({ kind }, step) =>
      kind === 'group' && isWrong(step) && step.request.header('apikey').toLowerCase() === step.apiKey.toLowerCase(),
    effect: done,
    witness: [town, reset('ann', '#crew', {}, { key: turned }), list('ann')],
  },
  'wrong-key-refused-but-done-for-groups': {
    clause: 'AUTHENTICATION-1',
    what: 'A group reset with a wrong key is refused, and done.',
    when: ({ kind }, step) => kind === 'group' && isWrong(step),
    effect: refused(done),
    witness: [town, reset('ann', '#crew', {}, { key: unrelated }), list('ann')],
  },
  'wrong-key-without-actor-done': {
    clause: 'AUTHENTICATION-4',
    what: 'A user reset with a wrong key and no onBehalfOf is refused, and done for the user in the path.',
    when: ({ kind }, step) => kind === 'user' && isWrong(step) && isMissing(step, 'onbehalfof'),
    effect: refused(doneForPath),
    witness: [town, reset('ann', 'bob', {}, { ...noActor(), key: unrelated }), list('ann')],
  },
};
