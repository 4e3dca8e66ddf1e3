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

/** `hint` is for whoever wrote the request: what was nearly right about it. */
export const errorObject = (code: string, message: string, details?: Details, hint?: string): ErrorObject => ({
  message,
  devMessage: hint === undefined ? message : `${message} ${hint}`,
  source: 'chat-api',
  code,
  ...(details === undefined ? {} : { details }),
});

/** The one envelope of every answer that is not a success. */
export const errorReply = (status: number, error: ErrorObject): HttpReply => ({
  status,
  body: JSON.stringify({ error }),
});
