export type { World } from '../fixtures/world.ts';
export type { Axis } from './axis.ts';
export {
  type ConnectedFault,
  type ConnectedMockServer,
  type ConnectedSandbox,
  type ConnectOptions,
  connectMockServer,
} from './connect-mock-server.ts';
export type { ClockControl, ClockReading, Moment } from './control/control-clock.ts';
export type { FaultControl, FaultHandle, ListedFault, WrongAnswer } from './control/control-faults.ts';
export type { JournalControl, JournalEntry, JournalFilter } from './control/control-journal.ts';
export type { SandboxControl } from './control/control-sandbox.ts';
export type { SnapshotControl } from './control/control-snapshots.ts';
export type { FreshWorld } from './control/fresh-world.ts';
export type { Health } from './control/health.ts';
export type { Matching } from './control/matching.ts';
export type { Effect, PlannedFault } from './control/planned-fault.ts';
export type { FaultName } from './faults/catalogue.ts';
export { type MockServer, type MockServerOptions, type ServedSandbox, startMockServer } from './start-mock-server.ts';
export {
  type Answer,
  type Confirmation,
  type Conversation,
  type ErrorAnswer,
  type ErrorCode,
  type ErrorObject,
  errorCodes,
  type Group,
  type ListAnswer,
  type Message,
  type MessagesAnswer,
  type Pagination,
  type User,
} from './wire-types.ts';
