import { expect, it } from 'vitest';
import { referenceBehaviour } from '../../../core/index.ts';
import { keys, toTheLetter, witnessed } from '../../testing/witnessed.ts';
import { naiveServer } from '../naive-server.ts';
import { variedServer } from '../second-catalogue/deviation.ts';
import { secondPermitted } from './second-permitted.ts';

it('should have at least 25 servers, each with a name of its own', () => {
  const names = secondPermitted.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(25);
});

it.each(secondPermitted)('should show the choice of $name', async (permitted) => {
  const { witness } = permitted;
  const reference = () => naiveServer({ ...keys, behaviour: referenceBehaviour });
  const usual = await witnessed(witness, reference, toTheLetter);
  expect(await witnessed(witness, reference, toTheLetter)).toEqual(usual);
  expect(await witnessed(witness, () => variedServer(permitted, keys), toTheLetter)).not.toEqual(usual);
});
