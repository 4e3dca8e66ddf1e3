import { describe, expect, it } from 'vitest';
import { addressingForms, axisValues, type Behaviour, referenceBehaviour, singleAxes } from '../../core/index.ts';
import { findProfile } from '../profile/find-profile.ts';
import type { Effect, FoundProfile } from '../profile/profile.ts';
import { isReset, operationsOf } from '../scenario/scenario.ts';
import { openInMemory } from '../self-test/mock-targets.ts';
import { referenceProfile } from '../testing/trace-builder.ts';
import type { Extent } from './extent.ts';
import { faultDomain } from './fault-domain.ts';
import { tour, walkable } from './tour.ts';

type Found = Pick<FoundProfile, 'behaviour' | 'profile'>;

const quickOn = ({ profile, behaviour: found }: Found): Extent => {
  return { budget: 'quick', profile, seed: 1, behaviour: walkable({ behaviour: found }) };
};

/** From how many states a quick run is complete, and for what it is not. */
function claimOn(found: Found): readonly [states: number, notCompleteFor: string | undefined] {
  const { completeFor = '', notCompleteFor } = faultDomain(quickOn(found), 6, 6);
  return [Number(/(\d+) states/.exec(completeFor)?.[1] ?? 0), notCompleteFor];
}

async function foundOn(behaviour: Behaviour): Promise<Found> {
  const target = await openInMemory({ behaviour });
  const found = await findProfile({ target, budget: 'smoke', width: 4, authOnlyKey: undefined });
  if (!found.ok) throw new Error(found.refusal);
  return found.value;
}

describe('what can be walked', () => {
  /** Of the others nothing can be seen of one pair and one group. */
  const smaller: Readonly<Record<string, number>> = {
    'withoutPreserveOrder moved-last': 43,
    'withoutPreserveOrder moved-first': 25,
    'withoutPreserveOrder kept': 18,
    'messagesAfterReset visible': 23,
    'permanentDeletion for-actor': 25,
    'groupAppears joining': 45,
  };
  const single = singleAxes.flatMap((axis) => axisValues[axis].map((value) => [axis, value] as const));
  const forms = addressingForms.map((form) => ['addressing', [form]] as const);

  const values = [...single, ...forms];

  it.concurrent.each(values)('should be the whole machine under each axis value: %s %s', async (axis, value) => {
    const found = await foundOn({ ...referenceBehaviour, [axis]: value });
    expect(claimOn(found)).toEqual([smaller[`${axis} ${value}`] ?? 39, undefined]);
  });

  const reference: Found = { behaviour: referenceBehaviour, profile: referenceProfile };

  /** What resets of some classes do otherwise. */
  const doing = (change: Partial<Effect>, of: RegExp): Found['profile'] => ({
    ...referenceProfile,
    usual: new Map(
      [...referenceProfile.usual].map(([name, effect]) => [name, of.test(name) ? { ...effect, ...change } : effect]),
    ),
  });

  it.each<[what: string, Partial<Found>, states: number, notCompleteFor: RegExp]>([
    [
      'rows that go to places without a name',
      { profile: doing({ place: 'other' }, /free/) },
      18,
      /^not complete for user resets without preserveOrder, permanent user resets without preserveOrder, group resets without preserveOrder \(withoutPreserveOrder is other\)$/,
    ],
    [
      'messages of which some are hidden',
      { profile: doing({ texts: 'part' }, /temporary/) },
      11,
      /^not complete for user resets, group resets \(messagesAfterReset is other\)$/,
    ],
    [
      'groups that go another way',
      { profile: doing({ place: 'last' }, /group free/) },
      28,
      /^not complete for group resets without preserveOrder \(withoutPreserveOrder is moved-last\)$/,
    ],
    [
      'one of the forms',
      { profile: doing({ place: 'kept' }, /path-peer free/) },
      39,
      /^not complete for user resets without preserveOrder in the form path-peer, permanent .* in the form path-peer \(with.* is kept\)$/,
    ],
    ['addressing', { behaviour: {} }, 0, /^complete for nothing, as addressing is unknown$/],
  ])('should be all but %s', (_, change, states, notCompleteFor) => {
    expect(claimOn({ ...reference, ...change })).toEqual([states, expect.stringMatching(notCompleteFor)]);
  });

  const resetsOn = (found: Found): number =>
    tour(quickOn(found))
      .flatMap(({ steps }) => steps.flatMap(operationsOf))
      .filter(isReset).length;

  it.each([
    ['places', doing({ place: 'other' }, /free/)],
    ['texts', doing({ texts: 'part' }, /temporary/)],
    ['groups', doing({ place: 'last' }, /group free/)],
    ['what is left out', { ...referenceProfile, omittedIsPermanent: new Map() }],
  ])('should be walked as often, whatever is known of it: %s', (_, profile) => {
    expect(resetsOn({ ...reference, profile }) / resetsOn(reference)).toBeGreaterThan(0.7);
  });

  it('should be claimed where all walks were carried out, and nothing where none was planned', () => {
    const extent = quickOn(reference);
    const notCompleteFor = 'complete for nothing, as 5 of 6 walks were carried out to their end';
    expect(faultDomain(extent, 5, 6)).toEqual({ notCompleteFor });
    expect(faultDomain({ ...extent, budget: 'smoke' }, 0, 0)).toEqual({});
  });
});
