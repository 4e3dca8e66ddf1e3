import { expect, it } from 'vitest';
import type { Requirement } from '../check/requirement.ts';
import type { Trace } from '../execution/trace.ts';
import { reset, send, times } from '../plan/world.ts';
import type { Budget } from '../report/document.ts';
import { requirements as all } from '../requirements.ts';
import { toUser } from '../scenario/conversations.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isReset, openInMemory, openOn, type Wrap } from '../self-test/mock-targets.ts';
import { serverNamed } from '../self-test/servers.ts';
import { variedServer } from '../self-test/varied-server.ts';
import { requirementOf } from '../testing/check-table.ts';
import { ofA, ofGroup, referenceProfile, unchanged, usually, when } from '../testing/trace-builder.ts';
import { misreading, refusing, refusingSoon, showing } from '../testing/wraps.ts';
import type { TestOptions } from './execute-and-check.ts';
import { testTarget } from './test-target.ts';

const reference = { profile: referenceProfile, behaviour: {}, behaviourUnknown: [], evidence: {}, notes: [] };

/** Tests a target in memory under the reference profile. */
const tested = async (
  requirements: readonly Requirement[],
  budget: Budget,
  wrap: Wrap = (healthy) => healthy,
  more: Partial<TestOptions> = {},
) =>
  testTarget({
    target: await openInMemory({ wrap }),
    found: { ...reference, traces: [] },
    options: { budget, seed: 7 },
    ...{ requirements, width: () => (budget === 'smoke' ? 1 : 16), progress: () => {} },
    ...more,
  });

/** Which of the requirements are found violated. */
async function violated(ids: readonly string[], budget: Budget, wrap: Wrap): Promise<readonly string[]> {
  const { results } = await tested(ids.map(requirementOf), budget, wrap);
  return results.flatMap(({ id, outcome }) => (outcome === 'fail' ? [id] : []));
}

const once: Scenario = { users: ['me', 'a'], groups: [], steps: [send('a', toUser('me')), reset('me', toUser('a'))] };

it.each([
  ['once more in other scenarios', { seeds: [8], outcome: 'pass', times: 1 }],
  ['not again where it was tried often enough', { seeds: [7, 8], outcome: 'pass', times: 1 }],
  ['as not exercised where no scenario tried it', { seeds: [9], outcome: 'not-exercised', times: 0 }],
])('a requirement should be tried %s', async (_, { seeds, outcome, times }) => {
  const scenarios: Requirement['scenarios'] = [({ seed }) => (seeds.includes(seed) ? [once] : [])];
  const { results } = await tested([{ ...requirementOf('status-200'), requests: [], scenarios }], 'smoke');
  expect(results).toMatchObject([{ id: 'status-200', outcome, exercised: times }]);
});

it('should try once more what was refused as it came too soon', async () => {
  const asked = { ...requirementOf('status-200'), requests: [], scenarios: [() => [once]] };
  const target = await openInMemory({ settleMs: 300, wrap: refusingSoon(150) });
  const { results } = await tested([asked], 'smoke', undefined, { target });
  expect(results).toMatchObject([{ outcome: 'pass', exercised: 1 }]);
});

it('should hold what the behaviour was found by to it', async () => {
  const dropped = when(ofA(), { me: unchanged, 'me a': '1' }).trace();
  const found = { ...reference, traces: [dropped] };
  const { results } = await tested([requirementOf('confirmed-did-it')], 'smoke', undefined, { found });
  expect(results).toMatchObject([{ outcome: 'fail', counterexample: { reproduced: { times: 0 } } }]);
});

/** Answers so many resets with 201, all when left out. */
function created(most = Number.POSITIVE_INFINITY): Wrap {
  let resets = 0;
  return (healthy) => (state, request) => {
    const { state: after, reply } = healthy(state, request);
    return { state: after, reply: isReset(request) && ++resets <= most ? { ...reply, status: 201 } : reply };
  };
}

it('should begin no repetitions that would cost more than violations may', async () => {
  const costly = times(
    3,
    (at): Scenario => ({ ...once, users: [...once.users, ...times(40, (nth) => `u${at}x${nth}`)] }),
  );
  const asked = { ...requirementOf('status-200'), requests: [], scenarios: [() => costly] };
  const { results } = await tested([asked], 'smoke', created(1));
  expect(results).toMatchObject([{ outcome: 'fail', counterexample: { reproduced: { times: 0, of: 1 } } }]);
});

it('should leave whole seconds to the target where the behaviour was found too slowly to show them', async () => {
  const target = await openOn(variedServer({ style: { hidesOlder: true } }));
  const asked = ['confirmed-did-it', 'keeps-to-its-behaviour'].map(requirementOf);
  const { results } = await tested(asked, 'quick', undefined, { target });
  expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
});

it('should take what most resets did for what they do, where the behaviour was found by one of the few others', async () => {
  const target = await openOn(serverNamed('messages-readable-at-times').start(4).handle);
  const profile = { ...referenceProfile, usual: usually({ place: 'removed', texts: 'visible' }) };
  const found = { ...reference, profile, traces: [] };
  const asked = { ...requirementOf('keeps-to-its-behaviour'), scenarios: [() => times(100, () => ({ ...once }))] };
  const { results } = await tested([asked], 'smoke', undefined, { target, found });
  expect(results).toMatchObject([{ outcome: 'fail' }]);
});

it.each([
  [1, []],
  [2, ['messagesAfterReset: what a reset has hidden, a later message brings back (seen 2 times).']],
])('should note what comes back with a message where it was seen more than once: %j', async (count, notes) => {
  const back = when(ofGroup(), { me: 'b a', 'me g': '' })
    .send('mate', 'g')
    .see({ 'me g': [3, 5] })
    .trace();
  const traces = Array<Trace>(count).fill(back);
  const found = { ...reference, traces };
  expect((await tested([requirementOf('status-200')], 'smoke', undefined, { found })).notes).toEqual(notes);
});

it('should end where it sees what it is to stop at, and say that more was to come', async () => {
  const testing: number[] = [];
  const progress: TestOptions['progress'] = (event) => {
    if (event.phase === 'testing') testing.push(event.of - event.done);
  };
  await tested(all, 'quick', created(), { progress, options: { budget: 'quick', seed: 7, stopAt: 'status-200' } });
  expect(testing.at(-1)).toBeGreaterThan(0);
});

it('should be incomplete where the target can do something no more after a reset', async () => {
  const blocked = new Set<string>();
  const blocking = refusing((request) => {
    const actor = request.headers['onbehalfof'] ?? '';
    if (isReset(request)) blocked.add(actor);
    const isSent = request.method === 'POST' && request.url.endsWith('/messages');
    return isSent && [actor, JSON.parse(request.body).receiver].some((one) => blocked.has(one));
  });
  const { whyPartial } = await tested([requirementOf('confirmed-did-it')], 'quick', blocking);
  expect(whyPartial).toMatch(/^after a reset sending a message .* was answered with 403, and without one it was not/);
  const tooLong = refusing(({ body }) => body.length > 3_000, 413);
  expect((await tested([requirementOf('permanent-deletes-all')], 'default', tooLong)).whyPartial).toBeUndefined();
});

it('should not say that resets are in the way where it is a matter of ids', async () => {
  const sent = new Map<string, number>();
  /** Refuses all messages but a few on every other beginning of ids. */
  const choosy = refusing(({ method, url, headers }) => {
    const [scope = ''] = /(?<=-)....(?=-)/.exec(headers['onbehalfof'] ?? '') ?? [];
    if (method !== 'POST' || !url.endsWith('/messages')) return false;
    sent.set(scope, (sent.get(scope) ?? 0) + 1);
    return Number.parseInt(scope, 36) % 2 === 1 && (sent.get(scope) ?? 0) > 3;
  });
  const { whyPartial } = await tested([requirementOf('confirmed-did-it')], 'quick', choosy);
  expect(whyPartial).toBeUndefined();
});

it.each([
  ['cannot show', 'GET', 'not-exercised', /^listing the conversations of .* was answered with 403/],
  ['refuses to create', 'POST', 'not-applicable', /^undefined$/],
] as const)('should judge nothing of ids that the target %s, and say so', async (_, denied, outcome, why) => {
  const denying = refusing(({ method, url, body, headers }) => {
    const uid = url.endsWith('/users') ? JSON.parse(body).uid : url.includes('/conversations') && headers['onbehalfof'];
    return method === denied && String(uid).endsWith('a1');
  });
  const users = ['me', 'a', 'a1'];
  const alike: Scenario = { users, groups: [], steps: [...once.steps, send('a1', toUser('me'))] };
  const asked = { ...requirementOf('look-alikes-apart'), requests: [], scenarios: [() => [alike]] };
  const { results, whyPartial } = await tested([asked], 'smoke', denying);
  expect(results).toMatchObject([{ outcome }]);
  expect(String(whyPartial)).toMatch(why);
});

it('should find the acting user of one request in the next one, which others must not come between', async () => {
  let before = '';
  const forgetful: Wrap = (healthy) => (state, request) => {
    const onbehalfof = request.headers['onbehalfof'] || before;
    before = onbehalfof;
    return healthy(state, { ...request, headers: { ...request.headers, onbehalfof } });
  };
  const ids = ['no-acting-user-refused', 'user-order-kept', 'permanent-deletes-all'];
  expect(await violated(ids, 'quick', forgetful)).toContain('no-acting-user-refused');
});

it('should find a message lost that comes right after a reset, which others must not come between', async () => {
  let reset = '';
  const lost = new Set<string>();
  const losing = showing<{ readonly data: { readonly text: string } }>('/messages', (messages, { headers }) =>
    messages.filter(({ data }) => !lost.has(`${headers['onbehalfof']} ${data.text}`)),
  );
  const hasty: Wrap = (healthy) => (state, request) => {
    if (request.method !== 'GET') {
      const { receiver, data } = request.method === 'POST' ? JSON.parse(request.body) : {};
      if (receiver === reset && data !== undefined) lost.add(`${reset} ${data.text}`);
      reset = (isReset(request) && request.headers['onbehalfof']) || '';
    }
    return losing(healthy)(state, request);
  };
  const ids = ['confirmed-did-it', 'user-order-kept', 'permanent-deletes-all'];
  expect(await violated(ids, 'quick', hasty)).toContain('confirmed-did-it');
});

it('should find a place lost by a row that the other side has deleted for good', async () => {
  const emptied = new Set<string>();
  const forgetful = misreading((fields, { url, headers }) => {
    if (!url.includes('/users/')) return fields;
    const actor = headers['onbehalfof'];
    const inPath = url.split('/').at(-2);
    const other = inPath === actor ? fields['conversationWith'] : inPath;
    if (fields['deleteMessagesPermanently'] === true) emptied.add(`${other} ${actor}`);
    return emptied.has(`${actor} ${other}`) ? { ...fields, preserveOrder: false } : fields;
  });
  expect(await violated(['user-order-kept'], 'default', forgetful)).toContain('user-order-kept');
});

it('should find a reset ignored that comes long after the last one of its user, with those of many others between', async () => {
  const most = 20;
  const recent = new Set<string>();
  const old = new Set<string>();
  const evicting: Wrap = (healthy) => (state, request) => {
    if (!isReset(request)) return healthy(state, request);
    const actor = request.headers['onbehalfof'] ?? '';
    recent.delete(actor);
    recent.add(actor);
    for (const uid of [...recent].slice(0, -most)) if (recent.delete(uid)) old.add(uid);
    const handled = healthy(state, request);
    return old.has(actor) ? { ...handled, state } : handled;
  };
  expect(await violated(['confirmed-did-it', 'user-order-kept'], 'default', evicting)).toContain('confirmed-did-it');
});
