import { describe, expect, it } from 'vitest';
import { type Behaviour, referenceBehaviour } from '../../core/index.ts';
import { type World, worldState } from '../../fixtures/world.ts';
import type { Access } from '../authenticate.ts';
import { type Axis, axes as allAxes } from '../axis.ts';
import { fourUsers } from '../testing/handler-session.ts';
import { axesOf } from './axes.ts';

const ofUser = 'DELETE /users/alice/conversation';
const ofGroup = 'DELETE /groups/climbers/conversation';
const said = { conversationWith: 'bob', deleteMessagesPermanently: false, preserveOrder: true };
const kept = { preserveOrder: true };

type Row = [rests: readonly Axis[], line: string, body?: unknown, given?: Given];

const rows: readonly Row[] = [
  [['messagesAfterReset'], ofUser, said],
  [['permanentDeletion'], ofUser, { ...said, deleteMessagesPermanently: true }],
  [
    ['messagesAfterReset', 'deleteMessagesPermanentlyOmitted'],
    ofUser,
    { ...said, deleteMessagesPermanently: undefined },
  ],
  [['withoutPreserveOrder', 'messagesAfterReset'], ofUser, { ...said, preserveOrder: false }],
  [['messagesAfterReset', 'identifierCase'], ofUser, { ...said, conversationWith: 'BOB' }],
  [['messagesAfterReset', 'unknownField'], ofUser, { ...said, colour: 'red' }],
  [['messagesAfterReset', 'missingContentType'], ofUser, said, { headers: { 'content-type': undefined } }],
  [
    ['messagesAfterReset', 'wrongType'],
    ofUser,
    { ...said, preserveOrder: 'true' },
    { under: { wrongType: 'coerced' } },
  ],
  [['wrongType', 'statuses.wrongType'], ofUser, { ...said, preserveOrder: 'true' }],
  [['addressing', 'messagesAfterReset'], 'DELETE /users/bob/conversation', { ...said, conversationWith: undefined }],
  [['statuses.refusedAddressing'], 'DELETE /users/bob/conversation', { ...said, conversationWith: 'carol' }],
  [['missingConversation', 'statuses.missingConversation'], ofUser, { ...said, conversationWith: 'dave' }],
  [['withoutPreserveOrder', 'messagesAfterReset', 'emptyBody'], ofGroup, ''],
  [['emptyBody', 'statuses.emptyBody'], ofGroup, '', { under: { emptyBody: 'rejected' } }],
  [['nonMember', 'statuses.nonMember'], ofGroup, kept, { headers: { onbehalfof: 'dave' } }],
  [['missingConversation', 'groupAppears', 'statuses.missingConversation'], 'DELETE /groups/silent/conversation', kept],
  [['missingContentType', 'statuses.missingContentType'], ofUser, said, refusing('missingContentType')],
  [['unknownField', 'statuses.unknownField'], ofUser, { ...said, colour: 'red' }, refusing('unknownField')],
  [['statuses.unknownUser'], ofUser, { ...said, conversationWith: 'zoe' }],
  [['statuses.unknownGroup'], 'DELETE /groups/none/conversation', kept],
  [['statuses.unknownActor'], ofGroup, kept, { headers: { onbehalfof: 'zoe' } }],
  [['statuses.missingOnBehalfOf'], ofGroup, kept, { headers: { onbehalfof: '' } }],
  [['statuses.malformedBody'], ofGroup, '{'],
  [['statuses.unknownRoute'], 'DELETE /group/climbers/conversation', kept],
  [['statuses.missingApiKey'], ofGroup, kept, { access: 'missing' }],
  [['statuses.wrongApiKey'], ofGroup, kept, { access: 'wrong' }],
  [['statuses.insufficientScope'], ofGroup, kept, { access: 'authOnly' }],
  // The calls around the resets are no part of the specification.
  [[], 'GET /conversations'],
  [[], 'POST /users', { uid: 'ZOE', name: 'Zoe' }],
  [[], 'GET /users/zoe'],
];

describe('an answer', () => {
  it.each<Row>(rows)('should rest on %j: %s %j %j', (rests, line, body, given) => {
    expect(axesFor(line, body, given)).toEqual(rests);
  });

  it('should rest on each axis in one of these', () => {
    expect(new Set(rows.flatMap(([rests]) => rests))).toEqual(new Set(allAxes));
  });

  it('should rest on what becomes of unread messages, also where none can be read', () => {
    const users = [{ uid: 'alice', list: [{ with: 'bob', unread: 7 }] }, 'bob'];
    expect(axesFor(ofUser, said, { world: { users } })).toEqual(['messagesAfterReset']);
  });

  it('should not rest on when a group appears that was reset before', () => {
    const users = [{ uid: 'alice', list: [{ group: 'silent', hiddenUpTo: 5 }] }];
    const world = { users, groups: [{ guid: 'silent', members: ['alice'] }] };
    expect(axesFor('DELETE /groups/silent/conversation', kept, { world })).not.toContain('groupAppears');
  });
});

// Helpers

interface Given {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly under?: Partial<Behaviour>;
  readonly access?: Access;
  readonly world?: World;
}

function refusing(axis: 'missingContentType' | 'unknownField'): Given {
  const headers = axis === 'missingContentType' ? { 'content-type': undefined } : {};
  return { headers, under: { [axis]: 'rejected' } };
}

function axesFor(line: string, body: unknown, given: Given = {}): readonly Axis[] {
  const { headers, under, access = 'full', world = fourUsers } = given;
  const [method = '', path = ''] = line.split(' ');
  const behaviour = { ...referenceBehaviour, ...under };
  const request = {
    method,
    url: `/v3${path}`,
    headers: { onbehalfof: 'alice', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
  };
  const before = worldState(world, behaviour, 1_700_000_000);
  return axesOf({ request, access, before, at: 1_700_000_001 }, behaviour);
}
