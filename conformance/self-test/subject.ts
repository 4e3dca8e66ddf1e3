import { faultNamed } from '../../mock-server/faults/catalogue.ts';
import { broken, type Over } from './broken-servers.ts';
import { type KnownKind, knownServers, type Server } from './known-servers.ts';
import { describeServer, type PermittedServer, permitted } from './permitted-servers.ts';

/** A server that the suite is tested on; plain data, so that a thread can be asked for it. */
export type Subject =
  | { readonly kind: 'first'; readonly name: string; readonly over: Over }
  | { readonly kind: 'permitted'; readonly server: PermittedServer }
  | { readonly kind: KnownKind; readonly name: string };

/** Throws where there is no such server. */
export function serverOf(subject: Subject): Server {
  if (subject.kind === 'permitted') {
    const { server } = subject;
    const name = describeServer(server);
    return { name, about: 'does nothing wrong', right: ['conforms'], start: () => ({ handle: permitted(server) }) };
  }
  const { kind, name } = subject;
  if (kind !== 'first') {
    const found = knownServers.find((one) => one.kind === kind && one.name === name);
    if (found === undefined) throw new Error(`There is no ${kind} server ${name}.`);
    return found;
  }
  const fault = faultNamed(name);
  if (fault === undefined) throw new Error(`There is no fault ${name}.`);
  const start = (seed: number) => broken(fault, subject.over, seed);
  return { name, about: name, right: ['violates'], breaks: fault.requirement, start };
}

/** In a line. */
export const describeSubject = (subject: Subject): string =>
  subject.kind === 'permitted' ? describeServer(subject.server) : subject.name;
