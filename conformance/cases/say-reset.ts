import type { Addressing } from '../../core/index.ts';
import { keyOf } from '../play/ledger.ts';
import type { Wire } from './case.ts';
import { isLeftEmpty, type ResetCall, wrongKeyWords } from './reset-request.ts';

/** A reset in words. */
export function describeCall(call: ResetCall): string {
  const { actor, conversation, form, preserveOrder, permanently, wire } = call;
  const fields = [
    ...(preserveOrder === 'left-out' ? [] : [`preserveOrder ${preserveOrder}`]),
    ...(permanently === 'left-out' || conversation.kind === 'group'
      ? []
      : [`deleteMessagesPermanently ${permanently}`]),
  ];
  const how = [
    ...(conversation.kind === 'user' ? [formWords[form]] : []),
    ...(wire === 'plain' ? [] : [sayWire(call, wire)]),
    ...(fields.length === 0 ? [] : [`with ${fields.join(' and ')}`]),
  ];
  return `${actor} resets ${keyOf(conversation)}${how.length === 0 ? '' : `, ${how.join(', ')}`}`;
}

function sayWire(call: ResetCall, wire: Exclude<Wire, 'plain'>): string {
  if (wire === 'wrong-key') return `with ${wrongKeyWords(call)}`;
  const words = wireWords[wire];
  const isEmpty = (wire === 'no-key' || wire === 'no-acting-user') && isLeftEmpty(call);
  return isEmpty ? words.replace('without', 'with an empty') : words;
}

/** The combination of fields and form, without any id. */
export const combinationOf = ({ conversation, form, preserveOrder, permanently, wire }: ResetCall): string =>
  [
    conversation.kind,
    ...(conversation.kind === 'user' ? [form, `permanently ${permanently}`] : []),
    `preserveOrder ${preserveOrder}`,
    ...(wire === 'plain' ? [] : [wire]),
  ].join(', ');

const formWords: Readonly<Record<Addressing, string>> = {
  'path-actor': 'named in conversationWith',
  'path-peer': 'named in the path',
  'path-peer-echo': 'named in the path, with conversationWith the acting user',
};

const wireWords: Readonly<Record<Exclude<Wire, 'plain' | 'wrong-key'>, string>> = {
  chunked: 'in a chunked body',
  spaced: 'in a body with white space',
  reordered: 'with the keys in another order',
  escaped: 'with the letters of its body escaped',
  'percent-encoded': 'with a percent-encoded path',
  'header-case': 'with header names in another case',
  'foreign-fields': 'with the fields of the other call',
  'no-key': 'without apikey',
  'no-acting-user': 'without onBehalfOf',
  'malformed-body': 'with a body that is no JSON',
  'wrong-type': 'with text in place of the flags',
  'one-wrong-type': 'with text in place of one flag',
  'unknown-field': 'with a field that is not documented',
  'empty-body': 'without a body',
  'no-content-type': 'without Content-Type',
  'three-names': 'with a third user in the path',
  'unknown-actor': 'with an onBehalfOf that nobody has',
};
