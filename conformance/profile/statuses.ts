import type { Addressing, StatusCase } from '../../core/index.ts';
import { nextScope } from '../execution/run-scenarios.ts';
import { executedIn, type Trace } from '../execution/trace.ts';
import { reset } from '../plan/world.ts';
import type { FoundBehaviour } from '../report/document.ts';
import { resetRequest } from '../scenario/reset-request.ts';
import { type Reset, toGroup } from '../scenario/scenario.ts';
import { answerOf } from '../target/answer.ts';
import type { WireReply } from '../target/http-client.ts';
import type { Target } from '../target/target.ts';
import type { Axes } from './axes.ts';
import type { SeenReset } from './effects.ts';

interface Tried {
  readonly target: Target;
  readonly authOnlyKey: string | undefined;
  readonly form: Addressing;
  readonly forms: readonly Addressing[];
  readonly status: Trace | undefined;
  readonly bodies: readonly Trace[];
  readonly axes: Axes;
  readonly seen: readonly SeenReset[];
}

/** The HTTP status of each case that could be tried; an accepted one is 200. */
export async function findStatuses(tried: Tried): Promise<NonNullable<FoundBehaviour['statuses']>> {
  const { status, bodies, axes, forms, seen } = tried;
  const answers = [status, ...bodies].flatMap((trace) => (trace === undefined ? [] : answersIn(trace)));
  const by = (holds: (reset: Reset) => boolean) => answers.find((one) => holds(one.reset))?.reply;
  const refusedForm = seen.find(
    ({ reset: { conversation, form }, answer }) =>
      conversation.kind === 'user' && !forms.includes(form) && answer === 'refused',
  )?.reply;
  const replies: Readonly<Partial<Record<StatusCase, WireReply | undefined>>> = {
    missingApiKey: by(({ apikey }) => apikey === 'absent'),
    wrongApiKey: by(({ apikey }) => apikey === 'unrelated'),
    missingOnBehalfOf: by(({ onBehalfOf }) => onBehalfOf === 'absent'),
    unknownActor: by(({ onBehalfOf }) => onBehalfOf === 'unknown'),
    unknownUser: by(({ conversation }) => conversation.kind === 'user' && conversation.id === 'nobody'),
    unknownGroup: by(({ conversation }) => conversation.kind === 'group' && conversation.id === 'nobody'),
    nonMember: by(({ actor }) => actor === 'o-stranger'),
    missingConversation: by(({ conversation }) => conversation.id === 'o-stranger'),
    refusedAddressing: forms.length === 3 ? by(({ actor, conversation }) => actor === conversation.id) : refusedForm,
    malformedBody: by(({ body }) => body === 'malformed'),
    wrongType:
      answers.find((one) => one.reset.wrongTypes !== undefined && answerOf(one.reply) === 'refused')?.reply ??
      by(({ wrongTypes }) => wrongTypes !== undefined),
    unknownField: by(({ extra }) => extra !== undefined),
    emptyBody: by(({ body }) => body === 'none'),
    missingContentType: by(({ body }) => body === 'untyped'),
    ...(await answeredAlone(tried)),
  };
  const rejected = (name: string): boolean =>
    (axes as Readonly<Record<string, { value: unknown }>>)[name]?.value === 'rejected';
  return Object.fromEntries(
    Object.entries(replies).flatMap(([name, reply]) => {
      const found = statusOf(reply, rejected(name));
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}

const answersIn = (trace: Trace): readonly { readonly reset: Reset; readonly reply: WireReply }[] =>
  executedIn(trace).flatMap(({ operation, reply }) =>
    operation.do === 'reset' && reply !== undefined ? [{ reset: operation, reply }] : [],
  );

/** What concerns no conversation, so that there is nothing to look at. */
async function answeredAlone({ target, authOnlyKey }: Tried): Promise<Partial<Record<StatusCase, WireReply>>> {
  const scope = nextScope(target);
  const request = resetRequest(reset('nobody', toGroup('nobody')), scope, target.apiKey);
  const { apiKey } = target;
  return {
    unknownRoute: await target.send({ method: 'GET', path: '/no-such-route', headers: { apikey: apiKey } }),
    ...(authOnlyKey === undefined
      ? {}
      : { insufficientScope: await target.send({ ...request, headers: { ...request.headers, apikey: authOnlyKey } }) }),
  };
}

/** Undefined where a refusal comes with 200, which no value can say. */
function statusOf(reply: WireReply | undefined, saysRefusalWith200: boolean): number | undefined {
  if (reply?.kind !== 'answered') return undefined;
  return reply.status === 200 && answerOf(reply) !== 'confirmed' && !saysRefusalWith200 ? undefined : reply.status;
}
