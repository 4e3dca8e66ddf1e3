import { wireForms, wireSpellings } from '../scenario/choices.ts';
import { checkTable, passes, rowsOf, skips } from '../testing/check-table.ts';
import { ofA, ofGroup, refused, rest, unchanged, when } from '../testing/trace-builder.ts';

for (const id of ['body-form', 'framing', 'percent-encoding', 'header-case']) describeAll(id);

function describeAll(id: string): void {
  const own = wireForms.filter((form) => wireSpellings[form].requirement === id);
  const [first = 'spaced'] = own;
  const one = { wire: [first] };
  const refusals = (mayBe: boolean, row: typeof passes) =>
    rowsOf(
      own
        .filter((form) => wireSpellings[form].mayBeRefused === mayBe)
        .flatMap((form) => [403, 501, 204].map((status) => [form, status] as const)),
      ([form, status]) => [`${form}: ${status}`, row(when(ofA({ wire: [form] }), { me: unchanged }, refused(status)))],
    );
  checkTable(id, {
    ...rowsOf(own, (form) => [`${form} is obeyed`, passes(when(ofA({ wire: [form] }), { me: rest }))]),
    'beside another one': passes(when(ofGroup({ wire: ['header-case', first, 'percent-encoded'] }), { me: 'b a' })),
    ...refusals(true, passes),
    // What is done with a spelling is found by the requirements of the reset, and reported here where it needs one.
    ...rowsOf(
      wireForms.filter((form) => !own.includes(form)),
      (form) => [`${form} is another one`, skips(when(ofA({ wire: [form] }), { me: rest }))],
    ),
    'a plain request': skips(when(ofA(), { me: rest })),
    'something else was seen': skips(when(ofA(one), { me: 'g' })),
    'an error came, and it was done': skips(when(ofA(one), { me: rest }, refused(501))),
    ...refusals(false, skips),
  });
}
