import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Event, everyConversation, namesIn, uids, worldArb } from '../../core/arbitrary/world.ts';
import type { Behaviour, Conversation } from '../../core/index.ts';
import { callsOn } from '../testing/calls.ts';
import { keys, mockInMemory } from './mock-targets.ts';
import { naiveServer } from './naive-server.ts';

type Asked = readonly [line: string, as: string, json?: unknown];

/** What happened, as a caller asks for it; undefined where the naive server has no such call. */
function asked(event: Event, index: number, { addressing }: Behaviour): Asked | undefined {
  switch (event.do) {
    case 'send': {
      const [receiverType, receiver] = sidesOf(event.to);
      return ['POST /messages', event.by, { receiver, receiverType, data: { text: `text ${index}` } }];
    }
    case 'reset': {
      const { form, ...flags } = event.options;
      if (event.conversation.kind === 'group') {
        const { preserveOrder } = flags;
        return [`DELETE /groups/${event.conversation.guid}/conversation`, event.by, { preserveOrder }];
      }
      const accepted = addressing[form % addressing.length] ?? 'path-actor';
      const { path, conversationWith } = namesIn(accepted, event.by, event.conversation.uid);
      return [`DELETE /users/${path}/conversation`, event.by, { conversationWith, ...flags }];
    }
    case 'join':
      return [`POST /groups/${event.guid}/members`, '', { participants: [event.uid] }];
    case 'create user':
      return ['POST /users', '', { uid: event.uid, name: event.uid }];
    case 'remove user':
      return [`DELETE /users/${event.uid}`, '', { permanent: true }];
    case 'create group':
      return ['POST /groups', '', { guid: event.guid, name: event.guid, owner: event.owner }];
    case 'remove group':
      return [`DELETE /groups/${event.guid}`, '', {}];
    default:
      return undefined;
  }
}

const sidesOf = (to: Conversation) =>
  to.kind === 'user' ? (['user', to.uid] as const) : (['group', to.guid] as const);

/** All lists, and all messages that anybody may read. */
const looks: readonly Asked[] = uids.flatMap((uid): Asked[] => [
  ['GET /conversations?perPage=100', uid],
  ...everyConversation.map((one): Asked => [`GET /${sidesOf(one).join('s/')}/messages?limit=100`, uid]),
]);

/** Of an answer, what both servers say alike: neither sentences nor times. */
const compared = ['data', 'error', 'code', 'success', 'uid', 'guid', 'owner', 'participants', ...uids];
compared.push('conversationType', 'conversationWith', 'lastMessage', 'sender', 'text');

it('should answer as the mock server does, whatever happens under whatever behaviour', async () => {
  await fc.assert(
    fc.asyncProperty(worldArb, async ({ events, behaviour }) => {
      const calls = [mockInMemory({ behaviour }).answer, naiveServer({ ...keys, behaviour })].map((one) =>
        callsOn(one),
      );
      // Where a reset hides nothing, the naive server forgets what was unread in a row that is removed.
      const counts = behaviour.messagesAfterReset === 'hidden' ? ['unreadMessageCount'] : [];
      const askBoth = async (...[line, as, json]: Asked) => {
        const answers = calls.map(async (call) =>
          JSON.stringify(await call(line, as, json), ['status', 'json', ...compared, ...counts]),
        );
        const [ofMock, ofNaive] = await Promise.all(answers);
        expect(ofNaive, `${line} by ${as}, ${JSON.stringify(json)}`).toBe(ofMock);
      };
      for (const [index, event] of events.entries()) {
        const request = asked(event, index, behaviour);
        if (request !== undefined) await askBoth(...request);
      }
      for (const look of looks) await askBoth(...look);
    }),
  );
});
