import { writeFileSync } from 'node:fs';
import { namingItsSchema } from '../fixtures/naming-its-schema.ts';

/** A world to begin with, in the words that the reader of worlds takes. */
const starterWorld = `# The starting world of a mock server: npx conversation-reset-mock --world THIS-FILE --watch
about: Two friends, and a group of three.

users:
  - { uid: alice, name: Alice }
  - { uid: bob, name: Bob }
  - carol # a uid alone is a user of that name

groups:
  - { guid: lunch, name: Lunch, owner: alice, members: [bob, carol] }

# In the order in which it was written; whatever was written last stands first in a list.
conversations:
  - between: [alice, bob]
    messages:
      - bob: Could you look at the login screen?
      - alice: On it.
  - group: lunch
    messages:
      - carol: Noodles at noon?
`;

/** Writes it where nothing is yet, in the form of the file's ending; else a sentence says why not. */
export function writeStarterWorld(file: string): string | undefined {
  try {
    writeFileSync(file, namingItsSchema('world', file, starterWorld), { flag: 'wx' });
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    if (code === 'EEXIST') return `${file} is there already; name another file, or remove it.`;
    return `${file} cannot be written (${String(code)}).`;
  }
}
