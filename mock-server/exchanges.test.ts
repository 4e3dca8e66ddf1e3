import { describe, expect, it } from 'vitest';
import { addressingForms, axisValues, type Behaviour, statusCases } from '../core/index.ts';
import { exchangeFiles, type Story } from '../fixtures/testing/exchanges.ts';
import { exchangeMismatches, exchangeRequest } from '../fixtures/testing/play-exchange.ts';
import { findRoute, routes } from './route.ts';
import { playStory } from './testing/play-story.ts';

describe.each(exchangeFiles)('exchanges/$name', ({ stories }) => {
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

  const asked = exchangeFiles.flatMap(({ stories }) =>
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
  exchangeFiles.flatMap(({ stories }) => stories.filter(({ follows }) => follows.includes(`design: ${axis}`)));

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What the answers have that they should not. */
const play = (story: Story, behaviour?: Behaviour): readonly string[] =>
  playStory(story, behaviour).flatMap(({ step, reply, hasEffect }, index) => {
    const mismatches = [...exchangeMismatches(step.expect, reply)];
    if (reply.status >= 400 && hasEffect) mismatches.push('it is refused, with an effect');
    return mismatches.map((mismatch) => `step ${index + 1}, ${step.method} ${step.path}: ${mismatch}`);
  });
