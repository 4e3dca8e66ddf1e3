/** A request as plain data, so that the handler needs no socket. */
export interface HttpRequest {
  /** Upper case, as it came. */
  readonly method: string;
  /** Path and query as they came, still percent-encoded. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Names and values in turn, as they came; where a server knows them. */
  readonly rawHeaders?: readonly string[];
  /** The bytes of the body as UTF-8 text; empty when there were none. */
  readonly body: string;
}

/** What a request asks for. */
export type RequestLine = Pick<HttpRequest, 'method' | 'url'>;

export interface HttpReply {
  readonly status: number;
  /** The whole body as text: JSON, unless `contentType` says otherwise. */
  readonly body: string;
  /** In place of `application/json`; the empty string sends none. */
  readonly contentType?: string;
  /** Further headers, names and values in turn. */
  readonly headers?: readonly string[];
  /** In place of the body's own length, on purpose: the connection ends before so many bytes are sent. */
  readonly promised?: number;
  /** On purpose: the connection ends before anything is sent. */
  readonly cut?: 'before';
}
