export type {
  Budget,
  Comparison,
  Counterexample,
  FoundBehaviour,
  ProgressEvent,
  Report,
  ReportStep,
  RequirementResult,
  Verdict,
} from './report/document.ts';
export { writeReport } from './report/write-report.ts';
export type {
  Driver,
  DriverFactory,
  DriverReply,
  DriverRequest,
  DriverTarget,
  ListedConversation,
  Peer,
} from './target/driver.ts';
export { verify } from './verify.ts';
export type { ExistingUsers, VerifyOptions } from './verify-options.ts';
