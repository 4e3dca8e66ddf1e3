import { type Addressing, addressingForms } from '../../core/index.ts';
import type { Profile } from '../profile/profile.ts';
import { onlySent } from '../scenario/as-sent.ts';
import { bodyDefects, type WireForm, wireForms, wireSpellings, wrongKeys } from '../scenario/choices.ts';
import { toUser } from '../scenario/conversations.ts';
import type { Reset } from '../scenario/scenario.ts';
import type { Beside } from './beside.ts';
import { type Stranger, strangers, type Third } from './named.ts';
import { pick, reset } from './world.ts';

/** What may be unusual about a request that is otherwise as documented, by kind. */
export interface Deviation
  extends Partial<Pick<Reset, 'wire' | 'apikey' | 'onBehalfOf' | 'body' | 'form' | 'wrongTypes'>> {
  readonly stranger?: Stranger;
  readonly third?: Third;
  readonly beside?: Beside;
}

/** Each spelling of a requirement, at least two, every second one beside one of another requirement. */
function wires(requirement: (typeof wireSpellings)[WireForm]['requirement']): readonly Deviation[] {
  const others = (['header-case', 'percent-encoded'] as const).filter(
    (form) => wireSpellings[form].requirement !== requirement,
  );
  const own = wireForms.filter((form) => wireSpellings[form].requirement === requirement);
  return (own.length === 1 ? [...own, ...own] : own).map((form, at) => ({
    wire: at % 2 === 1 ? [form, pick(others, (at - 1) / 2)] : [form],
  }));
}

/** A flag of each wrong JSON type; which flag, the combination says. */
const wrongValues: readonly unknown[] = ['true', 'false', 1, 0, '', null, [], {}, 'yes'];

export const deviations = {
  // Plain ones more often: what is unusual is mostly refused or changes little.
  none: [{}, {}, {}],
  'body-form': wires('body-form'),
  framing: wires('framing'),
  'percent-encoding': wires('percent-encoding'),
  'header-case': wires('header-case'),
  'no key': [
    { apikey: 'absent' },
    { apikey: 'empty' },
    { apikey: 'absent', onBehalfOf: 'absent' },
    { apikey: 'empty', body: 'none' },
  ],
  'wrong key': [
    ...wrongKeys.map((apikey) => ({ apikey })),
    { apikey: 'unrelated', onBehalfOf: 'absent' },
    { apikey: 'unrelated', body: 'none' },
  ],
  'no acting user': [{ onBehalfOf: 'absent' }, { onBehalfOf: 'empty' }],
  stranger: strangers.map((stranger) => ({ stranger })),
  'third user': [{ third: 'in the path' }, { third: 'acting' }],
  // Those that the target accepts are no deviation.
  'refused form': addressingForms.map((form) => ({ form })),
  'unknown acting user': [{ onBehalfOf: 'unknown' }],
  body: bodyDefects.map((body) => ({ body })),
  field: [{ beside: 'colour' }, { beside: 'other call' }],
  'wrong type': wrongValues.map((value) => ({ wrongTypes: { '': value } })),
  'wrong type of conversationWith': [7, null].map((value) => ({ wrongTypes: { conversationWith: value } })),
} satisfies Readonly<Record<string, readonly Deviation[]>>;

export type DeviationKind = keyof typeof deviations;
export const deviationKinds = Object.keys(deviations) as readonly DeviationKind[];

/** Those of a kind that are unusual for a target, and have a place in a request in the first form that it accepts. */
export const deviationsFrom = ({ forms }: Pick<Profile, 'forms'>, kind: DeviationKind): readonly Deviation[] =>
  kind === 'refused form'
    ? deviations[kind].filter(({ form }) => !forms.includes(form))
    : deviations[kind].filter((one) => hasPlace(one, forms[0]));

function hasPlace({ wire = [] }: Deviation, form: Addressing = 'path-actor'): boolean {
  const spelled = reset('a', toUser('b'), { form, wire });
  return onlySent(spelled) === spelled;
}

/** Whether it is a spelling that no target may refuse: it changes nothing of what is meant. */
export const isAlwaysRead = ({ wire = [], ...rest }: Deviation): boolean =>
  wire.length > 0 && Object.keys(rest).length === 0 && wire.every((form) => !wireSpellings[form].mayBeRefused);
