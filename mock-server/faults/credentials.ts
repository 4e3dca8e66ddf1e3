import { encodeSuccess, success } from '../call.ts';
import { type BrokenServer, faultsOf } from './fault.ts';
import { type AskedReset, withHeader } from './parts/asked-reset.ts';
import { mistaking } from './parts/mistaking.ts';

type IsMeant = (asked: AskedReset, server: BrokenServer) => boolean;

/** Takes the key for the right one; with `says`, the reset is done, and refused all the same. */
const withRightKey = (isMeant: IsMeant, says?: number) =>
  mistaking(
    (request, asked, server) => (isMeant(asked, server) ? withHeader(request, 'apikey', server.apiKey) : undefined),
    says,
  );

const withoutKey = (isMeant: IsMeant = isThere, says?: number) =>
  withRightKey((...it) => it[0].key === '' && isMeant(...it), says);
const withKeyThat = (isTaken: (key: string, own: string) => boolean, says?: number) =>
  withRightKey(({ key }, { apiKey }) => key !== '' && key !== apiKey && isTaken(key, apiKey), says);

const isThere = (): boolean => true;
const forGroup: IsMeant = ({ kind }) => kind === 'group';
const forDeletion: IsMeant = ({ fields }) => fields['deleteMessagesPermanently'] === true;
const atTimes: IsMeant = (_, { chance }) => chance() < 1 / 20;
const isAsLong = (key: string, own: string): boolean => key.length === own.length;
const beginsAlike = (key: string, own: string): boolean => key.slice(0, 4) === own.slice(0, 4);
const endsOtherwise = (key: string, own: string): boolean =>
  isAsLong(key, own) && key.slice(0, -1) === own.slice(0, -1);
const hasOtherCapitals = (key: string, own: string): boolean => key.toLowerCase() === own.toLowerCase();

type Choose = (asked: AskedReset, server: BrokenServer) => string | undefined;

/** Takes somebody for the acting user where nobody is named; with `says`, refuses it all the same. */
const withoutActor = (choose: Choose, says?: number) =>
  mistaking((request, asked, server) => {
    const chosen = asked.actor === '' && asked.key === server.apiKey ? choose(asked, server) : undefined;
    return chosen === undefined ? undefined : withHeader(request, 'onbehalfof', chosen);
  }, says);
const userInPath: Choose = ({ kind, path }) => (kind === 'user' ? path : undefined);
const firstMember: Choose = ({ kind, path }, { members }) => (kind === 'group' ? members(path)[0] : undefined);

/** A reset without the right key, or without an acting user, is not refused, or not without effect. */
export const credentials = faultsOf({
  'no-key-refused': {
    'missing-key-accepted': withoutKey(),
    'missing-key-accepted-for-groups': withoutKey(forGroup),
    'missing-key-accepted-for-permanent-deletion': withoutKey(forDeletion),
    'missing-key-accepted-at-times': { ...withoutKey(atTimes), budget: 'default' },
    'missing-key-refused-with-effect': withoutKey(isThere, 401),
  },
  'wrong-key-refused': {
    'any-key-accepted': withKeyThat(isThere),
    'key-compared-by-length': withKeyThat(isAsLong),
    'key-compared-by-beginning': withKeyThat(beginsAlike),
    'key-compared-but-for-its-end': withKeyThat(endsOtherwise),
    'key-compared-without-case': withKeyThat(hasOtherCapitals),
    'wrong-key-refused-with-effect': withKeyThat(isThere, 403),
  },
  'no-acting-user-refused': {
    'path-acts-for-nobody': withoutActor(userInPath),
    'path-acts-for-nobody-unseen': withoutActor(userInPath, 400),
    'first-member-acts-for-nobody': withoutActor(firstMember),
    'nobody-confirmed': mistaking((_request, { actor, key, path }, { apiKey }) =>
      actor === '' && key === apiKey ? encodeSuccess(success(`${path} was reset.`)) : undefined,
    ),
  },
});
