import { referenceBehaviour } from '../../core/index.ts';
import { readBehaviourFile } from '../../fixtures/read-fixture.ts';
import { faultNamed } from '../../mock-server/faults/catalogue.ts';
import type { Report } from '../report/document.ts';
import { broken } from '../self-test/broken-servers.ts';
import { keys, startMock } from '../self-test/mock-targets.ts';
import { startNaiveServer } from '../self-test/naive-server.ts';
import { type Listening, serve } from '../self-test/serve.ts';
import { verify } from '../verify.ts';
import type { VerifyOptions } from '../verify-options.ts';

/** A server that the project's own pages show: the name that stands on the page, and what a run has to say of it. */
export interface ShownServer {
  readonly name: string;
  readonly verdict: Report['verdict'];
  readonly start: () => Promise<Listening>;
}

export const mockWith = (behaviour: string): ShownServer => ({
  name: `mock, ${behaviour}`,
  verdict: 'conforms',
  start: async () => {
    const read = readBehaviourFile(behaviour);
    if (!read.ok) throw new Error(read.refusal.join('\n'));
    return startMock({ behaviour: read.value });
  },
});

export const naive: ShownServer = {
  name: 'naive server',
  verdict: 'conforms',
  start: () => startNaiveServer({ ...keys, behaviour: referenceBehaviour }),
};

/** The mock with one fault of the catalogue. */
export const brokenMock = (name: string): ShownServer => ({
  name: `broken: ${name}`,
  verdict: 'violates',
  start: async () => {
    const fault = faultNamed(name);
    if (fault === undefined) throw new Error(`there is no fault ${name}`);
    const server = await broken(fault, 'mock', keys, 1);
    const { url, close } = await serve(server.handle);
    return { url, close: () => close().then(server.close) };
  },
});

/** Starts a server, lets the suite run against it, and stops it. */
export async function reportOn({ name, start }: ShownServer, options: Partial<VerifyOptions>): Promise<Report> {
  const { url, close } = await start();
  try {
    return await verify({ ...keys, ...options, name, baseUrl: url });
  } finally {
    await close();
  }
}
