import { byFrame } from '../check/check.ts';
import type { Requirement } from '../check/requirement.ts';
import { deletions } from '../plan/sizes.ts';

const common = { clause: 'Request body: deleteMessagesPermanently', scenarios: [deletions] } as const;

export const requirements: readonly Requirement[] = [
  /**
   * For the acting user every message has to be gone for good; for the other side all of them or none, as the target
   * does it otherwise.
   */
  {
    id: 'permanent-deletes-all',
    level: 'required',
    about: 'messages',
    ...common,
    clauses: ['SERVICE-5', 'BODY-3'],
    title: 'a permanent deletion removes every message of the conversation for good',
    check: byFrame,
  },
  /** It fails where anybody can no longer read a message of a conversation that was not deleted. */
  {
    id: 'permanent-deletes-no-other',
    level: 'derived',
    about: 'others',
    ...common,
    clauses: ['SERVICE-5', 'BODY-3'],
    title: 'a permanent deletion removes no message of another conversation',
    check: byFrame,
  },
];
