import type { Addressing, StatusCase } from '../../core/index.ts';
import { resetRequest } from '../cases/reset-request.ts';
import { answerOf, sayAnswer } from '../target/answer.ts';
import type { Peer } from '../target/driver.ts';
import type { WireReply, WireRequest } from '../target/http-client.ts';
import type { Target } from '../target/target.ts';
import { callOf, openProbe, type Probe, rowAt, without } from './probe.ts';

/** The answer to each case that could be tried. */
export type FoundReplies = Readonly<Partial<Record<StatusCase, WireReply>>>;

/** Tries the cases in which nothing but the answer counts; none of them may change a thing. */
export async function findStatuses(
  target: Target,
  forms: readonly Addressing[],
  authOnlyKey: string | undefined,
): Promise<FoundReplies> {
  const probe = await openProbe(target, 's', ['user', 'group', 'user'], { ids: 2 });
  const { cast } = probe;
  const row = await rowAt(probe, 0);
  const group = cast.rows.find(({ peer }) => peer.kind === 'group')?.peer ?? row.peer;
  const form = forms[0] ?? 'path-actor';
  const { apiKey } = target;
  const request = (peer: Peer, actor = cast.protagonist) =>
    resetRequest({ ...callOf(probe, peer, form), actor }, apiKey);
  const nobody = `${target.prefix}s-nobody`;

  const cases: Readonly<Partial<Record<StatusCase, WireRequest>>> = {
    missingApiKey: without(request(group), 'apikey'),
    wrongApiKey: resetRequest({ ...callOf(probe, group, form), wire: 'wrong-key' }, apiKey),
    ...(authOnlyKey === undefined ? {} : { insufficientScope: withKey(request(group), authOnlyKey) }),
    missingOnBehalfOf: without(request(group), 'onBehalfOf'),
    unknownActor: request(group, nobody),
    ...(forms.length === 0
      ? {}
      : {
          unknownUser: request({ kind: 'user', id: nobody }),
          missingConversation: request({ kind: 'user', id: cast.bystander }),
        }),
    unknownGroup: request({ kind: 'group', id: nobody }),
    nonMember: request(group, cast.bystander),
    unknownRoute: { method: 'GET', path: '/no-such-route', headers: { apikey: apiKey, onBehalfOf: cast.protagonist } },
    ...(forms.length === 3 ? { refusedAddressing: oneName(probe, apiKey) } : {}),
  };
  const replies = await Promise.all(
    Object.entries(cases).map(async ([name, wire]) => [name, await sendFirmly(target, wire)] as const),
  );
  return Object.fromEntries(replies);
}

/** An answer that leaves the case open may be the target's mood: it is asked again. */
async function sendFirmly(target: Target, wire: WireRequest): Promise<WireReply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await target.send(wire);
    if (answerOf(reply) !== 'indeterminate' || attempt === 3) return reply;
  }
}

/** Where every form is accepted, a request that names one user only is what is left to refuse. */
function oneName(probe: Probe, apiKey: string): WireRequest {
  const { protagonist } = probe.cast;
  return resetRequest(callOf(probe, { kind: 'user', id: protagonist }, 'path-peer'), apiKey);
}

const withKey = (request: WireRequest, apikey: string): WireRequest => ({
  ...request,
  headers: { ...request.headers, apikey },
});

/** The status to write down for a case; undefined where a refusal comes with 200, which no value can say. */
export function statusOf(reply: WireReply | undefined, sayRefusalWith200 = false): number | undefined {
  if (reply?.kind !== 'answered') return undefined;
  return reply.status === 200 && answerOf(reply) !== 'confirmed' && !sayRefusalWith200 ? undefined : reply.status;
}

export const sayReply = (reply: WireReply | undefined): string =>
  reply === undefined ? 'not tried' : sayAnswer(reply);
