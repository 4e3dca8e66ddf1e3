import { bodyDefects, type Reset, type WireForm } from '../scenario/scenario.ts';

/** What may be unusual about a request that is otherwise as documented, by kind. */
export type Deviation = Partial<
  Pick<Reset, 'wire' | 'apikey' | 'onBehalfOf' | 'body' | 'wrongTypes' | 'extra' | 'deleteMessagesPermanently'>
>;

const wires = (...forms: readonly (readonly WireForm[])[]): readonly Deviation[] => forms.map((wire) => ({ wire }));

/** A flag of each wrong JSON type; which flag, the combination says. */
export const wrongValues: readonly unknown[] = ['true', 'false', 1, 0, '', null, [], {}, 'yes'];

export const deviations = {
  none: [{}],
  'body form': wires(
    ['spaced'],
    ['reordered'],
    ['escaped', 'reordered'],
    ['charset'],
    ['media-type-case'],
    ['media-type-capitals', 'escaped-values'],
    ['escaped'],
    ['doubled'],
  ),
  chunked: wires(['chunked'], ['chunked', 'charset']),
  'percent-encoded': wires(['percent-encoded'], ['percent-encoded', 'header-case']),
  'header case': wires(['upper-headers'], ['lower-headers']),
  'no key': [{ apikey: 'absent' }, { apikey: 'empty' }, { apikey: 'absent', onBehalfOf: 'absent' }],
  'wrong key': [
    { apikey: 'unrelated' },
    { apikey: 'first-changed' },
    { apikey: 'middle-changed' },
    { apikey: 'last-changed' },
    { apikey: 'other-case' },
    { apikey: 'unrelated', onBehalfOf: 'absent' },
  ],
  'no acting user': [{ onBehalfOf: 'absent' }, { onBehalfOf: 'empty' }],
  'unknown acting user': [{ onBehalfOf: 'unknown' }],
  body: bodyDefects.map((body) => ({ body })),
  field: [{ extra: { colour: 'red' } }],
  'field of the other call': [
    { extra: { deleteMessagesPermanently: true } },
    { extra: { conversationWith: '~actor', deleteMessagesPermanently: true } },
  ],
  'wrong type': wrongValues.map((value) => ({ wrongTypes: { '': value } })),
  'wrong type of conversationWith': [7, null].map((value) => ({ wrongTypes: { conversationWith: value } })),
} satisfies Readonly<Record<string, readonly Deviation[]>>;

export type DeviationKind = keyof typeof deviations;
export const deviationKinds = Object.keys(deviations) as readonly DeviationKind[];
