import { type Addressing, addressingForms } from '../../core/index.ts';
import { isSuccessful } from '../target/answer.ts';
import type { SeenReset } from './effects.ts';

export interface AcceptedForms {
  readonly forms: readonly Addressing[];
  /** The same, one that works first: what is usual is learned from it. `path-actor` alone where none is accepted. */
  readonly used: readonly Addressing[];
  readonly evidence: string;
}

/**
 * A form is accepted when it gets a success or changes the acting user's side. A success without effect does not accept
 * a `path-peer` form. It does accept `path-actor`, the spec's own, which then has to do what it says.
 */
export function acceptedForms(seen: readonly SeenReset[]): AcceptedForms {
  const tried = addressingForms.map((form) => {
    const own = seen.filter(({ reset }) => reset.conversation.kind === 'user' && reset.form === form);
    const changed = own.some(hasWorked);
    const confirmed = own.filter(({ answer }) => answer === 'confirmed').length;
    const always = confirmed === own.length ? 'confirmed' : `confirmed ${confirmed} of ${own.length} times`;
    const often = confirmed === 0 ? 'not confirmed' : always;
    const isHeldToIt = form === 'path-actor' && own.some(({ reply }) => isSuccessful(reply)) && confirmed > 0;
    return {
      form,
      changed,
      accepted: changed || isHeldToIt,
      words: `${form} was ${often} and had ${changed ? 'an' : 'no'} effect`,
    };
  });
  const accepted = tried.filter((one) => one.accepted);
  const forms = accepted.map(({ form }) => form);
  const first = (accepted.find(({ changed }) => changed) ?? accepted[0])?.form ?? 'path-actor';
  return {
    forms,
    used: [first, ...forms.filter((one) => one !== first)],
    evidence: tried.map(({ words }) => words).join('; '),
  };
}

/** Whether something came of a reset. Where it was refused, another one may have taken its messages, but not its row. */
const hasWorked = ({ changed, reply, place }: SeenReset): boolean =>
  changed && (isSuccessful(reply) || (place !== undefined && place !== 'kept'));
