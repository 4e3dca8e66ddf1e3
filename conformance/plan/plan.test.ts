import { describe, expect, it } from 'vitest';
import { addressingForms, referenceBehaviour } from '../../core/index.ts';
import { saysNoOrder } from '../check/readings.ts';
import { isRefusedAnyway } from '../profile/profile.ts';
import { budgets } from '../report/document.ts';
import { grouped } from '../report/grouped.ts';
import { requirements } from '../requirements.ts';
import { onlySent } from '../scenario/as-sent.ts';
import { flags, keyDefects, type WireForm, wireForms, wireSpellings } from '../scenario/choices.ts';
import { conversationName, conversationOf, keyOf, seenBy, toUser } from '../scenario/conversations.ts';
import { idIn } from '../scenario/ids.ts';
import {
  hasCredentials,
  isAtOnce,
  isReset,
  type Operation,
  operationsOf,
  type Reset,
  type Scenario,
  type Send,
} from '../scenario/scenario.ts';
import { problemsOf } from '../testing/scenario-problems.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import { alikeWorlds } from './alike-worlds.ts';
import { bursts } from './bursts.ts';
import { combinations } from './combinations.ts';
import { deviationKinds } from './deviations.ts';
import type { Extent } from './extent.ts';
import { planScenarios } from './plan.ts';
import { places } from './sizes.ts';
import { tour } from './tour.ts';
import { reset } from './world.ts';

const whole: Extent = { budget: 'quick', profile: referenceProfile, behaviour: referenceBehaviour, seed: 1 };
function plannedAfresh(change: Partial<Extent>): readonly Scenario[] {
  const extent: Extent = { ...whole, ...change };
  const { walks, others } = planScenarios(requirements, extent);
  return [...others, ...walks];
}

// That what is planned meets every kind of fault, wherever it lies, is what the self-test runs.

const plans = new Map<string, readonly Scenario[]>();

/** Each plan is made once for all that is asserted of it. */
function planned(change: Partial<Extent> = {}): readonly Scenario[] {
  const name = JSON.stringify({ ...whole, ...change });
  const plan = plans.get(name) ?? plannedAfresh(change);
  plans.set(name, plan);
  return plan;
}
const resetsIn = (scenarios: readonly Scenario[]) =>
  scenarios.flatMap(({ steps }) => steps.flatMap(operationsOf)).filter(isReset);
const longest = 'cr0f1e2d-1a2b-';

describe.each(budgets)('the scenarios of a run at the budget %s', (budget) => {
  const caseSensitive = { ...referenceProfile, forms: ['path-peer'], identifierCase: 'sensitive' } as const;
  const all = [planned({ budget, seed: 1 }), planned({ budget, seed: 7, profile: caseSensitive })];

  it('should all be such as a replay reads back and anybody can arrange', () => {
    expect(all.flat().flatMap((one) => problemsOf(JSON.parse(JSON.stringify(one))))).toEqual([]);
    for (const { groups, steps } of all.flat()) {
      const written = steps.flatMap((step) => (step.do === 'send' && step.to.kind === 'group' ? [step] : []));
      const isMember = ({ from, to }: Send) => groups.some(({ id, members }) => id === to.id && members.includes(from));
      expect(written.filter((step) => !isMember(step))).toEqual([]);
    }
  });

  it('should have ids of at most 100 characters, in capitals only to learn about case', () => {
    const ids = all.map((one) => one.flatMap(({ users, groups }) => [...users, ...groups.map(({ id }) => id)]));
    const spelled = ids.flat().map((tail) => idIn(longest, tail));
    expect(longest).toHaveLength(14);
    expect(spelled.filter((id) => id.length > 100 || !/^[A-Za-z0-9_-]+$/.test(id))).toEqual([]);
    expect(ids[0]?.filter((tail) => /[A-Z]/.test(tail))).toEqual([]);
  });

  it('should hold nothing of a reset that its request does not say', () => {
    const resets = all.flatMap(resetsIn);
    expect(resets.filter((one) => JSON.stringify(onlySent(one)) !== JSON.stringify(one))).toEqual([]);
  });

  it('should be decided by the seed, and none of them be there twice', () => {
    const texts = all[0]?.map((one) => JSON.stringify(one));
    expect(plannedAfresh({ budget, seed: 1 }).map((one) => JSON.stringify(one))).toEqual(texts);
    expect(new Set(texts).size).toBe(texts?.length);
    if (budget !== 'smoke') expect(planned({ budget, seed: 2 })).not.toEqual(all[0]);
  });
});

it('should be so many, the longest first', () => {
  const most = { smoke: 40, quick: 700, default: 3_600, thorough: 20_000 };
  for (const budget of budgets) {
    const resets = resetsIn(planned({ budget })).length;
    expect([budget, resets > most[budget] / 2, resets <= most[budget]]).toEqual([budget, true, true]);
  }
  const messages = planScenarios(requirements, { ...whole, behaviour: undefined }).others.map(({ steps }) =>
    steps.reduce((sum, step) => sum + (step.do === 'send' ? (step.times ?? 1) : 1), 0),
  );
  expect(messages).toEqual(messages.toSorted((one, other) => other - one));
});

it('should have the other sides of rows far down in a list reset them, as well as the acting user', () => {
  const [grown] = places({ ...whole, budget: 'default' }).slice(-1);
  const byOthers = resetsIn(grown === undefined ? [] : [grown]).filter(({ actor }) => actor !== 'm-actor');
  expect(byOthers.length).toBeGreaterThan(5);
});

const atOnce = bursts({ ...whole, budget: 'default' }).flatMap(({ steps }) => steps.filter(isAtOnce));

it('should send a reset beside so many messages of its conversation that it may have to try again', () => {
  const crowds = atOnce.filter(({ operations }) => operations.filter((one) => one.do === 'send').length >= 5);
  for (const { operations } of crowds) expect(new Set(operations.map(conversationName)).size).toBe(1);
  const kinds = crowds.flatMap(({ operations }) => operations.filter(isReset).map((one) => one.conversation.kind));
  expect(kinds).toEqual(['user', 'group', 'user', 'group']);
});

it('should have somebody read each two things at once that happen to one conversation', () => {
  const ofOne = atOnce.filter(({ operations }) => operations.length < 5);
  expect(ofOne.length).toBeGreaterThan(40);
  for (const { operations } of ofOne) {
    const [reading, ...others] = operations;
    expect(reading?.do).toBe('read');
    expect(others.map(conversationName)).toContain(reading && conversationName(reading));
  }
});

it('should have every two values of two dimensions in one request', () => {
  const pairs = new Set<string>();
  const { others } = combinations(deviationKinds, { budget: 'default', profile: referenceProfile, seed: 1 });
  for (const { preserveOrder, conversation, actor, wire = [], apikey, body } of resetsIn(others).map(onlySent)) {
    const isMine = actor === 'm' || actor === 'p_10';
    const values = [...wire, preserveOrder, `key ${apikey}`, `body ${body}`, `${conversation.kind} ${isMine}`];
    for (const one of values) for (const other of values) pairs.add(`${one} ${other}`);
  }
  const roles = ['user true', 'user false', 'group true', 'group false'];
  const expected = [...wireForms, 'key absent', 'body array'].flatMap((one) =>
    [...flags, ...roles, ...wireForms].map((other) => `${one} ${other}`),
  );
  const roled = flags.flatMap((flag) => roles.map((role) => `${flag} ${role}`));
  // One of them leaves no place for the other.
  const exclusive = [
    ['header-case', 'upper-headers', 'lower-headers'],
    ['charset', 'charset-in-capitals'],
    ['escaped', 'escaped-values'],
    ['capital-body', 'group true', 'group false'],
    ['chunked', 'segmented'],
  ];
  const isPossible = (pair: string) => !exclusive.some((some) => isOfTwo(some, pair));
  expect([...expected, ...roled].filter((pair) => isPossible(pair) && !pairs.has(pair))).toEqual([]);
});
const isOfTwo = (values: readonly string[], pair: string): boolean =>
  values.some((one) => values.some((other) => one !== other && `${one} ${other}` === pair));

it('should name the other side in the path alone where there is no body', () => {
  const ofUsers = resetsIn(planned({ budget: 'default' })).filter(({ conversation }) => conversation.kind === 'user');
  const without = ofUsers.filter(({ body }) => body === 'none');
  expect(new Set(without.map(({ form }) => form))).toEqual(new Set(['path-actor', 'path-peer']));
});

it('should in a smoke run send each kind of spelling in a request that has a place for it', () => {
  const kinds = ['body-form', 'framing', 'percent-encoding', 'header-case'];
  for (const form of addressingForms) {
    for (let seed = 0; seed < 12; seed += 1) {
      const resets = resetsIn(planned({ budget: 'smoke', profile: { ...referenceProfile, forms: [form] }, seed }));
      const sent = resets.flatMap(({ wire = [] }) => wire.map((one) => wireSpellings[one].requirement));
      expect(kinds.filter((kind) => !sent.some((one) => one === kind))).toEqual([]);
    }
  }
});

it('should in a smoke run leave preserveOrder out of a request that every target obeys', () => {
  for (let seed = 0; seed < 12; seed += 1) {
    for (const forms of [addressingForms, ...addressingForms.map((form) => [form])]) {
      const scenarios = planned({ budget: 'smoke', profile: { ...referenceProfile, forms }, seed });
      const omitting = scenarios.flatMap((scenario) =>
        resetsIn([scenario]).filter((one) => saysNoOrder(one) && isPlain(one) && !isNobodys(scenario, one)),
      );
      const obeyed = omitting.filter(({ conversation, form }) => conversation.kind === 'group' || forms.includes(form));
      expect(obeyed.length).toBeGreaterThan(0);
    }
  }
});
const isPlain = (one: Reset): boolean => {
  const { wire: _, ...rest } = one;
  return Object.keys(rest).length === Object.keys(reset('a', toUser('b'))).length;
};

it('should in a smoke run reset no conversation before news have come since its last reset', () => {
  const profile = { ...referenceProfile, wrongType: 'coerced' } as const;
  for (let seed = 0; seed < 60; seed += 1) {
    for (const scenario of combinations(deviationKinds, { budget: 'smoke', profile, seed }).others) {
      const { steps } = scenario;
      const stale = new Set<string>();
      for (const one of steps.flatMap(operationsOf)) {
        const conversation = conversationName(one);
        if (!isReset(one)) stale.delete(conversation);
        else if (!isRefusedAnyway(one, profile) && !isNobodys(scenario, one)) {
          expect([seed, conversation, stale.has(conversation)]).toEqual([seed, conversation, false]);
          stale.add(conversation);
        }
      }
    }
  }
});

/** Whether a reset names, of two users, a conversation that the acting user does not have. */
function isNobodys({ users, groups, steps }: Scenario, { actor, conversation, path }: Reset): boolean {
  if (path !== undefined) return false;
  const { kind, id } = conversation;
  if (kind === 'group') return groups.every((group) => group.id !== id || !group.members.includes(actor));
  const isOfBoth = (one: Operation): boolean =>
    one.do === 'send' &&
    one.to.kind === 'user' &&
    [one.from, one.to.id].toSorted().join() === [actor, id].toSorted().join();
  return !users.includes(id) || !steps.flatMap(operationsOf).some(isOfBoth);
}

it('should send what is refused anyway in passing, where there are walks', () => {
  const { walks, others } = combinations(deviationKinds, whole, tour(whole));
  const refusedIn = (scenarios: readonly Scenario[]): readonly Reset[] =>
    scenarios.flatMap((one) =>
      resetsIn([one]).filter((reset) => isRefusedAnyway(reset, referenceProfile) || isNobodys(one, reset)),
    );
  const alone = refusedIn(combinations(deviationKinds, whole).others);
  expect(refusedIn(others)).toEqual([]);
  const times = (some: readonly Reset[]) =>
    new Map(
      grouped(some, ({ apikey, onBehalfOf }) => `${apikey} ${onBehalfOf}`).map(([kind, { length }]) => [kind, length]),
    );
  const more = [...times(refusedIn(walks))].filter(([kind, length]) => length > (times(alone).get(kind) ?? 0));
  const dangerous = times(alone.filter((one) => !hasCredentials(one)));
  expect(new Set(more.map(([kind]) => kind))).toEqual(new Set(dangerous.keys()));
  expect(new Set(refusedIn(walks).map(({ actor }) => actor)).size).toBeGreaterThan(4);
  const rest = walks.map((walk) =>
    walk.steps.filter((step) => step.do !== 'reset' || !refusedIn([walk]).includes(step)),
  );
  expect(rest).toEqual(tour(whole).map(({ steps }) => steps));
});

it('should in a quick run ask without a key, or with a wrong one, for each kind of reset of what has news', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { walks } = combinations(deviationKinds, { ...whole, seed }, tour({ ...whole, seed }));
    const asked = new Set<string>();
    for (const walk of walks) {
      const { users, steps } = walk;
      const full = new Set<string>();
      for (const one of steps.flatMap(operationsOf)) {
        const [, peer] = conversationOf(one);
        const name = conversationName(one);
        if (!isReset(one)) full.add(name);
        else if (!isRefusedAnyway(one, referenceProfile) && !isNobodys(walk, one)) full.delete(name);
        else if (!hasCredentials(one) && full.has(name) && one.actor === users[0] && one.onBehalfOf === undefined)
          asked.add(`${one.apikey} ${peer.kind} ${peer.kind === 'user' && one.deleteMessagesPermanently === 'true'}`);
      }
    }
    const expected = keyDefects.flatMap((key) =>
      ['user true', 'user false', 'group false'].map((kind) => `${key} ${kind}`),
    );
    expect([seed, expected.filter((one) => !asked.has(one))]).toEqual([seed, []]);
  }
});

it('should in a default run keep rows of both kinds at places far down a long list, for good and not', () => {
  const kept = places({ ...whole, budget: 'default' }).flatMap(({ steps, watched: [me = ''] = [] }) => {
    let list: readonly string[] = [];
    return steps.flatMap(operationsOf).flatMap((one) => {
      const [, peer] = conversationOf(one);
      const row = keyOf(isReset(one) ? peer : seenBy(me, ...conversationOf(one)));
      if (!isReset(one)) list = [row, ...list.filter((other) => other !== row)];
      else if (one.preserveOrder === 'true' && [33, 104].includes(list.length)) {
        const isForGood = peer.kind === 'user' && one.deleteMessagesPermanently === 'true';
        return [`${list.indexOf(row) + 1} ${peer.kind} ${isForGood}`];
      }
      return [];
    });
  });
  const expected = [10, 16, 17, 32, 33, 64, 65, 100, 101].flatMap((place) =>
    ['user true', 'user false', 'group false'].map((how) => `${place} ${how}`),
  );
  expect(expected.filter((one) => !kept.includes(one))).toEqual([]);
});

it('should in a quick run reset each conversation of each world of alike ids, before those that it is the beginning of', () => {
  for (const seed of [1, 2, 3]) {
    const { others } = combinations(deviationKinds, { ...whole, seed }, tour({ ...whole, seed }));
    for (const { begin, me, rows } of alikeWorlds({ ...whole, seed })) {
      const first = others
        .filter(({ users }) => users[0] === me)
        .map(({ steps }) => steps.slice(begin.length, begin.length + rows.length).map((step) => step as Reset));
      expect(first.map((some) => some.map(({ actor, conversation }) => [actor, conversation]))).toEqual([
        rows.map((row) => [me, row]),
      ]);
      expect(first.flat().filter(({ wire, extra, wrongTypes }) => wire ?? extra ?? wrongTypes)).toEqual([]);
      for (const [at, { id, kind }] of rows.entries()) {
        const longer = rows.findIndex((row) => row.kind === kind && row.id !== id && row.id.startsWith(id));
        if (longer !== -1) expect([id, at < longer]).toEqual([id, true]);
      }
    }
  }
});

it('should spell resets of each kind in every way on the walks alone, in a quick run', () => {
  const { walks, others } = combinations(deviationKinds, whole, tour(whole));
  const isAlwaysRead = (form: WireForm): boolean => !wireSpellings[form].mayBeRefused;
  const said = new Set(
    resetsIn(walks).flatMap(({ conversation, preserveOrder, wire = [] }) =>
      wire.filter(isAlwaysRead).map((form) => `${conversation.kind} ${preserveOrder} ${form}`),
    ),
  );
  expect(said.size).toBe(2 * flags.length * wireForms.filter(isAlwaysRead).length);
  expect(resetsIn(others).filter(({ wire = [] }) => wire.length > 0 && wire.every(isAlwaysRead))).toEqual([]);
});

it('should have others reset a group, and be refused to reset it, before they join it and reset it', () => {
  const joined = planned().filter(({ steps }) => steps.some((step) => step.do === 'join'));
  expect(joined.length).toBeGreaterThan(0);
  for (const scenario of joined) {
    const { steps } = scenario;
    const at = steps.findIndex((step) => step.do === 'join');
    const [of, by] = steps[at]?.do === 'join' ? [steps[at].to.id, steps[at].from] : [];
    const before = steps.slice(0, at).flatMap(operationsOf).filter(isReset);
    const actors = before.filter(({ conversation }) => conversation.id === of).map(({ actor }) => actor === by);
    expect(new Set(actors)).toEqual(new Set([true, false]));
    expect(resetsIn([{ ...scenario, steps: steps.slice(at) }]).some(({ actor }) => actor === by)).toBe(true);
  }
});

it('should have operations in a row that are not looked at', () => {
  const steps = planned({ budget: 'default' }).flatMap((scenario) => scenario.steps);
  expect(steps.some((step) => step.do === 'together' && step.inOrder === true)).toBe(true);
});
