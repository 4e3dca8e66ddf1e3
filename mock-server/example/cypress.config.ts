// conversation-reset-mock exec -- cypress run
import type { ConnectedSandbox, FreshWorld, JournalFilter, PlannedFault } from 'conversation-reset/mock-server/connect';
import { connectMockServer } from 'conversation-reset/mock-server/connect';

/** Specs run in the browser, which the control surface does not serve; tasks run in Node. */
export const tasks = () => {
  const mock = connectMockServer();
  let world: ConnectedSandbox;
  return {
    freshWorld: async (options: FreshWorld) => {
      await world?.close();
      world = await mock.freshWorld(options);
      return { url: world.url, apiKey: world.apiKey };
    },
    addFault: async (fault: PlannedFault) => (await world.faults.add(fault)).id,
    journal: (filter: JournalFilter | null) => world.journal.entries(filter ?? {}),
  };
};

export default {
  e2e: {
    baseUrl: 'http://localhost:5173',
    specPattern: '*.cy.js',
    supportFile: false,
    setupNodeEvents: (on: (event: 'task', handlers: ReturnType<typeof tasks>) => void) => on('task', tasks()),
  },
};
