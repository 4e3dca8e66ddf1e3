import { begin, ofA, ofGroup, refused, usually } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { omittedEqualsFalse } from './omitted-equals-false.ts';

const unchanged = ['group:g', 'user:b', 'user:a'];
const rest = ['group:g', 'user:b'];
const leftOut = { preserveOrder: 'absent' } as const;
const last = { usual: usually({ place: 'last', texts: 'visible' }) };

checkTable(omittedEqualsFalse, {
  passes: {
    'the row goes, as with false': begin().reset(ofA(leftOut)).list('me', rest),
    'the row of a group goes, as with false': begin()
      .reset(ofGroup({ body: 'none' }))
      .list('me', ['user:b', 'user:a']),
    'the row moves to where it moves with false': begin()
      .knowing(last)
      .reset(ofGroup(leftOut))
      .list('me', ['user:b', 'user:a', 'group:g']),
  },
  fails: {
    'the row keeps its place': [
      begin().reset(ofA(leftOut)).list('me', unchanged),
      { of: 'list', owner: 'me', before: unchanged, expected: rest, seen: unchanged },
    ],
    'without a body the row keeps its place': [
      begin()
        .reset(ofGroup({ body: 'none', preserveOrder: 'true' }))
        .list('me', unchanged),
      { of: 'list', owner: 'me', expected: ['user:b', 'user:a'] },
    ],
    'the row goes, and with false it moves': [
      begin().knowing(last).reset(ofA(leftOut)).list('me', rest),
      { of: 'list', owner: 'me', expected: unchanged, seen: rest },
    ],
  },
  doesNotCount: {
    'it says false': begin().reset(ofA()).list('me', rest),
    'it says true': begin()
      .reset(ofA({ preserveOrder: 'true' }))
      .list('me', unchanged),
    'with false too, the row keeps its place': begin()
      .knowing({ usual: usually({ place: 'kept', texts: 'hidden' }) })
      .reset(ofA(leftOut))
      .list('me', unchanged),
    'the row stands where it would stand either way': begin().knowing(last).reset(ofA(leftOut)).list('me', unchanged),
    'something else is wrong with the list': begin().reset(ofA(leftOut)).list('me', ['group:g']),
    'the row was not in the list': begin(rest).reset(ofA(leftOut)).list('me', rest),
    'nothing is known of such resets': begin().knowing({ usual: new Map() }).reset(ofA(leftOut)).list('me', unchanged),
    'it was refused': begin().reset(ofA(leftOut), refused()).list('me', unchanged),
    'nobody looked at the list': begin().reset(ofA(leftOut)).reads('me', 'user:a', []),
  },
});
