import { describe, expect, it } from 'vitest';
import { faultNamed, faults } from './catalogue.ts';
import type { Fault } from './fault.ts';
import { brokenServer, healthyServer, quietTour, rush, type Send, type Tour, takeTour } from './tour.ts';

describe('the catalogue of faults', () => {
  it('should have a name of its own in kebab-case for each of them', () => {
    const names = faults.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(faultNamed(names[0] ?? '')).toBe(faults[0]);
    expect(faultNamed('no-such-fault')).toBeUndefined();
  });

  it('should have at least sixty of them, each told in a sentence of its own', () => {
    const sentences = faults.map(({ about }) => about);
    expect(faults.length).toBeGreaterThanOrEqual(60);
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(sentences.filter((about) => !/^[A-Za-z].*[^.]\.$/.test(about))).toEqual([]);
  });
});

/** These show only when several requests are under way. */
const inARush = (fault: Fault): boolean =>
  fault.requirement === 'quiet-after-concurrency' || /under-load|mixed-up/.test(fault.name);

describe.concurrent('a server with one fault', () => {
  it.each(faults.filter((fault) => !inARush(fault)))('should do wrong, and say when: $name', async (fault) => {
    const healthy = await healthyTour(quietTour, fault);
    const broken = await brokenTour(quietTour, fault);

    const first = firstDifference(broken, healthy);
    expect(broken.reached).toBeGreaterThan(0);
    expect(first).toBeGreaterThanOrEqual(0);
    // Until it says so, it does as a healthy one does.
    expect(broken.seen[first]?.reached).toBeGreaterThan(0);
  });

  it.each(faults.filter(inARush))('should do wrong when much is asked at once: $name', async (fault) => {
    const healthy = await healthyTour(rush, fault);
    const broken = await brokenTour(rush, fault);

    expect(broken.reached).toBeGreaterThan(0);
    expect(firstDifference(broken, healthy)).toBeGreaterThanOrEqual(0);
  });
});

type Route = (send: Send, fault: Fault) => Promise<void>;

const healthyTours = new Map<string, Promise<Tour>>();

/** What a server without the fault shows on the same tour; one for all faults that ask for the same choices. */
function healthyTour(route: Route, fault: Fault): Promise<Tour> {
  const key = `${route.name} ${JSON.stringify(fault.under)}`;
  const tour = healthyTours.get(key) ?? takeTour(route, fault, healthyServer(fault));
  healthyTours.set(key, tour);
  return tour;
}

/** With the first seed for which chance lets it happen. */
async function brokenTour(route: Route, fault: Fault): Promise<Tour> {
  for (let seed = 1; ; seed += 1) {
    const tour = await takeTour(route, fault, brokenServer(fault, seed));
    if (tour.reached > 0 || seed === 5) return tour;
  }
}

const firstDifference = (a: Tour, b: Tour): number =>
  a.seen.findIndex(({ reply }, index) => JSON.stringify(reply) !== JSON.stringify(b.seen[index]?.reply));
