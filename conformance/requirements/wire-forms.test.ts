import { wireForms, wireSpellings } from '../scenario/scenario.ts';
import { checkTable, rowsOf } from '../testing/check-table.ts';
import { ofA, ofGroup, refused, rest, unchanged, when } from '../testing/trace-builder.ts';

for (const id of ['body-form', 'framing', 'percent-encoding', 'header-case']) describeAll(id);

function describeAll(id: string): void {
  const own = wireForms.filter((form) => wireSpellings[form].requirement === id);
  const [first = 'spaced'] = own;
  const one = { wire: [first] };
  const refusals = (mayBe: boolean) =>
    rowsOf(
      own
        .filter((form) => wireSpellings[form].mayBeRefused === mayBe)
        .flatMap((form) => [403, 501, 204].map((status) => [form, status] as const)),
      ([form, status]) => [`${form}: ${status}`, when(ofA({ wire: [form] }), { me: unchanged }, refused(status))],
    );
  checkTable(id, {
    passes: {
      ...rowsOf(own, (form) => [`${form} is obeyed`, when(ofA({ wire: [form] }), { me: rest })]),
      'beside another spelling': when(ofGroup({ wire: ['header-case', first, 'percent-encoded'] }), { me: 'b a' }),
      ...refusals(true),
    },
    // What is done with a spelling is found by the requirements of the reset, and reported here where it needs one.
    doesNotCount: {
      ...rowsOf(
        wireForms.filter((form) => !own.includes(form)),
        (form) => [`${form} is another one`, when(ofA({ wire: [form] }), { me: rest })],
      ),
      'a plain request': when(ofA(), { me: rest }),
      'something else was seen': when(ofA(one), { me: 'g' }),
      'an error came, and it was done': when(ofA(one), { me: rest }, refused(501)),
      ...refusals(false),
    },
  });
}
