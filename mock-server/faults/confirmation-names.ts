import { confirmationText as textFor } from '../reset-calls.ts';
import { faultsOf } from './fault.ts';
import { answering, answeringWith } from './parts/actions.ts';
import { idOf } from './parts/asked-reset.ts';
import * as when from './parts/conditions.ts';
import { type Action, type Condition, onReset, type Situation } from './parts/on-reset.ts';
import { overlapping } from './parts/overlapping.ts';

/** Executes the reset and confirms it with another text. */
const confirming = (message: (it: Situation) => string | undefined): Action =>
  answeringWith((_, it) => ({ data: { success: true, message: message(it) } }));

const withoutMessage = confirming(() => undefined);

/** The conversation that is reset. */
const own = ({ reset }: Situation): string => idOf(reset);

/** Another conversation of the acting user. */
const another = ({ rows, row }: Situation): string => idOf(rows.find((one) => one !== row) ?? row);

/** Names something in place of the conversation. */
const naming = (name: (it: Situation) => string): Action => confirming((it) => textFor(name(it), it.reset.actor));
const namingNothing = naming(() => '');
const namingAsGroup = naming(({ reset }) => `group_${reset.other}`);
const namingCut = naming((it) => own(it).slice(0, 20));
const namingHalf = naming((it) => own(it).split('_user_').slice(0, 2).join('_user_'));
const namingTwo = naming((it) => `${own(it)} (before ${another(it)})`);

/** Names somebody in place of the acting user. */
const namingFor = (uid: (it: Situation) => string | undefined): Action => confirming((it) => textFor(own(it), uid(it)));
const namingOther = namingFor(({ reset }) => reset.other);
const namingPath = namingFor(({ reset }) => reset.path);
const namingNobody = namingFor(() => undefined);

const withLongName: Condition = (it) => own(it).length > 20;
const withUserInside: Condition = ({ reset }) => reset.other.includes('_user_');
const notAlone = when.inListLongerThan(1);

const noting = answering((reply, { server }) => {
  server.memory.set('confirmation', reply.body);
  return reply;
});
const mixedUp = answering((reply, { server }) => {
  const other = server.memory.get('confirmation');
  return typeof other === 'string' ? { ...reply, body: other } : reply;
});
// Resets by anybody, so that under load most of them meet.
const anywhere = () => 'anywhere';

/** The confirmation does not name what was reset and for whom, or names something else as well. */
export const confirmationNames = faultsOf({
  'message-names-conversation': {
    'names-another-conversation': onReset(naming(another), when.ofUser, notAlone),
    'names-no-conversation': onReset(namingNothing, when.ofGroup),
    'names-the-wrong-kind': onReset(namingAsGroup, when.ofUser),
    'names-a-cut-id': onReset(namingCut, withLongName),
    'names-half-of-an-id': onReset(namingHalf, when.ofUser, withUserInside),
    'no-message-after-permanent-deletion': onReset(withoutMessage, when.permanent),
    'confirmations-mixed-up': onReset(overlapping(mixedUp, anywhere, noting)),
  },
  'message-names-acting-user': {
    'names-the-other-user': onReset(namingOther, when.ofUser),
    'names-the-user-in-the-path': onReset(namingPath, when.saidAs('path-peer')),
    'names-the-smaller-uid': onReset(namingOther, when.ofUser, when.byLarger),
    'names-nobody': onReset(namingNobody, when.ofUser),
    'names-nobody-for-groups': onReset(namingNobody, when.ofGroup),
    'names-the-other-user-at-times': onReset(namingOther, when.atTimes),
  },
  'message-names-no-other': { 'names-two-conversations': onReset(namingTwo, when.ofGroup, notAlone) },
});
