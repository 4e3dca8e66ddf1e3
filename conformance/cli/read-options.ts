import { type Written as Read, readArguments } from '../../fixtures/command-line/read-arguments.ts';
import { orRefuse } from './output.ts';

/** Every option with a value that it may have, or null where it takes none. */
export const examples = {
  'api-key': 'KEY',
  'auth-only-key': 'KEY',
  'allow-host': 'chat.test.example',
  driver: './driver.mjs',
  deadline: '10000',
  settle: '500',
  'time-limit': '900',
  rate: '10',
  concurrency: '8',
  budget: 'quick',
  seed: '42',
  only: 'user-order-kept,group-order-kept',
  replay: 'report.json',
  'known-failures': 'known-failures.yaml',
  report: 'report.html',
  'behaviour-out': 'found.yaml',
  clean: 'report.json',
  users: 'alice,bob,carol',
  group: 'hikers',
  name: 'my-server-1.2',
  'dry-run': null,
  verbose: null,
  'allow-existing': null,
  'self-test': null,
  list: null,
  help: null,
  version: null,
};

export type Name = keyof typeof examples;
export type Written = Read<Name>;

/** What is written on the command line. Throws `Refusal` with one sentence where the writing is wrong. */
export const readOptions = (args: readonly string[]): Written => orRefuse(readArguments(args, examples));
