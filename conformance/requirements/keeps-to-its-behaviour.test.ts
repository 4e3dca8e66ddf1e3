import { begin, ofA, ofB, ofGroup, refused, unanswered, usually } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { keepsToItsBehaviour } from './keeps-to-its-behaviour.ts';

const rest = 'g b';
const last = usually({ place: 'last', texts: 'visible' });

checkTable(keepsToItsBehaviour, {
  passes: {
    'the row has gone, as rows do': begin().reset(ofA()).see({ me: rest }),
    'the row is last, as rows are': begin().knowing({ usual: last }).reset(ofGroup()).see({ me: 'b a g' }),
    'a place that a tie of whole seconds explains': begin()
      .knowing({ usual: last })
      .reset(ofGroup())
      .see({ me: 'b g a' }),
  },
  fails: {
    'the row goes, and rows stay': [begin().knowing({ usual: last }).reset(ofA()).see({ me: rest }), 'me: g b a'],
    'the row stays, and rows go': [begin().reset(ofA()).see({ me: 'a g b' }), `me: ${rest}`],
    'the row is elsewhere, though each reset had a second of its own': [
      begin().wait().knowing({ usual: last }).reset(ofA()).see({ me: 'a g b' }),
      { of: 'list', owner: 'me' },
    ],
    'the messages stay, and messages go': [
      begin()
        .reset(ofA())
        .see({ me: rest, 'me a': [1] }),
      { of: 'messages', owner: 'me' },
    ],
  },
  doesNotCount: {
    'no effect at all is another requirement': begin().reset(ofA()).see({ me: 'g b a' }),
    'nothing is known of such resets': begin().knowing({ usual: new Map() }).reset(ofA()).see({ me: rest }),
    'the row was not in the list': begin(rest).reset(ofA()).see({ me: rest }),
    'it was refused': begin().reset(ofA(), refused()).see({ me: 'g b a' }),
    'no answer came': begin().reset(ofA(), unanswered).see({ me: rest }),
    'nobody looked at the list': begin().reset(ofB()).see({ 'me b': [] }),
  },
});
