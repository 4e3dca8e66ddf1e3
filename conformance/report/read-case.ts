import { addressingForms } from '../../core/index.ts';
import type { Place } from '../../fixtures/problem.ts';
import {
  type Act,
  actors,
  type Case,
  flags,
  names,
  type Reset,
  type Row,
  type Send,
  type Step,
  wires,
  writers,
} from '../cases/case.ts';

const kinds = ['user', 'group'] as const satisfies readonly Row['kind'][];
const sides = ['protagonist', 'other'] as const satisfies readonly Send['from'][];
const deeds = ['reset', 'send', 'together', 'pause'] as const satisfies readonly Step['do'][];
/** More than any run has: nobody waits for what was never meant. */
const mostOf = 1_000;
const mostMessages = 5_000;

/** A case as a report stores it. Keys that are not known are left out. */
export function readCase(place: Place, value: unknown): Case {
  const entries = place.entries(value, 'a case');
  const rows = place.in('rows').list(entries['rows'], 'rows', readRow);
  const steps = place.in('steps').list(entries['steps'], 'steps', readStep);
  if (rows.length === 0 && steps.length > 0) place.problem('a case with steps needs rows.');
  for (const [name, { length }] of Object.entries({ rows, steps })) {
    if (length > mostOf) place.problem(`a case has at most ${mostOf} ${name}, not ${length}.`);
  }
  return {
    names: chosen(place, entries, 'names', names),
    ids: place.in('ids').whole(entries['ids'], 'ids', 0),
    rows,
    steps,
    ...(entries['alone'] === true ? { alone: true } : {}),
    ...(entries['paced'] === true ? { paced: true } : {}),
  };
}

function readRow(place: Place, value: unknown): Row {
  const entries = place.entries(value, 'a row');
  return {
    kind: chosen(place, entries, 'kind', kinds),
    messages: place.in('messages').whole(entries['messages'], 'messages', 1, mostMessages),
    from: chosen(place, entries, 'from', writers),
  };
}

function readStep(place: Place, value: unknown): Step {
  const entries = place.entries(value, 'a step');
  const deed = chosen(place, entries, 'do', deeds);
  if (deed === 'together') {
    return { do: deed, acts: place.in('acts').list(entries['acts'], 'acts', (inner, act) => readAct(inner, act)) };
  }
  return deed === 'pause' ? { do: deed } : readAct(place, value);
}

function readAct(place: Place, value: unknown): Act {
  const entries = place.entries(value, 'a step');
  const row = place.in('row').whole(entries['row'], 'row', 0);
  const deed = chosen(place, entries, 'do', ['reset', 'send']);
  if (deed === 'send') return { do: deed, row, from: chosen(place, entries, 'from', sides) };
  return {
    do: deed,
    by: chosen(place, entries, 'by', actors),
    row,
    preserveOrder: chosen(place, entries, 'preserveOrder', flags),
    permanently: chosen(place, entries, 'permanently', flags),
    form: readForm(place.in('form'), entries['form']),
    wire: chosen(place, entries, 'wire', wires),
  };
}

const readForm = (place: Place, value: unknown): Reset['form'] =>
  typeof value === 'string'
    ? (place.choice(value, 'form', addressingForms) ?? addressingForms[0])
    : place.whole(value, 'form', 0);

/** The first choice stands in for a wrong one, whose problem is noted. */
const chosen = <const Choice extends string>(
  place: Place,
  entries: Readonly<Record<string, unknown>>,
  key: string,
  choices: readonly [Choice, ...Choice[]],
): Choice => place.in(key).choice(entries[key], key, choices) ?? choices[0];
