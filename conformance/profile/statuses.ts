import { addressingForms, type StatusCase, statusCases } from '../../core/index.ts';
import { reset } from '../plan/world.ts';
import type { FoundBehaviour } from '../report/document.ts';
import { toGroup } from '../scenario/conversations.ts';
import { resetRequest } from '../scenario/reset-request.ts';
import type { Reset } from '../scenario/scenario.ts';
import { answerOf } from '../target/answer.ts';
import type { WireReply } from '../target/http-client.ts';
import type { Axes } from './axes.ts';
import { isRefusedLikePlain, type SeenReset } from './effects.ts';
import type { FindOptions, Probed } from './execute-probes.ts';
import type { Cases } from './probes.ts';

/** The HTTP status of each case that could be tried; an accepted one is 200. */
export async function findStatuses(
  options: FindOptions,
  { cases, typed, early, accepted, status, addressing: { forms } }: Probed,
  axes: Axes,
): Promise<NonNullable<FoundBehaviour['statuses']>> {
  const inOtherForm = ({ reset: { conversation, form }, answer }: SeenReset): boolean =>
    conversation.kind === 'user' && !forms.includes(form) && answer === 'refused';
  const seen: Cases<SeenReset | undefined> = {
    ...cases,
    ...(forms.length === addressingForms.length ? {} : { refusedAddressing: early.find(inOtherForm) }),
    wrongType: typed.find(({ answer }) => answer === 'refused') ?? typed[0],
  };
  const alone = await answeredAlone(options, cases.missingApiKey?.reset, status?.scope);
  const isUnclear = (one: SeenReset | undefined): boolean => one !== undefined && isRefusedLikePlain(one, accepted);
  const isRejected = (name: string): boolean =>
    (axes as Readonly<Record<string, { value: unknown }>>)[name]?.value === 'rejected';
  return Object.fromEntries(
    statusCases.flatMap((name) => {
      if (isUnclear(seen[name])) return [];
      const found = statusOf(seen[name]?.reply ?? alone[name], isRejected(name));
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}

/** What is asked when nobody looks any more; with a key without its scope a reset that works otherwise, where there is one. */
async function answeredAlone(
  { target, authOnlyKey }: FindOptions,
  { actor, conversation }: Pick<Reset, 'actor' | 'conversation'> = reset('nobody', toGroup('nobody')),
  scope = target.nextScope(),
): Promise<Partial<Record<StatusCase, WireReply>>> {
  const request = resetRequest(reset(actor, conversation), scope, target.apiKey);
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
