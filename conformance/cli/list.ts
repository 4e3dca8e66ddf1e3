import { requirements } from '../requirements.ts';
import { columns, indented } from '../writers/columns.ts';

/** Each requirement with its level, what fulfils it and its clause; lines that begin with a letter begin with an id. */
export const requirementList = (): string =>
  requirements
    .map(({ id, level, clause, title }) => {
      const first = `${id.padEnd(columns - level.length)}${level}`;
      return [first, ...indented(title, 2), ...indented(`spec: ${clause}`, 2), ''].join('\n');
    })
    .join('\n');
