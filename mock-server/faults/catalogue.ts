import { concurrencyFaults } from './concurrency.ts';
import { credentialFaults } from './credentials.ts';
import { deletionFaults } from './deletion.ts';
import type { Fault } from './fault.ts';
import { listFaults } from './list.ts';
import { lookAlikeFaults } from './look-alikes.ts';
import { namingFaults } from './naming.ts';
import { orderFaults } from './order.ts';
import { possibilityFaults } from './possibility.ts';
import { refusalFaults } from './refusals.ts';
import { scopeFaults } from './scope.ts';
import { truthFaults } from './truth.ts';
import { wireFaults } from './wire-form.ts';

/** Every fault by its name: what the suite is tested with, and what a mock server can be told to do wrong. */
export const faults: readonly Fault[] = [
  orderFaults,
  listFaults,
  deletionFaults,
  scopeFaults,
  lookAlikeFaults,
  credentialFaults,
  possibilityFaults,
  wireFaults,
  namingFaults,
  refusalFaults,
  truthFaults,
  concurrencyFaults,
].flatMap((some) => Object.entries(some).map(([name, fault]) => ({ name, ...fault })));

export const faultNamed = (name: string): Fault | undefined => faults.find((fault) => fault.name === name);
