import { expect, it } from 'vitest';
import { faults } from '../../mock-server/faults/catalogue.ts';
import { requirements } from '../requirements.ts';
import { chooseJobs, type Plan } from './choose-jobs.ts';
import { subjectKinds } from './self-test-report.ts';
import { type Subject, servers } from './servers.ts';

const quickPlan: Plan = { budget: 'quick', seeds: [1] };
const quick = chooseJobs(quickPlan);
const full = chooseJobs({ budget: 'default', seeds: Array.from({ length: 20 }, (_, index) => index + 1) });

const namesOf = (jobs: typeof quick, kind: Subject['kind']) =>
  jobs.flatMap(({ server: { subject } }) => (subject.kind === kind ? [subject.name] : []));
const allOf = (kind: Subject['kind']) => servers[kind].map(({ subject }) => subject.name);

it('should draw by the seed for the quick self-test two faults of each requirement, and some of each other kind', () => {
  const drawn = (seed: number) => chooseJobs({ ...quickPlan, seeds: [seed] }).map(({ server }) => server.subject);
  expect(drawn(1)).toEqual(quick.map(({ server }) => server.subject));
  expect(drawn(2)).not.toEqual(drawn(1));
  const own = namesOf(quick, 'first').map((name) => faults.find((fault) => fault.name === name)?.requirement);
  for (const { id } of requirements) {
    const there = faults.filter(({ requirement }) => requirement === id).length;
    expect(own.filter((one) => one === id)).toHaveLength(Math.min(2, there));
  }
  const others = ['second', 'permitted', 'second-permitted', 'control', 'slow'] as const;
  const counts = others.map((kind) => namesOf(quick, kind).length);
  // One permitted server is drawn at random.
  expect(counts).toEqual([20, 3 + 1, 4, 4, 4]);
});

it('should leave nothing out of the full self-test, and test the first catalogue with every seed', () => {
  expect(namesOf(full, 'first')).toHaveLength(20 * faults.length);
  for (const kind of subjectKinds) expect(namesOf(full, kind)).toEqual(expect.arrayContaining(allOf(kind)));
  expect(full.every(({ budget }) => budget === 'default')).toBe(true);
});

it('should draw nothing where it is asked for some: all of these are run', () => {
  const only = chooseJobs({ ...quickPlan, only: ['second'] });
  expect(only.map(({ server }) => server.subject.name)).toEqual(allOf('second'));
});
