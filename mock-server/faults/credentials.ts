import { encodeSuccess, success } from '../call.ts';
import { type BrokenServer, faultsOf, type NamelessFault } from './fault.ts';
import { type AskedReset, withHeader } from './parts/asked-reset.ts';
import { mistaking } from './parts/mistaking.ts';

type IsMeant = (asked: AskedReset, server: BrokenServer) => boolean;
type Choose = (asked: AskedReset, server: BrokenServer) => string | undefined;

/** Executes a reset with a header in place of the one that it lacks; with `says`, refuses it all the same. */
const completing = (about: string, name: 'apikey' | 'onbehalfof', choose: Choose, says?: number): NamelessFault =>
  mistaking(
    `${about}${says === undefined ? '' : ', and refused all the same'}.`,
    (request, reset, server) => {
      const chosen = choose(reset, server);
      return chosen === undefined ? undefined : withHeader(request, name, chosen);
    },
    says,
  );

const withRightKey = (about: string, isMeant: IsMeant, says?: number): NamelessFault =>
  completing(about, 'apikey', (asked, server) => (isMeant(asked, server) ? server.apiKey : undefined), says);

const withoutKey = (which: string, isMeant: IsMeant = () => true, says?: number): NamelessFault =>
  withRightKey(`${which} without an apikey is done`, (...it) => it[0].key === '' && isMeant(...it), says);

const withKeyThat = (which: string, isTaken: (key: string, own: string) => boolean, says?: number): NamelessFault =>
  withRightKey(
    `A reset is done with any apikey ${which}`,
    ({ key }, { apiKey }) => key !== '' && key !== apiKey && isTaken(key, apiKey),
    says,
  );

const isPermanent: IsMeant = ({ fields }) => fields['deleteMessagesPermanently'] === true;
const isThere = (): boolean => true;
const isAsLong = (key: string, own: string): boolean => key.length === own.length;
const beginsAlike = (key: string, own: string): boolean => key.slice(0, 4) === own.slice(0, 4);
const endsOtherwise = (key: string, own: string): boolean =>
  isAsLong(key, own) && key.slice(0, -1) === own.slice(0, -1);
const hasOtherCapitals = (key: string, own: string): boolean => key.toLowerCase() === own.toLowerCase();

/** Takes somebody for the acting user where nobody is named. */
const withoutActor = (whom: string, choose: Choose, says?: number): NamelessFault =>
  completing(
    `Without onBehalfOf the reset is done for ${whom}`,
    'onbehalfof',
    (asked, server) => (asked.actor === '' && asked.key === server.apiKey ? choose(asked, server) : undefined),
    says,
  );
const userInPath: Choose = ({ kind, path }) => (kind === 'user' ? path : undefined);
const firstMember: Choose = ({ kind, path }, { people }) => (kind === 'group' ? people.members(path)[0] : undefined);

/** A reset without the right key, or without an acting user, is not refused, or not without effect. */
export const credentials = faultsOf({
  'no-key-refused': {
    'missing-key-accepted': withoutKey('A reset'),
    'missing-key-accepted-for-groups': withoutKey('A group reset', ({ kind }) => kind === 'group'),
    'missing-key-accepted-for-permanent-deletion': withoutKey('A permanent deletion', isPermanent),
    'missing-key-accepted-at-times': {
      ...withoutKey('One time in twenty a reset', (_, { chance }) => chance() < 1 / 20),
      budget: 'default',
    },
    'missing-key-refused-with-effect': withoutKey('A reset', isThere, 401),
  },
  'wrong-key-refused': {
    'any-key-accepted': withKeyThat('at all', isThere),
    'key-compared-by-length': withKeyThat('that is as long as the right one', isAsLong),
    'key-compared-by-beginning': withKeyThat('that begins like the right one', beginsAlike),
    'key-compared-but-for-its-end': withKeyThat('that is the right one but for its last character', endsOtherwise),
    'key-compared-without-case': withKeyThat('that is the right one but for its capitals', hasOtherCapitals),
    'wrong-key-refused-with-effect': withKeyThat('at all', isThere, 403),
  },
  'no-acting-user-refused': {
    'path-acts-for-nobody': withoutActor('the user in the path', userInPath),
    'path-acts-for-nobody-unseen': withoutActor('the user in the path', userInPath, 400),
    'first-member-acts-for-nobody': withoutActor('the first member of the group', firstMember),
    'nobody-confirmed': mistaking(
      'Without onBehalfOf the reset is confirmed, and nothing is done.',
      (_request, { actor, key, path }, { apiKey }) =>
        actor === '' && key === apiKey ? encodeSuccess(success(`${path} was reset.`)) : undefined,
    ),
  },
});
