import { isMap, withoutUndefined } from '../../fixtures/plain-data.ts';
import { problemText } from '../../fixtures/problem.ts';
import { readAs, type Shape } from '../../fixtures/shape.ts';
import { isSandboxName } from '../authenticate.ts';

/** What is wrong with something that the control surface was asked for; its message says what would be right. */
export class ControlRefusal extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.name = 'ControlRefusal';
    this.status = status;
  }
}

/** Plain data as it should be, its own from now on; throws everything that is wrong with it. */
export function checked<Value>(raw: unknown, shape: Shape<Value>): Value {
  const read = readAs(shape, isMap(raw) ? withoutUndefined(raw) : raw);
  if (!read.ok) throw new ControlRefusal(read.refusal.map(problemText).join(' '));
  return read.value;
}

export function checkSandboxName(name: string): void {
  if (name === '' || isSandboxName(name)) return;
  throw new ControlRefusal(
    `${JSON.stringify(name)} is no name of a sandbox; allowed are 1 to 100 characters of a-z, 0-9 and -.`,
  );
}
