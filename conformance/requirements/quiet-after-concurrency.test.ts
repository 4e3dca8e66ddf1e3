import { begin, ofA, ofGroup } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { quietAfterConcurrency } from './quiet-after-concurrency.ts';

checkTable(quietAfterConcurrency, {
  passes: {
    'two resets at once, and both have happened': begin().together(ofGroup(), ofA()).list('me', ['user:b']),
    'a reset and a message at once, in either order': begin()
      .together(ofA(), { do: 'send', from: 'a', to: { kind: 'user', id: 'me' } })
      .list('me', ['user:a', 'group:g', 'user:b'])
      .reads('me', 'user:a', [5]),
  },
  // What goes wrong is found by the other requirements, and told here where it needs requests sent at once.
  fails: {},
  doesNotCount: {
    'one after the other': begin().reset(ofGroup()).reset(ofA()).list('me', ['user:b']),
    'a row is lost': begin().together(ofGroup(), ofA()).list('me', []),
    'nobody looked': begin().together(ofGroup(), ofA()),
    'only messages at once': begin()
      .together(
        { do: 'send', from: 'a', to: { kind: 'user', id: 'me' } },
        { do: 'send', from: 'b', to: { kind: 'user', id: 'me' } },
      )
      .list('me', ['user:b', 'user:a', 'group:g']),
  },
});
