import { confirmationText as textFor } from '../reset-calls.ts';
import { faultsOf } from './fault.ts';
import { answering, answeringWith } from './parts/actions.ts';
import { idOf } from './parts/asked-reset.ts';
import * as when from './parts/conditions.ts';
import { type Action, onReset, type Situation } from './parts/on-reset.ts';
import { overlapping } from './parts/overlapping.ts';

/** Executes the reset and confirms it with another text. */
const confirming = (words: string, message: (it: Situation) => string | undefined): Action =>
  answeringWith(words, (_, it) => ({ data: { success: true, message: message(it) } }));

/** The conversation that is reset. */
const own = ({ reset }: Situation): string => idOf(reset);

/** Another conversation of the acting user. */
function another({ reset, rows, row }: Situation): string {
  const { kind, id } = rows.find((one) => one !== row) ?? row;
  return idOf({ kind, actor: reset.actor, other: id });
}

/** Names something in place of the conversation. */
const naming = (what: string, name: (it: Situation) => string): Action =>
  confirming(`The confirmation names ${what}`, (it) => textFor(name(it), it.reset.actor));
const namingAnother = naming('another conversation of the acting user', another);
const namingNone = naming('no conversation', () => '');
const namingWrongKind = naming('a group of the user’s name', ({ reset }) => `group_${reset.other}`);
const namingStart = naming('the first twenty characters of the id', (it) => own(it).slice(0, 20));
const namingHalf = naming('half of the id', (it) => own(it).split('_user_').slice(0, 2).join('_user_'));
const namingTwo = naming(
  'another conversation of the acting user as well',
  (it) => `${own(it)} (before ${another(it)})`,
);
const sayingNothing = confirming('The confirmation has no message', () => undefined);

/** Names somebody in place of the acting user. */
const namingFor = (whom: string, uid: (it: Situation) => string | undefined): Action =>
  confirming(`The confirmation names ${whom}`, (it) => textFor(own(it), uid(it)));
const namingOther = namingFor('the other side in place of the acting user', ({ reset }) => reset.other);
const namingPath = namingFor('the user in the path in place of the acting one', ({ reset }) => reset.path);
const namingNobody = namingFor('no user', () => undefined);

const withLongName = when.given('where it has more than twenty characters', (it) => own(it).length > 20);
const withUserInside = when.given('of a user who has _user_ in theirs', ({ reset }) => reset.other.includes('_user_'));
const notAlone = when.silently(when.inListLongerThan(1));

const noting = answering('', (reply, { server }) => {
  server.memory.set('confirmation', reply.body);
  return reply;
});
const mixedUp = answering('A reset gets the confirmation of another one that is under way', (reply, { server }) => {
  const other = server.memory.get('confirmation');
  return typeof other === 'string' ? { ...reply, body: other } : reply;
});
// Resets by anybody, so that under load most of them meet.
const anywhere = () => 'anywhere';

/** The confirmation does not name what was reset and for whom, or names something else as well. */
export const confirmationNames = faultsOf({
  'message-names-conversation': {
    'names-another-conversation': onReset(namingAnother, when.ofUser, notAlone),
    'names-no-conversation': onReset(namingNone, when.ofGroup),
    'names-the-wrong-kind': onReset(namingWrongKind, when.ofUser),
    'names-a-cut-id': onReset(namingStart, withLongName),
    'names-half-of-an-id': onReset(namingHalf, when.ofUser, withUserInside),
    'no-message-after-permanent-deletion': onReset(sayingNothing, when.permanent),
    'confirmations-mixed-up': onReset(overlapping(mixedUp, anywhere, noting.act)),
  },
  'message-names-acting-user': {
    'names-the-other-user': onReset(namingOther, when.ofUser),
    'names-the-user-in-the-path': onReset(namingPath, when.saidAs('path-peer')),
    'names-the-smaller-uid': onReset(namingOther, when.ofUser, when.byLarger),
    'names-nobody': onReset(namingNobody, when.ofUser),
    'names-nobody-for-groups': onReset(namingNobody, when.ofGroup),
    'names-the-other-user-at-times': onReset(namingOther, when.oneIn(20)),
  },
  'message-names-no-other': { 'names-two-conversations': onReset(namingTwo, when.ofGroup, notAlone) },
});
