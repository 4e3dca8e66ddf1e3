import { type Message, type Party, seenBy, type Thread } from '../naive-server.ts';
import type { Reset, Step } from '../varied-server.ts';

/** All members of the group. */
export const everybody = ({ party }: Reset): readonly string[] => party?.members ?? [];

export const ownerOf = ({ party }: Reset): string => String(party?.json['owner']);

export const without = <Item>(items: readonly Item[], item: Item | undefined): Item[] =>
  items.filter((it) => it !== item);

export const isListRead = ({ call }: Pick<Step, 'call'>): boolean => call.startsWith('GET /v3/conversations');

/** Who joins the group that a request adds members to. */
export const groupJoined = ({ call }: Pick<Step, 'call'>): string | undefined =>
  /^POST .*\/groups\/([^/]+)\/members$/.exec(call)?.[1];

/** The resets of a conversation that are under way beside this request. */
export const underWay = (thread: Thread | undefined, { open, request }: Step): readonly Reset[] =>
  [...open].flatMap(({ request: other, reset }) =>
    reset && other !== request && sameThread(reset.thread, thread) ? [reset] : [],
  );

export function hide(messages: readonly Message[], from: Party | undefined): void {
  for (const it of messages) if (from && !it.hiddenFrom.includes(from)) it.hiddenFrom.push(from);
}

export function reveal(messages: readonly Message[], to: Party | undefined): void {
  for (const it of messages) it.hiddenFrom = without(it.hiddenFrom, to);
}

/** What the actor could read before. */
export const seenIn = ({ messages, me }: Reset): readonly Message[] => seenBy(me, messages);

export const senderOf = (message: Message | undefined): unknown => message?.json['sender'];

export const sameThread = (one: Thread | undefined, two: Thread | undefined): boolean =>
  one !== undefined && one.kind === two?.kind && one.ids.every((id) => two.ids.includes(id));
