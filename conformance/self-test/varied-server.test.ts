import { expect, it } from 'vitest';
import { callsOn } from '../testing/calls.ts';
import { serverNamed } from './servers.ts';

type Call = ReturnType<typeof callsOn>;

const say = (call: Call, as: string, receiver: string, text: string, receiverType = 'user') =>
  call('POST /messages', as, { receiver, receiverType, data: { text } });
const reset = (call: Call, as: string, conversationWith: string, flags = {}) =>
  call(`DELETE /users/${as}/conversation`, as, { conversationWith, ...flags });
const read = async (call: Call, as: string, path: string) => {
  const { json } = await call(`GET ${path}/messages`, as);
  return (json as { data: { data: { text: string } }[] }).data.map(({ data }) => data.text);
};

/** A server of the catalogue acts otherwise than a healthy one. What a run catches has shown itself; this is the rest. */
function shows(name: string, healthy: string[], broken: string[], act: (call: Call) => Promise<string[]>): void {
  it.each([
    ['deviation-that-changes-nothing', healthy],
    [name, broken],
  ])(`should show ${name} in what a server with %s does`, async (wanted, seen) => {
    const call = callsOn(serverNamed(wanted).start(1).handle);
    for (const uid of ['ann', 'bob']) await call('POST /users', '', { uid, name: uid });
    await call('POST /groups', 'ann', { guid: 'crew', name: 'Crew' });
    await say(call, 'ann', 'bob', 'hi');
    await say(call, 'ann', 'crew', 'hello', 'group');
    expect(await act(call)).toEqual(seen);
  });
}

shows('after-refusal-without-effect', [], ['again'], async (call) => {
  await reset(call, 'ann', 'bob');
  await say(call, 'bob', 'ann', 'again');
  await reset(call, 'ann', 'nobody');
  await reset(call, 'ann', 'bob');
  return read(call, 'ann', '/users/bob');
});

shows('both-flags-false-without-effect', [], ['hi'], async (call) => {
  await reset(call, 'ann', 'bob', { preserveOrder: false, deleteMessagesPermanently: false });
  return read(call, 'ann', '/users/bob');
});

shows('returned-with-an-old-text-hidden', ['hi'], [], async (call) => {
  await reset(call, 'ann', 'bob');
  await say(call, 'bob', 'ann', 'hi');
  return read(call, 'ann', '/users/bob');
});

shows('refused-reset-acts-when-joining', ['hello'], [], async (call) => {
  await call('DELETE /groups/crew/conversation', 'bob', {});
  await call('POST /groups/crew/members', '', { participants: ['bob'] });
  return read(call, 'bob', '/groups/crew');
});

shows('undone-by-new-group', [], ['hi'], async (call) => {
  await reset(call, 'ann', 'bob');
  await call('POST /groups', 'ann', { guid: 'club', name: 'Club' });
  return read(call, 'ann', '/users/bob');
});

shows('message-during-deletion-lost-for-other-side', ['new'], [], async (call) => {
  const flags = { deleteMessagesPermanently: true };
  await Promise.all([reset(call, 'ann', 'bob', flags), say(call, 'bob', 'ann', 'new')]);
  return read(call, 'bob', '/users/ann');
});
