import type { Behaviour } from '../../../core/index.ts';
import type { Answer, NaiveStyle } from '../naive-server.ts';
import type { Deviate, Reset, Step } from '../second-catalogue/deviation.ts';
import type { Script } from '../second-catalogue/witness.ts';

/** A choice that the specification leaves open. It may cost no server its verdict. */
export interface Permitted {
  readonly name: string;
  readonly what: string;
  readonly behaviour?: Partial<Behaviour>;
  readonly style?: NaiveStyle;
  readonly vary?: Deviate;
  /** Calls that this server answers otherwise, to the letter, than the reference does. */
  readonly witness: Script;
}

/** Changes every answer. */
export const onAnswer =
  (change: (answer: Answer, step: Step) => Partial<Answer>): Deviate =>
  (step) => {
    const answer = step.next();
    return { ...answer, ...change(answer, step) };
  };

export const confirmed = ({ kind, actor, other }: Reset): Answer => {
  const id = kind === 'group' ? `group_${other}` : [actor, other].sort().join('_user_');
  const message = `The conversation ${id} has been deleted successfully for UID ${actor}.`;
  return { status: 200, body: { data: { success: true, message } } };
};
