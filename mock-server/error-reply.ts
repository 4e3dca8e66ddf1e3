import type { HttpReply } from './http-message.ts';
import type { Details } from './refusal.ts';

export interface ErrorObject {
  readonly message: string;
  readonly devMessage: string;
  readonly source: 'chat-api';
  readonly code: string;
  /** Only on validation errors. */
  readonly details?: Details;
}

export const errorObject = (code: string, message: string, details?: Details): ErrorObject => ({
  message,
  devMessage: message,
  source: 'chat-api',
  code,
  ...(details === undefined ? {} : { details }),
});

/** The one envelope of every answer that is not a success. */
export const errorReply = (status: number, error: ErrorObject): HttpReply => ({
  status,
  body: JSON.stringify({ error }),
});
