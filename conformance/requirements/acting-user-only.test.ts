import { begin, ofA, ofGroup, refused, unanswered, usually } from '../judgement/trace-builder.ts';
import { actingUserOnly, bystandersUntouched, otherParticipantsUntouched } from './acting-user-only.ts';
import { checkTable } from './check-table.ts';

const unchanged = ['group:g', 'user:b', 'user:a'];

checkTable(actingUserOnly, {
  passes: {
    'the row is gone for who asked': begin().reset(ofA()).list('me', ['group:g', 'user:b']),
    'the messages are gone for who asked': begin()
      .reset(ofA({ preserveOrder: 'true' }))
      .list('me', unchanged)
      .reads('me', 'user:a', []),
  },
  fails: {
    'the row is gone for the other side alone': [
      begin().reset(ofA()).list('me', unchanged).reads('me', 'user:a', [1]).list('a', ['user:mate']),
      {
        of: 'list',
        owner: 'a',
        before: ['user:mate', 'user:me'],
        expected: ['user:mate', 'user:me'],
        seen: ['user:mate'],
      },
    ],
    'the row is gone for another member alone': [
      begin().reset(ofGroup()).list('me', unchanged).list('mate', ['user:a']),
      { of: 'list', owner: 'mate', expected: ['user:a', 'group:g'], seen: ['user:a'] },
    ],
    'the messages are gone for the other side alone': [
      begin().reset(ofA()).list('me', unchanged).reads('me', 'user:a', [1]).reads('a', 'user:me', []),
      { of: 'messages', owner: 'a', expected: ['message 1'], seen: [] },
    ],
  },
  doesNotCount: {
    'it was refused': begin().reset(ofA(), refused()).list('me', unchanged),
    'no answer came': begin().reset(ofA(), unanswered).list('me', ['group:g', 'user:b']),
    'nothing shows on either side': begin().reset(ofA()).list('me', unchanged).reads('me', 'user:a', [1]),
    'a row that keeps its place says nothing by itself': begin()
      .knowing({ usual: usually({ place: 'last', texts: 'visible' }) })
      .reset(ofA())
      .list('me', unchanged),
    'both sides have changed': begin()
      .reset(ofA())
      .list('me', ['group:g', 'user:b'])
      .settled()
      .list('a', ['user:mate'])
      .knowing({ usual: new Map() }),
  },
});

checkTable(otherParticipantsUntouched, {
  passes: {
    'the list of the other side is as it was': begin().reset(ofA()).list('a', ['user:mate', 'user:me']),
    'the list of another member is as it was': begin().reset(ofGroup()).list('mate', ['user:a', 'group:g']),
    'what the other side reads elsewhere is as it was': begin().reset(ofA()).reads('a', 'user:mate', [4]),
    'after a permanent deletion, all but the row of the pair is as it was': begin()
      .reset(ofA({ deleteMessagesPermanently: 'true' }))
      .list('a', ['user:me', 'user:mate']),
  },
  fails: {
    'the other side has lost the row too': [
      begin().reset(ofA()).list('me', ['group:g', 'user:b']).list('a', ['user:mate']),
      { of: 'list', owner: 'a', expected: ['user:mate', 'user:me'] },
    ],
    'the row of another member has moved': [
      begin().reset(ofGroup()).list('me', ['user:b', 'user:a']).list('mate', ['group:g', 'user:a']),
      { of: 'list', owner: 'mate', expected: ['user:a', 'group:g'] },
    ],
    'the other side has lost another row with a permanent deletion': [
      begin()
        .reset(ofA({ deleteMessagesPermanently: 'true' }))
        .list('me', ['group:g', 'user:b'])
        .list('a', ['user:me']),
      { of: 'list', owner: 'a', expected: ['user:mate', 'user:me'] },
    ],
    'messages of another conversation are gone for the other side': [
      begin().reset(ofA()).list('me', ['group:g', 'user:b']).reads('a', 'user:mate', []),
      { of: 'messages', owner: 'a', expected: ['message 4'] },
    ],
  },
  doesNotCount: {
    'the row of the pair has gone with the permanent deletion, at once': begin()
      .knowing({ usual: new Map() })
      .reset(ofA({ deleteMessagesPermanently: 'true' }))
      .list('me', ['group:g', 'user:b']),
    'it was refused': begin().reset(ofA(), refused()).list('a', ['user:mate', 'user:me']),
    'nobody looked': begin().reset(ofA()),
    'another user was looked at': begin().reset(ofA()).list('b', ['user:me']),
  },
});

checkTable(bystandersUntouched, {
  passes: {
    'the list of a user outside the conversation is as it was': begin().reset(ofA()).list('b', ['user:me']),
    'what a user outside the conversation reads is as it was': begin().reset(ofGroup()).reads('b', 'user:me', [2]),
    'a permanent deletion leaves the lists of others alone': begin()
      .reset(ofA({ deleteMessagesPermanently: 'true' }))
      .list('mate', ['user:a', 'group:g']),
  },
  fails: {
    'a user outside the conversation has lost a row': [
      begin().reset(ofA()).list('me', ['group:g', 'user:b']).list('b', []),
      { of: 'list', owner: 'b', before: ['user:me'], expected: ['user:me'], seen: [] },
    ],
    'a row of a user outside the conversation has moved': [
      begin().reset(ofA()).list('me', ['group:g', 'user:b']).list('mate', ['group:g', 'user:a']),
      { of: 'list', owner: 'mate', expected: ['user:a', 'group:g'] },
    ],
    'a user outside the conversation has lost messages': [
      begin().reset(ofA()).list('me', ['group:g', 'user:b']).reads('b', 'user:me', []),
      { of: 'messages', owner: 'b', expected: ['message 2'] },
    ],
  },
  doesNotCount: {
    'no reset has happened': begin().send('a', 'user:me').list('b', ['user:me']),
    'it was refused': begin().reset(ofA(), refused()).list('b', ['user:me']),
    'the list was empty before': begin().later().list('b', []).reset(ofA()).list('b', []),
  },
});
