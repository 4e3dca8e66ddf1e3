export { writeReport } from './report/write-report.ts';
export type {
  Budget,
  Comparison,
  Consistency,
  Counterexample,
  FoundBehaviour,
  ProgressEvent,
  Report,
  RequirementResult,
  StoryStep,
  Verdict,
} from './report.ts';
export type { RequirementId } from './requirements/catalogue.ts';
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
