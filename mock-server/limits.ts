/** What a caller may take of the server. Times in milliseconds, sizes in bytes. */
export const defaultLimits = {
  body: 10 * 1024,
  headers: 16 * 1024,
  connections: 10_000,
  /** From the first byte of a request to the last one of its headers. */
  headersTimeout: 10_000,
  /** From the first byte of a request to its last. */
  requestTimeout: 30_000,
  /** Between two requests on a connection. */
  keepAliveTimeout: 30_000,
  /** Without a byte taken of an answer that the buffers on the way cannot hold. */
  inactivityTimeout: 60_000,
  /** For going on sending after an answer that ends the connection. */
  lingering: 1000,
};

export type Limits = Readonly<typeof defaultLimits>;
