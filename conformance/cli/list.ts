import { requirements } from '../requirements/all.ts';
import { padded, wrapped } from '../writers/columns.ts';

const columns = 80;

/** Each requirement with its level, what fulfils it and its clause; lines that begin with a letter begin with an id. */
export const requirementList = (only: readonly string[] = requirements.map(({ id }) => id)): string =>
  requirements
    .filter(({ id }) => only.includes(id))
    .map(({ id, level, clause, title }) =>
      [
        `${padded(id, columns - level.length)}${level}`,
        ...wrapped(title, columns - 2).map((line) => `  ${line}`),
        ...wrapped(`spec: ${clause}`, columns - 2).map((line) => `  ${line}`),
        '',
      ].join('\n'),
    )
    .join('\n');
