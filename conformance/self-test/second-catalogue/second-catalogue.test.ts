import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { referenceBehaviour } from '../../../core/index.ts';
import { readClauses } from '../../../fixtures/testing/clauses.ts';
import { judged, keys, witnessed } from '../../testing/witnessed.ts';
import type { Unwired } from '../in-process.ts';
import { naiveServer } from '../naive-server.ts';
import { type Deviation, variedServer } from './deviation.ts';
import { secondCatalogue } from './second-catalogue.ts';

describe('the second catalogue', () => {
  it('should have at least 70 deviations, each with a name of its own', () => {
    const names = secondCatalogue.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(70);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it('should name a clause for each that says something of an implementation', () => {
    const { clauses } = readClauses();
    const binding = clauses.filter(({ fate }) => 'checks' in fate).map(({ id }) => id);
    expect(secondCatalogue.filter(({ clause }) => !binding.includes(clause)).map(({ name }) => name)).toEqual([]);
  });

  it.each(secondCatalogue)('should show $name, which two healthy servers do not', async (deviation) => {
    const [healthy, again] = [await seenHealthy(deviation), await seenHealthy(deviation)];
    expect(again).toEqual(healthy);
    let deviating = healthy;
    // Requests that are sent at once do not always arrive at once.
    for (let attempt = 0; attempt < 5 && isDeepStrictEqual(deviating, healthy); attempt += 1)
      deviating = await seen(deviation, () => variedServer(deviation, keys));
    expect(deviating).not.toEqual(healthy);
  });
});

// Helpers

const seenHealthy = (deviation: Deviation) =>
  seen(deviation, () => naiveServer({ ...keys, behaviour: { ...referenceBehaviour, ...deviation.behaviour } }));

const seen = ({ witness }: Deviation, start: () => Unwired) => witnessed(witness, start, judged);
