import type { Counterexample, Report, ReportStep, RequirementResult } from '../report/document.ts';
import { toGroup, toUser } from '../scenario/conversations.ts';
import { scopeOf } from '../scenario/ids.ts';
import type { Reset, Scenario } from '../scenario/scenario.ts';

/** Reports written by hand, one for each thing that a form has to show. */

const scope = scopeOf('cr7a9c2a-', 42);
const json = "-H 'Content-Type: application/json'";

/** `call` is what follows the address, in which `~` stands for what leads an id. */
const step = (phase: ReportStep['phase'], what: string, method: string, call: string, answer: string): ReportStep => {
  const [path, ...rest] = call.replaceAll('~', scope).split(' ');
  const curl = `curl ${method}"$BASE_URL"'${path}' -H "apikey: $API_KEY" ${rest.join(' ')}`;
  return { phase, what, curl, answer: answer.replaceAll('~', scope) };
};
const create = (id: string): ReportStep =>
  step('arrange', `create the user ${id}`, '-X POST ', `/users ${json} -d '{"uid":"~${id}"}'`, `200 {"data":{}}`);
const send = (from: string, to: string): ReportStep => {
  const message = `{"receiver":"~${to}","receiverType":"user","data":{"text":"it'\\''s"}}`;
  const call = `/messages -H 'onBehalfOf: ~${from}' ${json} -d '${message}'`;
  return step('arrange', `${from} writes to user:${to}`, '-X POST ', call, '200 {"data":{"id":"17"}}');
};
const observe = (owner: string): ReportStep =>
  step('look', `look at the list of ${owner}`, '', `/conversations -H 'onBehalfOf: ~${owner}'`, '200 {"data":[]}');
const reset = step(
  'act',
  'me resets group:hikers, with preserveOrder true',
  '-X DELETE ',
  `/groups/~hikers/conversation -H 'onBehalfOf: ~me' ${json} -d '{"preserveOrder":true}'`,
  '200 {"data":{"success":true,"message":"The conversation group_~hikers has been deleted for ~me."}}',
);

const groupReset: Reset = {
  ...{ do: 'reset', actor: 'me', conversation: toGroup('hikers'), form: 'path-actor' },
  ...{ preserveOrder: 'true', deleteMessagesPermanently: 'absent' },
};

export const sampleScenario: Scenario = {
  users: ['me', 'peer-1', 'peer-2'],
  groups: [{ id: 'hikers', members: ['me', 'peer-1'] }],
  steps: [
    { do: 'send', from: 'peer-2', to: toUser('me') },
    { do: 'send', from: 'peer-1', to: toGroup('hikers'), times: 2 },
    { do: 'wait', until: 'second' },
    groupReset,
  ],
};

/** The group has moved to the top. */
const movedRow: Counterexample = {
  diagnosis: 'A group reset with preserveOrder moved the conversation from place 2 to 1.',
  operation: reset.what,
  steps: [create('me'), create('peer-1'), create('peer-2'), send('peer-1', 'me'), observe('me'), reset, observe('me')],
  comparison: {
    ...{ of: 'list', subject: 'the list of me' },
    before: ['user:peer-2', 'group:hikers', 'user:peer-1'],
    expected: ['user:peer-2', 'group:hikers', 'user:peer-1'],
    seen: ['group:hikers', 'user:peer-2', 'user:peer-1'],
  },
  reproduced: { times: 3, of: 3 },
  shrunk: true,
  also: ['omitted-equals-false', 'rest-keeps-order'],
  scenario: sampleScenario,
};

const four = ['message 1', 'message 2', 'message 3', 'message 4'];
const two = four.slice(0, 2);

/** Two of four messages gone, once only. */
const lostMessages: Counterexample = {
  ...movedRow,
  diagnosis: "me's reset removed two of peer-1's messages.",
  comparison: { of: 'messages', subject: 'peer-1 reads user:me', before: four, expected: four, seen: four.slice(2) },
  ...{ reproduced: { times: 0, of: 10 }, shrunk: false, also: [] },
};

/** What no form may obey. */
const steering = '<b>done</b>\u001b[2J\nrm -rf ~ ```` $(id)';

/** An answer with everything in it that a form could stumble over. */
const wrongAnswer: Counterexample = {
  ...movedRow,
  diagnosis: 'A confirmed reset was answered with success "true", which is a text.',
  steps: [create('me'), { ...reset, answer: `200 {"data":{"success":"true","message":"${steering}"}}` }],
  comparison: {
    of: 'answer',
    subject: "the answer to me's reset",
    expected: 'data.success: true',
    seen: 'data.success: "true" & \u0007\u202e<script>alert(1)</script> ]]> | `x`',
  },
  also: [],
};

const longRow = (index: number): string => `group:row-${index}-a-long-name-that-fills-most-of-a-line`;
const longRows = Array.from({ length: 120 }, (_, index) => longRow(index));

/** Many rows, ids too long for three columns, one row lost, one moved, and one whose place is free. */
const longList: Counterexample = {
  ...movedRow,
  diagnosis: 'A reset of another conversation removed group row-40-a-long-name-that-fills-most-of-a-line.',
  steps: [...Array.from({ length: 60 }, (_, index) => create(`row-${index}`)), reset],
  comparison: {
    of: 'list',
    subject: 'the list of outsider-1, who takes part in none of the conversations that were reset',
    before: longRows,
    expected: longRows,
    freely: longRow(70),
    seen: [longRow(110), ...longRows.filter((_row, index) => ![40, 70, 110].includes(index)), longRow(70)],
  },
  ...{ reproduced: { times: 1, of: 20 }, shrunk: false, also: [] },
};

/** Two resets at once, one with a wrong key, after which messages are left that should be gone. */
const atOnce: Counterexample = {
  ...movedRow,
  diagnosis: 'After two permanent deletions at once, two messages can still be read.',
  operation: 'me and peer-1 reset their conversation at once',
  steps: [
    create('me'),
    create('peer-1'),
    send('peer-1', 'me'),
    { ...reset, what: 'me resets user:peer-1, with deleteMessagesPermanently true', together: 4 },
    { ...reset, what: 'peer-1 resets user:me', curl: reset.curl.replace('$API', '$WRONG_API'), together: 4 },
    observe('me'),
  ],
  comparison: { of: 'messages', subject: 'me reads user:peer-1', before: two, expected: [], seen: two },
  also: [],
};

const rows = {
  'user-reset-works': ['required', 'Reset user conversation', 'the call resets what it is documented to reset'],
  'success-true': ['required', 'Response body: data.success', 'data.success is the boolean true'],
  'group-order-kept': ['required', 'Reset group conversation, rule 1', 'with preserveOrder a group keeps its position'],
  'omitted-equals-false': ['required', 'Request body: preserveOrder', 'preserveOrder left out means false'],
  'rest-keeps-order': ['derived', 'What the service does', 'the other conversations keep their relative order'],
  'nothing-doubled-or-lost': ['derived', 'What the service does', 'no other conversation appears, vanishes or doubles'],
  'false-deletes-none-for-others': ['derived', 'Request body', 'the other participant keeps every message'],
  'quiet-after-concurrency': ['derived', 'What the service does', 'some order explains resets that were sent at once'],
} as const;

type SampleId = keyof typeof rows;

type Results = Readonly<Partial<Record<SampleId, Partial<RequirementResult>>>>;

const results = (special: Results): readonly RequirementResult[] =>
  Object.entries(rows).map(([id, [level, clause, title]], index) => ({
    ...{ id, level, clause, title, outcome: 'pass', exercised: 20 + ((index * 37) % 300) },
    ...special[id as SampleId],
  }));

const conforms: Report = {
  ...{ schemaVersion: 1, verdict: 'conforms', target: 'http://127.0.0.1:4010/v3', name: 'reference' },
  ...{ startedAt: '2025-11-22T09:15:27.120Z', suite: '0.1.0', seed: 42, budget: 'default' },
  ...{ requests: 5120, durationMs: 4321, resets: 412 },
  requirements: results({}),
  behaviour: {
    addressing: ['path-actor', 'path-peer'],
    withoutPreserveOrder: 'removed',
    messagesAfterReset: 'hidden',
    permanentDeletion: 'for-everyone',
    statuses: { missingApiKey: 401, wrongApiKey: 401, unknownActor: 404, malformedBody: 400, unknownRoute: 404 },
  },
  behaviourUnknown: [],
  evidence: {
    addressing: 'path-actor and path-peer were confirmed and took effect, path-peer-echo was refused with 400',
    withoutPreserveOrder: 'after a reset the row was gone from a list of 4',
  },
  completeFor: 'complete for every fault that shows in one step from a reachable state of two conversations',
  notes: [],
};

const failing = (counterexample: Counterexample) => ({ outcome: 'fail', counterexample }) as const;
const unexercised = (exercised: number, because: string) => ({ outcome: 'not-exercised', exercised, because }) as const;

/** A report with these results, which passes the rest. */
const report = (special: Results, change: Partial<Report> = {}): Report => {
  return { ...conforms, ...change, requirements: results(special) };
};

/** A replay, of these requirements alone. */
const replay = (ids: readonly SampleId[], special: Results, change: Partial<Report> = {}): Report => {
  const { requirements, ...rest } = report(special, change);
  return {
    ...{ ...rest, replayed: true, resets: 0, notes: ['Only the violations of r.json were repeated.'] },
    requirements: requirements.filter(({ id }) => ids.some((one) => one === id)),
  };
};

export const sampleReports = {
  conforms,
  violates: report(
    {
      'group-order-kept': failing(movedRow),
      'success-true': failing(wrongAnswer),
      'nothing-doubled-or-lost': failing(longList),
      'false-deletes-none-for-others': failing(lostMessages),
      'omitted-equals-false': {
        ...unexercised(2, 'it failed where group-order-kept is violated'),
        causedBy: 'group-order-kept',
      },
    },
    {
      ...{ verdict: 'violates', name: 'late <server>' },
      notCompleteFor: 'not complete for group resets (messagesAfterReset is other)',
      behaviour: { ...conforms.behaviour, permanentDeletion: 'other' },
      evidence: { ...conforms.evidence, permanentDeletion: 'the other side can read some messages' },
      behaviourUnknown: ['nonMember', 'identifierCase'],
      notes: ['Groups differ from users: after a group reset the row was kept. \u001b[2J'],
      reason: 'not all that the run created could be removed',
      left: [{ kind: 'group', id: 'cr7x9k2a-3-crew <b>' }],
    },
  ),
  together: report({ 'quiet-after-concurrency': failing(atOnce) }, { verdict: 'violates' }),
  notApplicable: report({
    'group-order-kept': {
      outcome: 'not-applicable',
      because: 'withoutPreserveOrder is kept: no difference',
      exercised: 0,
    },
  }),
  incomplete: report(
    { 'rest-keeps-order': unexercised(3, 'tried 3 times; at least 20 are needed') },
    { verdict: 'incomplete', name: 'slow', reason: 'stopped by SIGINT' },
  ),
  notRun: {
    ...{ ...conforms, verdict: 'not-run', requests: 1, resets: 0, requirements: [], behaviour: {}, evidence: {} },
    reason: 'http://127.0.0.1:4010/v3 could not be reached: connect ECONNREFUSED 127.0.0.1:4010',
  },
  replayed: replay(
    ['group-order-kept', 'success-true', 'rest-keeps-order'],
    {
      'group-order-kept': { ...failing(movedRow), exercised: 3 },
      'success-true': { outcome: 'pass', exercised: 3 },
      'rest-keeps-order': unexercised(0, 'the target went silent'),
    },
    { verdict: 'violates' },
  ),
  noneCameBack: replay(['success-true', 'rest-keeps-order'], {}),
  knownFailures: report({ 'group-order-kept': { ...failing(movedRow), known: 'CHAT-17: fixed in the next release' } }),
} as const satisfies Readonly<Record<string, Report>>;
