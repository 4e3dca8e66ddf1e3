/** What a caller may take of the server. Times in milliseconds, sizes in bytes. */
export interface Limits {
  readonly body: number;
  readonly headers: number;
  readonly connections: number;
  /** From the first byte of a request to the last one of its headers. */
  readonly headersTimeout: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeout: number;
  /** Between two requests on a connection. */
  readonly keepAliveTimeout: number;
  /** Without a byte taken of an answer that the buffers on the way cannot hold. */
  readonly inactivityTimeout: number;
  /** For going on sending after an answer that ends the connection. */
  readonly lingering: number;
}

export const defaultLimits: Limits = {
  body: 10 * 1024,
  headers: 16 * 1024,
  connections: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  inactivityTimeout: 60_000,
  lingering: 1000,
};
