import { join } from 'node:path';
import { readText } from '../fixtures/read-text.ts';
import type { Delivery } from './http-message.ts';

/** The description of all calls, with this server in place of the one that it names. */
export function serveOpenapi(): Delivery {
  const text = readText(join(import.meta.dirname, '../fixtures/openapi.yaml'));
  if (!text.ok) throw new Error(`openapi.yaml${text.refusal}`);
  return {
    status: 200,
    contentType: 'application/yaml',
    body: text.value.replace(/^( *- url: ).*$/m, '$1/v3'),
  };
}
