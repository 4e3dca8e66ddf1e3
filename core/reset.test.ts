import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law } from './arbitrary/law.ts';
import {
  eventArb,
  execute,
  listOf,
  nameOf,
  type Row,
  reset,
  rowIn,
  type Scenario,
  scenarioArb,
  sightOf,
  sightsExcept,
  textsOf,
} from './arbitrary/world.ts';

/** The drawn reset, done and confirmed. */
function confirmed(drawn: Scenario, options = drawn.options) {
  const result = reset(drawn.state, drawn.actor, drawn.conversation, options, drawn.behaviour);
  expect(result.outcome.ok).toBe(true);
  return result.state;
}

const isPermanent = ({ conversation, options, behaviour }: Scenario): boolean =>
  conversation.kind === 'user' &&
  (options.deleteMessagesPermanently ?? behaviour.deleteMessagesPermanentlyOmitted === 'as-true');

const hides = (drawn: Scenario): boolean => isPermanent(drawn) || drawn.behaviour.messagesAfterReset === 'hidden';

function inTheMiddle({ state, actor, conversation }: Scenario): boolean {
  const list = listOf(state, actor);
  return list.length >= 3 && list.indexOf(nameOf(conversation)) > 0;
}

it.each<[string, (drawn: Scenario) => boolean]>([
  ['a target in the middle of a list of three', inTheMiddle],
  ['a deletion for good', isPermanent],
  ['a group', ({ conversation }) => conversation.kind === 'group'],
  ['several messages', ({ state, actor, conversation }) => textsOf(state, actor, conversation).length > 1],
  ['something unread', ({ state, actor, conversation }) => rowIn(state, actor, conversation)?.unread !== 0],
])('the scenarios drawn should have, often enough, %s', (_, met) => {
  expect(fc.sample(scenarioArb, 200).filter(met).length).toBeGreaterThan(20);
});

describe('the position', () => {
  law('should stay the same with preserveOrder', [scenarioArb], (drawn) => {
    const after = confirmed(drawn, { ...drawn.options, preserveOrder: true });
    expect(listOf(after, drawn.actor)).toEqual(listOf(drawn.state, drawn.actor));
  });

  law('should be what the behaviour says without preserveOrder', [scenarioArb], (drawn) => {
    const before = listOf(drawn.state, drawn.actor);
    const target = nameOf(drawn.conversation);
    const rest = before.filter((name) => name !== target);
    const expected = { removed: rest, 'moved-last': [...rest, target], 'moved-first': [target, ...rest], kept: before };
    const after = confirmed(drawn, { ...drawn.options, preserveOrder: false });
    expect(listOf(after, drawn.actor)).toEqual(expected[drawn.behaviour.withoutPreserveOrder]);
  });

  law('should be that of false when preserveOrder is omitted', [scenarioArb], (drawn) => {
    const { preserveOrder: _, ...omitted } = drawn.options;
    const result = reset(drawn.state, drawn.actor, drawn.conversation, omitted, drawn.behaviour);
    const withFalse = { ...omitted, preserveOrder: false };
    expect(result).toEqual(reset(drawn.state, drawn.actor, drawn.conversation, withFalse, drawn.behaviour));
  });
});

describe('the rest of the list', () => {
  law('should keep its rows as they were, in their order, and show each once', [scenarioArb], (drawn) => {
    const others = (rows: readonly Row[] = []) => rows.filter((row) => row.name !== nameOf(drawn.conversation));
    const after = confirmed(drawn);
    expect(others(sightOf(after, drawn.actor)?.list)).toEqual(others(sightOf(drawn.state, drawn.actor)?.list));
    expect(new Set(listOf(after, drawn.actor)).size).toBe(listOf(after, drawn.actor).length);
  });

  law('should keep its messages', [scenarioArb], (drawn) => {
    const target = nameOf(drawn.conversation);
    const after = sightOf(confirmed(drawn), drawn.actor);
    const before = sightOf(drawn.state, drawn.actor);
    expect({ ...after?.messages, [target]: 'left out' }).toEqual({ ...before?.messages, [target]: 'left out' });
  });
});

law('everybody else should see nothing of a reset that does not delete for everyone', [scenarioArb], (drawn) => {
  fc.pre(!isPermanent(drawn) || drawn.behaviour.permanentDeletion === 'for-actor');
  expect(sightsExcept(confirmed(drawn), drawn.actor)).toEqual(sightsExcept(drawn.state, drawn.actor));
});

describe('the conversation itself', () => {
  law('should show the acting user the old messages only where the behaviour says so', [scenarioArb], (drawn) => {
    const before = textsOf(drawn.state, drawn.actor, drawn.conversation);
    const after = textsOf(confirmed(drawn), drawn.actor, drawn.conversation);
    expect(after).toEqual(hides(drawn) ? [] : before);
  });

  law('should have nothing unread where the messages are hidden, else as much as before', [scenarioArb], (drawn) => {
    const { state, actor, conversation, options } = drawn;
    const after = confirmed(drawn, { ...options, preserveOrder: true });
    const unread = hides(drawn) ? 0 : rowIn(state, actor, conversation)?.unread;
    expect(rowIn(after, actor, conversation)?.unread).toBe(unread);
  });

  law(
    'should never again show what was hidden, whatever happens later, and show all that is new',
    [scenarioArb, fc.array(eventArb, { maxLength: 20 })],
    (drawn, later) => {
      const { state, behaviour, actor, conversation } = drawn;
      const old = textsOf(state, actor, conversation);
      const outlived = later.filter((event) => event.do !== 'remove user' || event.uid !== actor);
      fc.pre(hides(drawn));
      const send = { do: 'send', by: actor, to: conversation } as const;
      const after = [...outlived, send].reduce((now, event) => execute(now, event, behaviour).state, confirmed(drawn));
      const readable = [textsOf(after, actor, conversation)].flat();
      expect(readable.filter((text) => old.includes(text))).toEqual([]);

      const sent = execute(after, send, behaviour);
      fc.pre(sent.outcome.ok);
      expect(textsOf(sent.state, actor, conversation).length).toBe(readable.length + 1);
    },
  );
});
