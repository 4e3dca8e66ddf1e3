import { begin, ofA, ofGroup, refused, unanswered, usually } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { confirmedDidIt } from './confirmed-did-it.ts';

const unchanged = ['group:g', 'user:b', 'user:a'];
const keptAndVisible = usually({ place: 'kept', texts: 'visible' });

checkTable(confirmedDidIt, {
  passes: {
    'the row has gone, as rows do': begin().reset(ofA()).list('me', ['group:g', 'user:b']),
    'the messages have gone, as messages do': begin()
      .reset(ofGroup({ preserveOrder: 'true' }))
      .list('me', unchanged)
      .reads('me', 'group:g', []),
    'beside another one at once': begin()
      .together(ofGroup({ preserveOrder: 'true' }), ofA())
      .list('me', ['group:g', 'user:b']),
  },
  fails: {
    'the list is as it was': [
      begin().reset(ofA()).list('me', unchanged),
      { of: 'list', owner: 'me', before: unchanged, expected: ['group:g', 'user:b'], seen: unchanged },
    ],
    'the place is kept as asked, and every message is there': [
      begin()
        .reset(ofA({ preserveOrder: 'true' }))
        .list('me', unchanged)
        .reads('me', 'user:a', [1]),
      { of: 'messages', owner: 'me', expected: ['message 1'] },
    ],
    'a message that came since is lost': [
      begin()
        .reset(ofA())
        .list('me', ['group:g', 'user:b'])
        .reads('me', 'user:a', [])
        .send('a', 'user:me')
        .reads('me', 'user:a', []),
      { of: 'messages', owner: 'me', expected: ['message 5'], seen: [] },
    ],
  },
  doesNotCount: {
    'nothing has come since the last reset': begin()
      .knowing({ usual: usually({ place: 'kept', texts: 'hidden' }) })
      .reset(ofA(), refused())
      .reset(ofA(), unanswered)
      .reset(ofA())
      .list('me', unchanged)
      .reads('me', 'user:a', [1]),
    'resets of this target do not show': begin().knowing({ usual: keptAndVisible }).reset(ofA()).list('me', unchanged),
    'nothing is known of such resets': begin().knowing({ usual: new Map() }).reset(ofA()).list('me', unchanged),
    'it was refused': begin().reset(ofA(), refused()).list('me', unchanged),
    'no answer came': begin().reset(ofA(), unanswered).list('me', unchanged),
    'a row stays within the list': begin()
      .knowing({ usual: usually({ place: 'first', texts: 'visible' }) })
      .reset(ofGroup())
      .list('me', unchanged),
    'only some of the effect is there': begin()
      .reset(ofA())
      .list('me', ['group:g', 'user:b'])
      .reads('me', 'user:a', [1]),
  },
});
