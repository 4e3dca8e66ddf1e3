import { expect, it } from 'vitest';
import type { Addressing, Behaviour, ChatState } from '../../core/index.ts';
import { addressingForms, referenceBehaviour } from '../../core/index.ts';
import { reset } from '../plan/world.ts';
import type { Budget } from '../report/document.ts';
import type { Flag } from '../scenario/choices.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import { differences } from '../self-test/found-exactly.ts';
import { isReset, keys, openInMemory, openOn, type Wrap } from '../self-test/mock-targets.ts';
import { permitted } from '../self-test/permitted-servers.ts';
import { secondPermitted } from '../self-test/second-permitted.ts';
import { variedServer } from '../self-test/varied-server.ts';
import { lost } from '../testing/sample-replies.ts';
import { refusing, refusingSoon, showing } from '../testing/wraps.ts';
import { omittedIsPermanent, permanentAxis, withLaterAxes } from './axes.ts';
import { usualEffects } from './effects.ts';
import { findProfile } from './find-profile.ts';
import { omittedClass, type Profile, type Texts, unknownProfile } from './profile.ts';

async function findOn(opened: ReturnType<typeof openInMemory>, budget: Budget = 'smoke') {
  const found = await findProfile({ target: await opened, budget, width: 4, authOnlyKey: keys.authOnlyKey });
  return found.ok ? found.value : undefined;
}
const find = (behaviour: Behaviour) => findOn(openInMemory({ behaviour }));
const findBehind = (wrap: Wrap) => findOn(openInMemory({ wrap }));

const omittedBy = (form: Addressing, isPermanent: boolean): Profile['omittedIsPermanent'] =>
  new Map([true, false].map((preserved) => [omittedClass(form, preserved), isPermanent] as const));

it.concurrent.each<[string, Partial<Behaviour>, Partial<Profile>]>([
  [
    'one that leaves the row where it is, and the messages to be read',
    {
      ...{ addressing: ['path-peer'], withoutPreserveOrder: 'kept', messagesAfterReset: 'visible' },
      ...{ deleteMessagesPermanentlyOmitted: 'as-true', permanentDeletion: 'for-actor', nonMember: 'accepted' },
      wrongType: 'coerced',
    },
    { omittedIsPermanent: omittedBy('path-peer', true), permanentDeletion: 'for-actor', wrongType: 'coerced' },
  ],
  [
    'one that puts the row last',
    {
      ...{ addressing: ['path-peer-echo'], withoutPreserveOrder: 'moved-last', groupAppears: 'joining' },
      ...{ wrongType: 'ignored', emptyBody: 'rejected', missingConversation: 'accepted' },
      missingContentType: 'accepted',
    },
    { forms: ['path-peer-echo'], wrongType: 'ignored', readsUntyped: true, permanentDeletion: 'for-everyone' },
  ],
  [
    'one that puts the row first',
    {
      ...{ addressing: ['path-actor', 'path-peer'], withoutPreserveOrder: 'moved-first', identifierCase: 'sensitive' },
      ...{ deleteMessagesPermanentlyOmitted: 'as-true', messagesAfterReset: 'visible', unknownField: 'rejected' },
      statuses: { ...referenceBehaviour.statuses, missingApiKey: 403, unknownField: 422, insufficientScope: 200 },
    },
    { forms: ['path-actor', 'path-peer'], identifierCase: 'sensitive' },
  ],
])('should find every choice of %s', async (_, change, profile) => {
  const behaviour = { ...referenceBehaviour, ...change };
  const found = await find(behaviour);
  expect(found?.profile).toMatchObject(profile);
  const report = { behaviour: found?.behaviour ?? {}, behaviourUnknown: found?.behaviourUnknown ?? [] };
  expect(differences(report, behaviour)).toEqual([]);
});

it('should find what resets of every class do', async () => {
  const found = await find(referenceBehaviour);
  const effects = [...(found?.profile.usual ?? [])].map(([name, { place, texts }]) => `${name}: ${place} ${texts}`);
  const ofUsers = addressingForms.flatMap((form) => [`${form} * temporary`, `${form} * permanent`]);
  const each = [...ofUsers, 'group * temporary'].flatMap((name) => [
    `${name.replace('*', 'preserved')}: kept hidden`,
    `${name.replace('*', 'free')}: removed hidden`,
  ]);
  expect(effects.toSorted()).toEqual(each.toSorted());
  expect(found?.notes).toEqual([]);
  expect(found?.evidence['addressing']).toContain('path-peer was confirmed and had an effect');
});

it('should take what something came of for usual, where others of its class may have been dropped', () => {
  const one = { reset: reset('me', toGroup('g')), answer: 'confirmed' } as const;
  const dropped = { ...one, place: 'kept', texts: 'visible', changed: false } as const;
  const done = { ...one, place: 'removed', texts: 'hidden', changed: true } as const;
  const usual = (...seen: Parameters<typeof usualEffects>[0]) =>
    usualEffects(seen, unknownProfile).get('group free temporary');
  expect(usual(dropped, dropped, done)).toEqual({ place: 'removed', texts: 'hidden' });
  expect(usual(dropped, dropped)).toEqual({ place: 'kept', texts: 'visible' });
  expect(usual({ ...dropped, answer: 'refused' })).toBeUndefined();
});

it('should take leaving a field out for what it does, and for neither where it does something else', () => {
  const left = (flag: Flag, texts: Texts, othersTexts: Texts) => ({
    reset: reset('me', toUser('a'), { deleteMessagesPermanently: flag }),
    ...({ answer: 'confirmed', reply: lost } as const),
    ...({ place: 'removed', texts, othersTexts, changed: true } as const),
  });
  const both = [left('true', 'hidden', 'hidden'), left('false', 'hidden', 'visible')];
  const meaning = (...seen: Parameters<typeof omittedIsPermanent>[0]) =>
    omittedIsPermanent(seen).get('path-actor free');
  expect(meaning(...both, left('absent', 'hidden', 'hidden'))).toBe(true);
  expect(meaning(...both, left('absent', 'hidden', 'visible'))).toBe(false);
  expect(meaning(...both, left('absent', 'visible', 'visible'))).toBeUndefined();
  const inAnother = [...both, left('absent', 'hidden', 'hidden')].map(({ reset: one, ...seen }) => ({
    ...seen,
    reset: { ...one, form: 'path-peer' as const },
  }));
  const found = omittedIsPermanent([...both, left('absent', 'hidden', 'visible'), ...inAnother]);
  expect(Object.fromEntries(found)).toEqual({ 'path-actor free': false, 'path-peer free': true });
  const deletion = (texts: Texts) => permanentAxis([left('true', 'hidden', texts)]).value;
  expect([deletion('hidden'), deletion('visible'), deletion('part')]).toEqual(['for-everyone', 'for-actor', 'other']);
});

it('should say where a permanent reset in another form does otherwise', async () => {
  const found = await findBehind((healthy) => (state, request) => {
    const fields = isReset(request) ? JSON.parse(request.body || '{}') : {};
    const isEcho = fields.conversationWith === request.headers['onbehalfof'];
    if (!isEcho || fields.deleteMessagesPermanently !== true) return healthy(state, request);
    return healthy(state, { ...request, body: JSON.stringify({ ...fields, preserveOrder: true }) });
  });
  expect(found?.notes).toEqual([
    'withoutPreserveOrder: after a permanent reset in the form path-peer-echo the row is kept, otherwise removed.',
  ]);
});

/** Answers the user resets with such a body so, and does nothing. */
const findAnswering = (reply: object, holds: (body: string) => boolean = () => true) =>
  findBehind((healthy) => (state, request) => {
    const isUserReset = isReset(request) && request.url.includes('/users/');
    return isUserReset && holds(request.body) ? ({ state, reply } as never) : healthy(state, request);
  });
const withoutEffectWhere = (holds: (body: string) => boolean) =>
  findAnswering({ status: 200, body: JSON.stringify({ data: { success: true, message: '' } }) }, holds);

it('should not accept a form of addressing that is confirmed without effect, save for that of the spec', async () => {
  const found = await withoutEffectWhere((body) => !body.includes('conversationWith'));
  expect(found?.profile.forms).toEqual(['path-actor', 'path-peer-echo']);
});

it('should take an id in capitals for read where it is confirmed and one of nobody is refused, whatever came of it', async () => {
  const found = await withoutEffectWhere((body) => /"CR/.test(body));
  expect([found?.behaviour.identifierCase, found?.profile.readsCapitals]).toEqual(['folded', true]);
});

it.concurrent.each([
  'unknownUser',
  'unknownGroup',
  'unknownActor',
] as const)('should not take it for read where the %s is accepted', async (name) => {
  const statuses = { ...referenceBehaviour.statuses, [name]: 200 };
  const found = await find({ ...referenceBehaviour, statuses });
  expect([found?.behaviour.identifierCase, found?.profile.readsCapitals]).toEqual(['folded', false]);
});

it('should learn what a reset does from a form that works', async () => {
  const found = await withoutEffectWhere((body) => body.includes('peer'));
  expect(found?.behaviour.addressing).toEqual(addressingForms);
  expect(found?.profile.usual.get('path-actor free temporary')).toEqual({ place: 'removed', texts: 'hidden' });
});

it('should not take a list in which other rows tie for one that messages put in order', async () => {
  const tied = showing('/conversations', ([first, second, ...others]) => {
    const [third, ...rest] = others;
    return third === undefined ? [first, second].filter(Boolean) : [first, third, second, ...rest];
  });
  expect((await findBehind(tied))?.profile.messageRaises).toBe(false);
});

it.each<[string, Behaviour['identifierCase'], (id: string) => string | undefined, boolean | undefined]>([
  ['as the examples do', 'sensitive', (id) => id, true],
  ['in capitals where case is folded', 'folded', (id) => id.toUpperCase(), true],
  ['in capitals where case counts', 'sensitive', (id) => id.replace('group', 'GROUP').replace('user', 'USER'), false],
  ['in a way of its own', 'folded', (id) => `chat-${id.length}`, false],
  ['nowhere', 'folded', () => undefined, undefined],
])('should find out that lists show the ids of conversations %s', async (_, identifierCase, spelled, spellsIds) => {
  const wrap = showing<{ readonly conversationId: string }>('/conversations', (rows) =>
    rows.map((row) => ({ ...row, conversationId: spelled(row.conversationId) })),
  );
  const found = await findOn(openInMemory({ behaviour: { ...referenceBehaviour, identifierCase }, wrap }));
  expect(found?.profile.spellsIds).toBe(spellsIds);
});

it('should say what it could not find out, and find nothing where nothing can be arranged', async () => {
  const none = await findAnswering({ status: 404, body: '{}' });
  expect(none?.behaviourUnknown).toContain('addressing');
  expect(none?.behaviour.addressing).toBeUndefined();
  expect(none?.profile.forms).toEqual(['path-actor']);
  expect(await findBehind(refusing(() => true))).toBeUndefined();
});

it('should find out of nothing how resets work where no text is read as it was sent', async () => {
  const target = await openInMemory({
    wrap: (healthy) => (state, request) => {
      const body = request.body.replace(/"text":"[^"]*"/, '"text":"…"');
      return healthy(state, { ...request, body });
    },
  });
  const found = await findProfile({ target, budget: 'smoke', width: 4, authOnlyKey: undefined });
  expect(found).toEqual({ ok: false, refusal: 'no message can be read as it was sent' });
});

it('should say nothing of places where a look at a list turns it', async () => {
  let looks = 0;
  const found = await findBehind((healthy) => (state, request) => {
    const handled = healthy(state, request);
    if (!request.url.includes('/conversations') || looks++ % 2 === 0) return handled;
    const { data, ...rest } = JSON.parse(handled.reply.body) as { data: readonly unknown[] };
    return { ...handled, reply: { ...handled.reply, body: JSON.stringify({ data: data.toReversed(), ...rest }) } };
  });
  expect(found?.profile).toMatchObject({ isOrdered: false, messageRaises: false });
  expect([...(found?.profile.usual.values() ?? [])].map(({ place }) => place)).toContain('kept');
});

it('should say nothing of places where to read a conversation raises it, and take that for no lag', async () => {
  const readLast = new Map<string | undefined, string | undefined>();
  const raising: Wrap = (healthy) => (state, request) => {
    const handled = healthy(state, request);
    const actor = request.headers['onbehalfof'];
    const [, read] = /users\/([^/]+)\/messages/.exec(request.url) ?? [];
    if (read !== undefined) readLast.set(actor, read);
    if (!request.url.includes('/conversations')) return handled;
    const { data, ...rest } = JSON.parse(handled.reply.body) as { data: { conversationWith: { uid?: string } }[] };
    const isRaised = ({ conversationWith }: (typeof data)[number]) => conversationWith.uid === readLast.get(actor);
    const sorted = data.toSorted((one, other) => Number(isRaised(other)) - Number(isRaised(one)));
    return { ...handled, reply: { ...handled.reply, body: JSON.stringify({ data: sorted, ...rest }) } };
  };
  const target = await openInMemory({ wrap: raising });
  const found = await findProfile({ target, budget: 'smoke', width: 4, authOnlyKey: undefined });
  expect(found).toMatchObject({ value: { profile: { isOrdered: false } } });
  expect(target.lags()).toBe(false);
});

it.concurrent('should conclude nothing from a refusal that a plain reset meets too', async () => {
  const found = await findBehind(
    refusing(({ body, headers, url }) => {
      const isPlain = url.includes('/groups/') && body.includes('"preserveOrder":true');
      return isPlain || body.includes('colour') || headers['apikey'] !== keys.apiKey;
    }, 409),
  );
  const { unknownField, emptyBody, statuses } = found?.behaviour ?? {};
  expect([unknownField, emptyBody]).toEqual([undefined, 'accepted']);
  expect(found?.behaviourUnknown).toContain('unknownField');
  expect([statuses?.unknownField, statuses?.wrongApiKey, statuses?.unknownUser]).toEqual([undefined, undefined, 404]);
});

it.concurrent('should see that a message to a row that is there leaves it where it is', async () => {
  const begun: string[] = [];
  /** Lists are in the order in which the conversations began. */
  const unraised: Wrap = (healthy) => (state, request) => {
    const handled = healthy(state, request);
    const { data, meta } = JSON.parse(handled.reply.body) as { data?: { conversationId: string }[]; meta?: unknown };
    if (request.url.endsWith('/v3/messages'))
      begun.push(...[data ?? []].flat().map(({ conversationId }) => conversationId));
    if (!request.url.includes('/conversations')) return handled;
    const placeOf = ({ conversationId }: { conversationId: string }): number => begun.indexOf(conversationId);
    const rows = data?.toSorted((one, other) => placeOf(other) - placeOf(one));
    return { ...handled, reply: { ...handled.reply, body: JSON.stringify({ data: rows, meta }) } };
  };
  expect((await findBehind(unraised))?.profile.messageRaises).toBe(false);
});

it.concurrent.each([
  ['all', {}, true],
  ['nothing', secondPermitted['late-member-reads-no-history'] ?? {}, false],
] as const)('should see that who joins a group reads %s of what was written before', async (_, variation, isRead) => {
  const found = await findOn(openOn(variedServer(variation)), 'default');
  expect(found?.profile.joinersRead).toBe(isRead);
});

it.concurrent('should take no text for hidden for good where whole seconds decide, however slow the target is', async () => {
  const slow = permitted({ over: 'naive', behaviour: referenceBehaviour, style: { hidesOlder: true, delayMs: 60 } });
  const found = await findOn(openOn(slow));
  const texts = [...(found?.profile.usual ?? [])].map(([name, effect]) => [name, effect.texts]);
  expect(Object.fromEntries(texts)).toMatchObject({
    ...{ 'path-actor free temporary': 'part', 'group free temporary': 'part', 'path-actor free permanent': 'hidden' },
  });
});

/** For a while after a reset, lists are as they were before it. */
const lateLists: Wrap = (healthy) => {
  let [old, until]: [ChatState | undefined, number] = [undefined, 0];
  return (state, request) => {
    if (isReset(request)) [old, until] = [state, performance.now() + 200];
    const isLate = request.url.includes('/conversations') && performance.now() < until;
    return isLate && old !== undefined ? { ...healthy(old, request), state } : healthy(state, request);
  };
};

it.concurrent('should find the same of a target that delivers messages late, and know that it lags', async () => {
  const late = variedServer(secondPermitted['messages-delivered-after-100-ms'] ?? {});
  const opened = openOn(late, 400);
  const found = await findOn(opened);
  expect(found?.behaviour).toMatchObject({ messagesAfterReset: 'hidden', withoutPreserveOrder: 'removed' });
  expect((await opened).lags()).toBe(true);
});

/** A message's row appears late in lists, unless somebody resets something before. */
const lateRows: Wrap = (healthy) => {
  let [old, until]: [ChatState | undefined, number] = [undefined, 0];
  return (state, request) => {
    const now = performance.now();
    if (isReset(request)) until = 0;
    if (request.method === 'POST' && request.url.endsWith('/messages'))
      [old, until] = [now < until ? old : state, now + 100];
    const isLate = request.url.includes('/conversations') && now < until && old !== undefined;
    return isLate ? { ...healthy(old ?? state, request), state } : healthy(state, request);
  };
};

it.concurrent('should know that a target lags that shows more while nobody writes', async () => {
  const opened = openInMemory({ wrap: lateRows, settleMs: 400 });
  await findOn(opened);
  expect((await opened).lags()).toBe(true);
});

it.concurrent('should know that a target lags that refuses resets right after a message', async () => {
  const opened = openInMemory({ wrap: refusingSoon(150), settleMs: 400 });
  const found = await findOn(opened);
  expect(found?.behaviour.addressing).toHaveLength(3);
  expect((await opened).lags()).toBe(true);
});

it.concurrent('should know that reads lag behind writes, where the last reset of a probe shows late', async () => {
  const opened = openInMemory({ wrap: lateLists, settleMs: 400 });
  await findOn(opened);
  expect((await opened).lags()).toBe(true);
});

it('should say of the messages after a reset what the whole run has shown, save what whole seconds leave', async () => {
  const found = (await find(referenceBehaviour)) ?? expect.fail('nothing was found');
  const { profile } = found;
  expect(withLaterAxes(found, profile)).toBe(found);
  const usual = new Map([...profile.usual].map(([name, effect]) => [name, { ...effect, texts: 'part' as const }]));
  const later = withLaterAxes(found, { ...profile, usual });
  expect([found, later].map(({ behaviour }) => behaviour.messagesAfterReset)).toEqual(['hidden', 'other']);
  expect(later.evidence['messagesAfterReset']).toContain('some');
  expect(withLaterAxes(found, { ...profile, usual, hidesBySeconds: new Set(['user']) })).toBe(found);
});
