import { begin, ofA, ofGroup, refused, unanswered } from '../judgement/trace-builder.ts';
import { wireForms } from '../scenario/scenario.ts';
import { checkTable } from './check-table.ts';
import type { Requirement } from './requirement.ts';
import { bodyForm, framing, headerCase, percentEncoding } from './wire-forms.ts';

const rest = ['group:g', 'user:b'];
const unchanged = [...rest, 'user:a'];

describeAll(bodyForm, ['spaced', 'reordered', 'escaped']);
describeAll(framing, ['chunked']);
describeAll(percentEncoding, ['percent-encoded']);
describeAll(headerCase, ['header-case']);

function describeAll(requirement: Requirement, own: readonly (typeof wireForms)[number][]): void {
  const isChunked = own.includes('chunked');
  const [first = 'spaced'] = own;
  const one = { wire: [first] };
  const refusal = begin().reset(ofA(one), refused()).list('me', unchanged);
  checkTable(requirement, {
    passes: {
      ...Object.fromEntries(
        own.map((form) => [
          `${form} is obeyed`,
          begin()
            .reset(ofA({ wire: [form] }))
            .list('me', rest),
        ]),
      ),
      'beside another spelling': begin()
        .reset(ofGroup({ wire: ['header-case', first, 'percent-encoded'] }))
        .list('me', ['user:b', 'user:a']),
      ...(isChunked ? { 'a refusal that has changed nothing': refusal } : {}),
    },
    // What is done with a spelling is found by the requirements of the reset, and told here where it needs the spelling.
    fails: {},
    doesNotCount: {
      ...Object.fromEntries(
        wireForms
          .filter((form) => !own.includes(form))
          .map((form) => [
            `${form} is another one`,
            begin()
              .reset(ofA({ wire: [form] }))
              .list('me', rest),
          ]),
      ),
      'a plain request': begin().reset(ofA()).list('me', rest),
      'nobody looked': begin().reset(ofA(one)),
      'something else was seen': begin().reset(ofA(one)).list('me', ['group:g']),
      'no answer came': begin().reset(ofA(one), unanswered).list('me', rest),
      ...(isChunked ? {} : { 'it was refused': refusal }),
    },
  });
}
