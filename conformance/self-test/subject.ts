import { faultNamed } from '../../mock-server/faults/catalogue.ts';
import { broken, type Keys, type Over } from './broken-servers.ts';
import type { Unwired } from './in-process.ts';
import { knownServer } from './known-servers.ts';
import { describeServer, type PermittedServer, permitted } from './permitted-servers.ts';
import { variedServer } from './second-catalogue/deviation.ts';
import { secondCatalogue } from './second-catalogue/second-catalogue.ts';
import { secondPermitted } from './second-permitted/second-permitted.ts';

/** A server that the suite is tested on; plain data, so that a thread can be asked for it. */
export type Subject =
  | { readonly kind: 'first'; readonly name: string; readonly over: Over }
  | { readonly kind: 'second'; readonly name: string }
  | { readonly kind: 'permitted'; readonly server: PermittedServer }
  | { readonly kind: 'second-permitted'; readonly name: string }
  | { readonly kind: 'slow'; readonly name: string }
  | { readonly kind: 'control'; readonly name: string };

export interface Started extends Unwired {
  /** How often it has done wrong, where it can tell. */
  readonly reached?: () => number;
  /** What the suite waits for an answer; its default when left out. */
  readonly deadlineMs?: number | undefined;
}

/** Starts a server with an empty world. What it leaves to chance, the seed decides. */
export function start(subject: Subject, keys: Keys, seed: number): Started {
  switch (subject.kind) {
    case 'first': {
      const fault = faultNamed(subject.name) ?? unknown(subject);
      return broken(fault, subject.over, keys, seed);
    }
    case 'second':
      return variedServer(secondCatalogue.find(({ name }) => name === subject.name) ?? unknown(subject), keys);
    case 'permitted':
      return permitted(subject.server, keys);
    case 'second-permitted':
      return variedServer(secondPermitted.find(({ name }) => name === subject.name) ?? unknown(subject), keys);
    case 'slow':
    case 'control': {
      const { deadlineMs, start } = knownServer(subject) ?? unknown(subject);
      return { ...start(keys), deadlineMs };
    }
  }
}

const unknown = ({ kind, ...rest }: Subject): never => {
  throw new Error(`There is no ${kind} server ${JSON.stringify(rest)}.`);
};

/** In a line. */
export const describeSubject = (subject: Subject): string =>
  subject.kind === 'permitted' ? describeServer(subject.server) : subject.name;
