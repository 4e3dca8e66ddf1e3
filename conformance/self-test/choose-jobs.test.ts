import { expect, it } from 'vitest';
import { faults } from '../../mock-server/faults/catalogue.ts';
import { requirementIds } from '../requirements/all.ts';
import { chooseJobs } from './choose-jobs.ts';
import { listedServers } from './permitted-servers.ts';
import { secondCatalogue } from './second-catalogue/second-catalogue.ts';
import { secondPermitted } from './second-permitted/second-permitted.ts';
import { describeSubject, type Subject } from './subject.ts';

const quick = chooseJobs('quick', { seed: 1, index: 0, seeds: 1 });
const full = Array.from({ length: 20 }, (_, index) => chooseJobs('full', { seed: index + 1, index, seeds: 20 })).flat();

const namesOf = (jobs: typeof quick, kind: Subject['kind']) =>
  jobs.filter(({ subject }) => subject.kind === kind).map(({ subject }) => describeSubject(subject));

it('should draw for the quick self-test two faults of each requirement, and some of each other kind', () => {
  const own = namesOf(quick, 'first').map((name) => faults.find((fault) => fault.name === name)?.requirement);
  for (const id of requirementIds) {
    const there = faults.filter(({ requirement }) => requirement === id).length;
    expect(own.filter((one) => one === id)).toHaveLength(Math.min(2, there));
  }
  expect(namesOf(quick, 'second')).toHaveLength(20);
  expect(namesOf(quick, 'permitted').length + namesOf(quick, 'second-permitted').length).toBe(8);
  expect(namesOf(quick, 'control')).toHaveLength(4);
  expect(namesOf(quick, 'slow')).toHaveLength(4);
});

it('should draw the same for one seed, and others for another', () => {
  expect(chooseJobs('quick', { seed: 1, index: 0, seeds: 1 })).toEqual(quick);
  expect(chooseJobs('quick', { seed: 2, index: 0, seeds: 1 })).not.toEqual(quick);
});

it('should leave nothing out of the full self-test, and test the first catalogue with every seed', () => {
  expect(namesOf(full, 'first')).toHaveLength(20 * faults.length);
  expect(new Set(namesOf(full, 'second'))).toEqual(new Set(secondCatalogue.map(({ name }) => name)));
  expect(new Set(namesOf(full, 'second-permitted'))).toEqual(new Set(secondPermitted.map(({ name }) => name)));
  const permitted = new Set(namesOf(full, 'permitted'));
  const listed = listedServers().map((server) => describeSubject({ kind: 'permitted', server }));
  expect(listed.filter((one) => !permitted.has(one))).toEqual([]);
  expect(full.every(({ budget }) => budget === 'default')).toBe(true);
});

it('should draw nothing where it is asked for some: all of these are run', () => {
  const only = chooseJobs('quick', { seed: 1, index: 0, seeds: 1 }, ({ kind }) => kind === 'second');
  expect(only.map(({ subject }) => describeSubject(subject))).toEqual(secondCatalogue.map(({ name }) => name));
});
