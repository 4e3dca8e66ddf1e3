import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../core/arbitrary/seed.ts';
import { everybody } from '../play/stage.ts';
import { typicalCase } from './arbitrary-case.ts';
import { type Case, type Names, names, type Row } from './case.ts';
import { type Cast, castOf } from './cast.ts';

const scope = 'cr0f1e2d-7';

const rowsOf = (...kinds: readonly Row['kind'][]): readonly Row[] =>
  kinds.map((kind) => ({ kind, messages: 1, from: 'both' }));

const cast = (given: Partial<Case>): Cast =>
  castOf({ names: 'plain', ids: 3, rows: rowsOf('user', 'group', 'user'), steps: [], ...given }, scope);

const usersOf = (played: Cast): readonly string[] => everybody(played);
const groupsOf = ({ rows, hall }: Cast): readonly string[] => [
  ...rows.filter(({ peer }) => peer.kind === 'group').map(({ peer }) => peer.id),
  hall,
];
const peersOf = ({ rows }: Cast, kind: Row['kind']): readonly string[] =>
  rows.filter(({ peer }) => peer.kind === kind).map(({ peer }) => peer.id);

/** As services spell the id of two users' conversation. */
const serviceId = (one: string, other: string): string => [one, other].toSorted().join('_user_');

describe.each(names)('the cast of a case with names %s', (kind: Names) => {
  const anyCast = fc
    .record({ scene: typicalCase, ids: fc.nat({ max: 10_000 }) })
    .map(({ scene, ids }) => ({ played: castOf({ ...scene, names: kind, ids }, scope), scene }));

  it('should have ids of its own for everybody, each beginning with the scope', () => {
    fc.assert(
      fc.property(anyCast, ({ played, scene }) => {
        const users = [...usersOf(played)];
        const userRows = scene.rows.filter((row) => row.kind === 'user').length;
        const doubles = played.doubles?.length ?? 0;
        expect(new Set(users).size).toBe(userRows + 3 + doubles);
        const groups = groupsOf(played);
        expect(new Set(groups).size).toBe(scene.rows.length - userRows + 1);
        const characters = kind === 'case' ? /^[A-Za-z0-9_-]{1,100}$/ : /^[a-z0-9_-]{1,100}$/;
        for (const id of [...users, ...groups]) {
          expect(id.startsWith(`${scope}-`)).toBe(true);
          expect(id).toMatch(characters);
        }
      }),
    );
  });

  it('should have both sides of every row take part in it, and the companion in every group', () => {
    fc.assert(
      fc.property(anyCast, ({ played }) => {
        for (const { row, peer, other, members, seenByOthers } of played.rows) {
          expect(peer.kind).toBe(row.kind);
          const isAlone = row.kind === 'group' && row.from === 'nobody-else';
          expect(members).toEqual(isAlone ? [played.protagonist] : expect.arrayContaining([played.protagonist, other]));
          expect(new Set(members).size).toBe(members.length);
          expect(members).not.toContain(played.bystander);
          if (row.kind === 'group') {
            expect(seenByOthers(played.protagonist)).toEqual(peer);
          } else {
            expect(other).toBe(peer.id);
            expect(seenByOthers(played.protagonist)).toEqual({ kind: 'user', id: played.protagonist });
          }
        }
      }),
    );
  });

  it('should have the acting user anywhere among the members of a group, and now and then many', () => {
    const kinds = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 'user' : 'group'));
    const groups = castOf({ names: 'plain', ids: 5, rows: rowsOf(...kinds), steps: [] }, scope).rows.filter(
      ({ peer }) => peer.kind === 'group',
    );
    const places = groups.map(({ members }) => members.findIndex((uid) => uid.endsWith('-me')));
    expect(new Set(places).size).toBeGreaterThanOrEqual(3);
    expect(Math.max(...groups.map(({ members }) => members.length))).toBeGreaterThanOrEqual(7);
  });

  it('should be the same for the same case, and another for another scope', () => {
    const scene: Case = { names: kind, ids: 5, rows: rowsOf('user', 'group', 'user', 'group'), steps: [] };
    expect(JSON.stringify(castOf(scene, scope))).toBe(JSON.stringify(castOf(scene, scope)));
    const others = new Set([...usersOf(castOf(scene, `${scope}1`)), ...groupsOf(castOf(scene, `${scope}1`))]);
    expect(
      [...usersOf(castOf(scene, scope)), ...groupsOf(castOf(scene, scope))].filter((id) => others.has(id)),
    ).toEqual([]);
  });
});

describe('the ids', () => {
  it('should sort the protagonist now before, now after the others', () => {
    const orders = Array.from({ length: 30 }, (_, ids) => {
      const { protagonist, rows } = cast({ ids });
      return protagonist < (rows[0]?.peer.id ?? '');
    });
    expect(new Set(orders)).toEqual(new Set([true, false]));
  });

  it('should with prefix be each the beginning of the next', () => {
    const played = cast({ names: 'prefix', rows: rowsOf('user', 'group', 'user', 'group', 'user') });
    expect(played.companion.startsWith(played.protagonist)).toBe(true);
    for (const chain of [[played.protagonist, ...peersOf(played, 'user')], peersOf(played, 'group')]) {
      for (const [index, id] of chain.slice(1).entries()) expect(id.startsWith(chain[index] ?? '-')).toBe(true);
    }
    expect(peersOf(played, 'user')).toHaveLength(3);
  });

  it('should with same-name call a group like the user before it', () => {
    const played = cast({ names: 'same-name', rows: rowsOf('user', 'group', 'group', 'user') });
    const [user, group, another] = played.rows.map(({ peer }) => peer);
    expect(group).toEqual({ kind: 'group', id: user?.id });
    expect(another?.id).not.toBe(user?.id);
  });

  it('should with wildcard have an id of each kind that is a pattern for the others', () => {
    const played = cast({ names: 'wildcard', rows: rowsOf('user', 'group', 'user', 'group', 'user', 'group') });
    for (const kind of ['user', 'group'] as const) {
      const ids = peersOf(played, kind);
      const [pattern = ''] = ids.filter((id) => id.includes('_'));
      expect(ids.filter((id) => new RegExp(`^${pattern.replaceAll('_', '.')}$`).test(id))).toEqual(ids);
      expect(new Set(ids).size).toBe(3);
    }
  });

  it('should with infix spell two conversations of different users the same', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 10_000 }),
        fc.constantFrom(['user'], ['group', 'user'], ['user', 'user']),
        (ids, kinds) => {
          const played = cast({ names: 'infix', ids, rows: rowsOf(...kinds) });
          const [first = ''] = peersOf(played, 'user');
          const [one, other] = played.doubles ?? ['', ''];
          expect(serviceId(one, other)).toBe(serviceId(played.protagonist, first));
          expect(new Set([one, other, played.protagonist, first]).size).toBe(4);
        },
      ),
    );
  });

  it('should with long have ids of a hundred characters, alike but for their end or one of the first', () => {
    const played = cast({ names: 'long', rows: rowsOf('user', 'user', 'user', 'user') });
    const [one = '', two = '', three = '', four = ''] = peersOf(played, 'user');
    expect([one, two, three, four].map(({ length }) => length)).toEqual([99, 99, 100, 100]);
    expect(new Set([one, two, three, four]).size).toBe(4);
    expect(one.slice(0, -1)).toBe(two.slice(0, -1));
    expect(three.endsWith(one.slice(-60))).toBe(true);
  });

  it('should with marks have a mark at the end of some ids and two in others', () => {
    const ids = [0, 1].flatMap((number) => [
      ...peersOf(cast({ names: 'marks', ids: number, rows: rowsOf('user', 'group', 'user', 'group') }), 'user'),
      ...peersOf(cast({ names: 'marks', ids: number, rows: rowsOf('user', 'group', 'user', 'group') }), 'group'),
    ]);
    for (const shape of [/-$/, /_$/, /--/]) expect(ids.some((id) => shape.test(id))).toBe(true);
  });

  it('should have doubles with infix only, and only where there is a user row', () => {
    expect(cast({ names: 'infix', rows: rowsOf('group') }).doubles).toBeUndefined();
    expect(cast({ names: 'prefix' }).doubles).toBeUndefined();
  });

  it('should with case have two users whose ids differ in nothing else', () => {
    const played = cast({ names: 'case', rows: rowsOf('user', 'user', 'user', 'user') });
    const ids = peersOf(played, 'user');
    expect(new Set(ids).size).toBe(4);
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(2);
    // The run's own letters are never in capitals.
    for (const id of ids) expect(id.startsWith(scope)).toBe(true);
  });

  it('should sort lists of more than a hundred rows by their numbers', () => {
    const ids = peersOf(cast({ rows: Array(104).fill(rowsOf('group')[0]) }), 'group');
    expect(ids.map((id) => id.slice(-3))).toEqual(ids.map((_, index) => String(index + 1).padStart(3, '0')));
  });
});
