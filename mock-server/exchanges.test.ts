import { describe, expect, it } from 'vitest';
import { addressingForms, axisValues, type Behaviour, statusCases } from '../core/index.ts';
import { exchangeKeys, exchangeMismatches, exchangeRequest, exchangeTime, type Story } from '../fixtures/exchange.ts';
import { readExchanges, shippedNames } from '../fixtures/read-fixture.ts';
import { worldState } from '../fixtures/world.ts';
import { createHandler } from './handle-request.ts';
import { findRoute, routes } from './route.ts';

const files = shippedNames('exchanges').map((name) => {
  const reading = readExchanges(name);
  if (!reading.ok) throw new Error(reading.refusal.join('\n'));
  return { name, stories: reading.value };
});

describe.each(files)('exchanges/$name', ({ stories }) => {
  it.each(stories)('should be answered as told: $title', (story) => {
    expect(play(story)).toEqual([]);
  });
});

// An axis whose exchanges would be answered the same with another value is not covered by them.
describe('the exchanges', () => {
  const choices = [
    ...Object.entries(axisValues).map(([axis, values]) => ({ axis, values: [...values] as readonly unknown[] })),
    { axis: 'addressing', values: addressingForms.map((form) => [form]) },
  ];

  it.each(choices)('should tell every value of $axis from every other', ({ axis, values }) => {
    const about = storiesAbout(axis);
    for (const value of values) {
      const telling = about.filter(({ behaviour }) =>
        same(Object.entries(behaviour).find(([name]) => name === axis)?.[1], value),
      );
      for (const other of values.filter((candidate) => !same(candidate, value))) {
        const noticed = telling.some((story) => play(story, { ...story.behaviour, [axis]: other }).length > 0);
        expect(noticed, `${axis}: ${value} or ${other}`).toBe(true);
      }
    }
  });

  const asked = files.flatMap(({ stories }) =>
    stories.flatMap(({ steps }) => steps.map((step) => findRoute(exchangeRequest(step)))),
  );

  it.each(routes)('should ask $method $path', ({ call }) => {
    expect(asked.some((found) => found.ok && found.value.call === call)).toBe(true);
  });

  it.each(statusCases)('should notice another status of %s', (name) => {
    const noticed = storiesAbout('statuses').filter((story) => {
      const statuses = { ...story.behaviour.statuses, [name]: 499 };
      return play(story, { ...story.behaviour, statuses }).length > 0;
    });
    expect(noticed).not.toEqual([]);
  });
});

// Helpers

const storiesAbout = (axis: string): readonly Story[] =>
  files.flatMap(({ stories }) => stories.filter(({ follows }) => follows.includes(`design: ${axis}`)));

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What the answers have that they should not. */
function play({ world, steps, behaviour: told }: Story, behaviour: Behaviour = told): readonly string[] {
  const handle = createHandler({ behaviour, apiKey: exchangeKeys.right, authOnlyKey: exchangeKeys['auth-only'] });
  let state = worldState(world, behaviour, exchangeTime);
  return steps.flatMap((step, index) => {
    const handled = handle(state, exchangeRequest(step), exchangeTime);
    const mismatches = [...exchangeMismatches(step.expect, handled.reply)];
    if (handled.reply.status >= 400 && handled.state !== state) mismatches.push('it is refused, with an effect');
    state = handled.state;
    return mismatches.map((mismatch) => `step ${index + 1}, ${step.method} ${step.path}: ${mismatch}`);
  });
}
