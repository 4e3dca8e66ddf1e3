/** A request as plain data, so that the handler needs no socket. */
export interface HttpRequest {
  /** Upper case, as it came. */
  readonly method: string;
  /** Path and query as they came, still percent-encoded. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes of the body as UTF-8 text; empty when there were none. */
  readonly body: string;
}

export interface HttpReply {
  readonly status: number;
  /** JSON text, complete. */
  readonly body: string;
}
