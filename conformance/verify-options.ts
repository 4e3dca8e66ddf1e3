import type { Budget, ProgressEvent } from './report.ts';
import type { RequirementId } from './requirements/catalogue.ts';
import type { DriverFactory } from './target/driver.ts';
import type { Connect } from './target/http-client.ts';

export interface VerifyOptions {
  /** Ends in the version segment; a trailing slash is taken off. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** A key without the fullAccess scope; without one the status `insufficientScope` is not probed. */
  readonly authOnlyKey?: string;
  /** Decides everything but the ids' prefix; drawn at random when left out. */
  readonly seed?: number;
  readonly budget?: Budget;
  /** Judge these only. */
  readonly only?: readonly RequirementId[];
  /** Replaces the nine calls of the default driver. */
  readonly driver?: DriverFactory;
  /** Replaces HTTP, for a target in the same process; it has to note what it sends in `recording`. */
  readonly connect?: Connect;
  /** Creates nothing and judges answers only, on these users' conversations. */
  readonly existing?: ExistingUsers;
  /** How many cases run side by side. */
  readonly concurrency?: number;
  /** For one request, in milliseconds. */
  readonly deadlineMs?: number;
  /** How long a target may take until a change shows, in milliseconds. */
  readonly settleMs?: number;
  /** Stop as soon as this requirement is seen violated, and tell that without repeating or shrinking it. */
  readonly stopAt?: RequirementId;
  /** Stops the run; it tidies up and resolves to what it has. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** The first one acts; none of their messages is deleted permanently. */
export interface ExistingUsers {
  readonly users: readonly string[];
  /** Has the first user as a member. */
  readonly group?: string;
}
