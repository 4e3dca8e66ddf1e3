import { begin, ofA, ofB, ofGroup, refused, unanswered, usually } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { keepsToItsBehaviour } from './keeps-to-its-behaviour.ts';

const rest = ['group:g', 'user:b'];
const last = usually({ place: 'last', texts: 'visible' });

checkTable(keepsToItsBehaviour, {
  passes: {
    'the row has gone, as rows do': begin().reset(ofA()).list('me', rest),
    'the row is last, as rows are': begin()
      .knowing({ usual: last })
      .reset(ofGroup())
      .list('me', ['user:b', 'user:a', 'group:g']),
    'a place that a tie of whole seconds explains': begin()
      .knowing({ usual: last })
      .reset(ofGroup())
      .list('me', ['user:b', 'group:g', 'user:a']),
  },
  fails: {
    'the row goes, and rows stay': [
      begin().knowing({ usual: last }).reset(ofA()).list('me', rest),
      { of: 'list', owner: 'me', expected: ['group:g', 'user:b', 'user:a'], seen: rest },
    ],
    'the row stays, and rows go': [
      begin().reset(ofA()).list('me', ['user:a', 'group:g', 'user:b']),
      { of: 'list', expected: rest },
    ],
    'the row is elsewhere, though each reset had a second of its own': [
      begin().wait().knowing({ usual: last }).reset(ofA()).list('me', ['user:a', 'group:g', 'user:b']),
      { of: 'list', owner: 'me' },
    ],
    'the messages stay, and messages go': [
      begin().reset(ofA()).list('me', rest).reads('me', 'user:a', [1]),
      { of: 'messages', owner: 'me' },
    ],
  },
  doesNotCount: {
    'no effect at all is another requirement': begin().reset(ofA()).list('me', ['group:g', 'user:b', 'user:a']),
    'nothing is known of such resets': begin().knowing({ usual: new Map() }).reset(ofA()).list('me', rest),
    'the row was not in the list': begin(rest).reset(ofA()).list('me', rest),
    'it was refused': begin().reset(ofA(), refused()).list('me', ['group:g', 'user:b', 'user:a']),
    'no answer came': begin().reset(ofA(), unanswered).list('me', rest),
    'nobody looked at the list': begin().reset(ofB()).reads('me', 'user:b', []),
  },
});
