import { type Behaviour, referenceBehaviour } from '../../core/index.ts';
import { readBehaviourFile } from '../../fixtures/read-fixture.ts';
import type { Report } from '../report/document.ts';
import type { Over } from '../self-test/broken-servers.ts';
import { reportOn } from '../self-test/job.ts';
import { plainStyle } from '../self-test/permitted-servers.ts';
import type { Subject } from '../self-test/subject.ts';
import type { VerifyOptions } from '../verify-options.ts';

/** A server that the project's own pages show: the name that stands on the page, and what a run has to say of it. */
export interface ShownServer {
  readonly name: string;
  readonly verdict: Report['verdict'];
  readonly subject: Subject;
}

const correct = (name: string, over: Over, behaviour: Behaviour): ShownServer => ({
  ...{ name, verdict: 'conforms' },
  subject: { kind: 'permitted', server: { over, behaviour, style: plainStyle } },
});

export function mockWith(behaviour: string): ShownServer {
  const read = readBehaviourFile(behaviour);
  if (!read.ok) throw new Error(read.refusal.join('\n'));
  return correct(`mock, ${behaviour}`, 'mock', read.value);
}

export const naive: ShownServer = correct('naive server', 'naive', referenceBehaviour);

/** The mock with one fault of the catalogue. */
export const brokenMock = (name: string): ShownServer => ({
  name: `broken: ${name}`,
  verdict: 'violates',
  subject: { kind: 'first', name, over: 'mock' },
});

/** Lets the suite run against it, over a socket. */
export async function reportOf({ name, subject }: ShownServer, options: Partial<VerifyOptions>): Promise<Report> {
  return (await reportOn({ subject, wire: true, seed: 1 }, { ...options, name })).report;
}
