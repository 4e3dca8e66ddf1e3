import { begin, ofA, refused, unanswered } from '../judgement/trace-builder.ts';
import { checkTable } from './check-table.ts';
import { permanentDeletesAll, permanentDeletesNoOther } from './permanent-deletion.ts';

const rest = ['group:g', 'user:b'];
const permanently = ofA({ deleteMessagesPermanently: 'true' });
const deleted = () => begin().reset(permanently).list('me', rest);
const forActor = { permanentForEveryone: false };
const unknown = { permanentForEveryone: undefined };
/** Two messages between `me` and `a`. */
const two = () =>
  begin()
    .send('me', 'user:a')
    .list('me', ['user:a', ...rest])
    .list('a', ['user:me', 'user:mate']);

checkTable(permanentDeletesAll, {
  passes: {
    'nothing is left for the acting user': deleted().reads('me', 'user:a', []),
    'nothing is left for the other side': begin().reset(permanently).reads('a', 'user:me', []),
    'left out means true, as was found': begin()
      .knowing({ omittedIsPermanent: { preserved: true, free: true } })
      .reset(ofA({ deleteMessagesPermanently: 'absent' }))
      .reads('me', 'user:a', []),
    'all is left for the other side, where that is known': begin()
      .knowing(forActor)
      .reset(permanently)
      .reads('a', 'user:me', [1]),
    'all or nothing for the other side, where it is not known': two()
      .knowing(unknown)
      .reset(permanently)
      .reads('a', 'user:me', [1, 5]),
  },
  fails: {
    'a message is left for the acting user': [
      deleted().reads('me', 'user:a', [1]),
      { of: 'messages', owner: 'me', before: ['message 1'], expected: [], seen: ['message 1'] },
    ],
    'a message is left for the other side': [
      deleted().reads('a', 'user:me', [1]),
      { of: 'messages', owner: 'a', expected: [], seen: ['message 1'] },
    ],
    'some are left for the other side, whatever it keeps': [
      two().knowing(unknown).reset(permanently).list('me', rest).reads('a', 'user:me', [5]),
      { of: 'messages', owner: 'a', seen: ['message 5'] },
    ],
    'the other side has lost one, where it keeps them': [
      two().knowing(forActor).reset(permanently).list('me', rest).reads('a', 'user:me', [1]),
      { of: 'messages', owner: 'a', expected: ['message 1', 'message 5'] },
    ],
    'a message that was hidden returns with the next one': [
      deleted().reads('me', 'user:a', []).send('a', 'user:me').reads('me', 'user:a', [1, 5]),
      { of: 'messages', owner: 'me', expected: ['message 5'], seen: ['message 1', 'message 5'] },
    ],
  },
  doesNotCount: {
    'it was not permanent': begin().reset(ofA()).list('me', rest).reads('me', 'user:a', [1]),
    'it was refused': begin().reset(permanently, refused()).reads('a', 'user:me', [1]),
    'left out may mean either': begin()
      .knowing({ omittedIsPermanent: { preserved: undefined, free: undefined } })
      .reset(ofA({ deleteMessagesPermanently: 'absent' }))
      .list('me', rest)
      .reads('me', 'user:a', [1]),
    'no answer came': begin().reset(permanently, unanswered).list('me', rest).reads('me', 'user:a', [1]),
    'there was nothing to delete': begin()
      .knowing({ usual: new Map() })
      .reset(ofA({ preserveOrder: 'true' }))
      .list('me', [...rest, 'user:a'])
      .reads('me', 'user:a', []),
    'a message came at the same time': begin()
      .together({ do: 'send', from: 'a', to: { kind: 'user', id: 'me' } }, [permanently, unanswered])
      .list('me', ['user:a', ...rest])
      .reads('b', 'user:me', [2]),
  },
});

checkTable(permanentDeletesNoOther, {
  passes: {
    'the acting user reads the other conversations': deleted().reads('me', 'user:b', [2]),
    'the other side reads its other conversations': deleted().reads('a', 'user:mate', [4]),
    'others read theirs': deleted().reads('mate', 'group:g', [3]),
  },
  fails: {
    'the acting user has lost messages of another conversation': [
      deleted().reads('me', 'user:b', []),
      { of: 'messages', owner: 'me', expected: ['message 2'] },
    ],
    'the other side has lost messages of another conversation': [
      deleted().reads('a', 'user:mate', []),
      { of: 'messages', owner: 'a', expected: ['message 4'] },
    ],
    'somebody else has lost messages': [
      deleted().reads('mate', 'group:g', []),
      { of: 'messages', owner: 'mate', expected: ['message 3'] },
    ],
    'the messages of one conversation stand in another': [
      deleted().reads('me', 'user:b', [1, 2]),
      { of: 'messages', owner: 'me', expected: ['message 2'] },
    ],
  },
  doesNotCount: {
    'it was not permanent': begin().reset(ofA()).list('me', rest).reads('me', 'user:b', [2]),
    'it was refused': begin().reset(permanently, refused()).reads('me', 'user:b', [2]),
    'the conversation itself was read': deleted().reads('me', 'user:a', []),
    'nothing was ever there to read': begin().reset(permanently).reads('me', 'user:mate', []),
  },
});
