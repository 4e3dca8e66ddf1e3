import type { Answer } from '../naive-server.ts';
import type { Reset, Step, Variation, Vary } from '../second-catalogue/deviation.ts';

/** A choice that the specification leaves open. It may cost no server its verdict. Its witness shows it to the letter. */
export type Permitted = Variation;

/** Changes every answer. */
export const onAnswer =
  (change: (answer: Answer, step: Step) => Partial<Answer>): Vary =>
  (step) => {
    const answer = step.next();
    return { ...answer, ...change(answer, step) };
  };

export const confirmed = ({ kind, actor, other }: Reset): Answer => {
  const id = kind === 'group' ? `group_${other}` : [actor, other].sort().join('_user_');
  const message = `The conversation ${id} has been deleted successfully for UID ${actor}.`;
  return { status: 200, body: { data: { success: true, message } } };
};
