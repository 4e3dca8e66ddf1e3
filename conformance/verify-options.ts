import type { Budget, ProgressEvent } from './report/document.ts';
import type { DriverFactory } from './target/driver.ts';
import type { Connect } from './target/http-client.ts';

export interface VerifyOptions {
  /** Ends in the version segment. */
  readonly baseUrl: string;
  /** `CONVERSATION_RESET_API_KEY` of the environment when left out, else `local-key`. */
  readonly apiKey?: string | undefined;
  /** A key without the fullAccess scope; without one the status `insufficientScope` is not probed. */
  readonly authOnlyKey?: string | undefined;
  /** Permits a target that is not this machine. */
  readonly allowHost?: string | undefined;
  /** Decides everything but the ids' prefix; drawn at random when left out. */
  readonly seed?: number | undefined;
  readonly budget?: Budget | undefined;
  /** What reports call the implementation; its address when left out. */
  readonly name?: string | undefined;
  /** Judge these only. */
  readonly only?: readonly string[] | undefined;
  /** Replaces the nine calls of the default driver. */
  readonly driver?: DriverFactory | undefined;
  /** Creates nothing and judges answers only, on these users' conversations. */
  readonly existing?: ExistingUsers | undefined;
  /** How many scenarios run side by side (16). */
  readonly concurrency?: number | undefined;
  /** For one request, in milliseconds (10,000). */
  readonly deadlineMs?: number | undefined;
  /** How long a target may take until a change shows, in milliseconds (500). */
  readonly settleMs?: number | undefined;
  /** For the whole run, in milliseconds (900,000); when it comes near, the run tidies up and is incomplete. */
  readonly timeLimitMs?: number | undefined;
  /** How many requests a second it sends at most; as many as the target takes when left out. */
  readonly rate?: number | undefined;
  /** Stops the run; it tidies up and resolves to what it has. */
  readonly signal?: AbortSignal | undefined;
  /** Stops tidying up, too; the report says what is left. */
  readonly tidyingSignal?: AbortSignal | undefined;
  readonly onProgress?: ((event: ProgressEvent) => void) | undefined;
  /**
   * When the caller began, by `performance.now()`: the time limit counts from then on.
   * @internal
   */
  readonly begunAt?: number | undefined;
  /**
   * Replaces HTTP, for a target in the same process.
   * @internal
   */
  readonly connect?: Connect | undefined;
  /**
   * Stop as soon as this requirement, or any where it is `any`, is seen violated, and report that one alone.
   * @internal
   */
  readonly stopAt?: string | undefined;
}

/** What a run does where it is not told otherwise; the help page prints these too. */
export const verifyDefaults = {
  budget: 'default',
  concurrency: 16,
  deadlineMs: 10_000,
  settleMs: 500,
  timeLimitMs: 900_000,
} as const;

/** The first one acts; none of their messages is deleted permanently. */
export interface ExistingUsers {
  readonly users: readonly string[];
  /** Has the first user as a member. */
  readonly group?: string;
}
