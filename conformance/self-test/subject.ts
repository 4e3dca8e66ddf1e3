import { faultNamed } from '../../mock-server/faults/catalogue.ts';
import type { Fault } from '../../mock-server/faults/fault.ts';
import { broken, type Keys, type Over } from './broken-servers.ts';
import type { Unwired } from './in-process.ts';
import { type KnownServer, knownServer } from './known-servers.ts';
import { describeServer, type PermittedServer, permitted } from './permitted-servers.ts';

/** A server that the suite is tested on; plain data, so that a thread can be asked for it. */
export type Subject =
  | { readonly kind: 'first'; readonly name: string; readonly over: Over }
  | { readonly kind: 'permitted'; readonly server: PermittedServer }
  | { readonly kind: KnownServer['kind']; readonly name: string };

export interface Started extends Unwired {
  /** How often it has done wrong, where it can tell. */
  readonly reached?: () => number;
  /** What the suite waits for an answer; its default when left out. */
  readonly deadlineMs?: number | undefined;
}

/** Starts a server with an empty world. What it leaves to chance, the seed decides. */
export function start(subject: Subject, keys: Keys, seed: number): Started {
  if (subject.kind === 'first') return broken(faultOf(subject), subject.over, keys, seed);
  if (subject.kind === 'permitted') return permitted(subject.server, keys);
  const { deadlineMs, start } = knownServer(subject);
  return { ...start(keys), deadlineMs };
}

/** Of the first catalogue. Throws where there is none of that name. */
export function faultOf({ name }: { readonly name: string }): Fault {
  const fault = faultNamed(name);
  if (fault === undefined) throw new Error(`There is no fault ${name}.`);
  return fault;
}

/** In a line. */
export const describeSubject = (subject: Subject): string =>
  subject.kind === 'permitted' ? describeServer(subject.server) : subject.name;
