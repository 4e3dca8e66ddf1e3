import type { Case } from '../cases/case.ts';
import type { Counterexample, Report, RequirementResult, StoryStep } from '../report.ts';
import { type RequirementId, requirements } from '../requirements/catalogue.ts';

/** Reports written by hand, one for each thing that a form has to show. */

const ids = 'cr7x9k2a-12-';
const uid = (name: string): string => `${ids}${name}`;

const scene: Case = {
  names: 'plain',
  ids: 7,
  rows: [
    { kind: 'user', messages: 1, from: 'other' },
    { kind: 'group', messages: 2, from: 'both' },
    { kind: 'user', messages: 1, from: 'protagonist' },
  ],
  steps: [
    {
      do: 'reset',
      by: 'protagonist',
      row: 1,
      preserveOrder: 'true',
      permanently: 'left-out',
      form: 0,
      wire: 'plain',
    },
  ],
};

const key = '-H "apikey: $API_KEY"';
const json = "-H 'Content-Type: application/json'";

const create = (name: string): StoryStep => ({
  phase: 'arrange',
  what: `create the users and groups`,
  curl: `curl -X POST "$BASE_URL"'/users' ${key} ${json} -d '{"uid":"${uid(name)}","name":"${uid(name)}"}'`,
  answer: `200 {"data":{"uid":"${uid(name)}","name":"${uid(name)}","status":"offline","role":"default"}}`,
});

const send = (from: string, to: string, text: string): StoryStep => ({
  phase: 'arrange',
  what: `${uid(from)} writes to ${uid(to)}`,
  curl: `curl -X POST "$BASE_URL"'/messages' ${key} -H 'onBehalfOf: ${uid(from)}' ${json} -d '{"receiver":"${uid(to)}","receiverType":"user","category":"message","type":"text","data":{"text":"${text}"}}'`,
  answer: '200 {"data":{"id":"17"}}',
});

const look = (name: string): StoryStep => ({
  phase: 'look',
  what: `the list of ${uid(name)}`,
  curl: `curl "$BASE_URL"'/conversations?perPage=1000&page=1' ${key} -H 'onBehalfOf: ${uid(name)}'`,
  answer: `200 {"data":[{"conversationId":"group_${uid('q-group02')}","conversationType":"group","conversationWith":{"guid":"${uid('q-group02')}"}}]}`,
});

const reset: StoryStep = {
  phase: 'act',
  what: `${uid('f-me')} resets the group conversation ${uid('q-group02')} with preserveOrder: true`,
  curl: `curl -X DELETE "$BASE_URL"'/groups/${uid('q-group02')}/conversation' ${key} -H 'onBehalfOf: ${uid('f-me')}' ${json} -d '{"preserveOrder":true}'`,
  answer: `200 {"data":{"success":true,"message":"The conversation group_${uid('q-group02')} has been deleted successfully for UID ${uid('f-me')}."}}`,
};

/** The group has jumped to the top. */
const movedRow: Counterexample = {
  summary: `with preserveOrder group:${uid('q-group02')} has moved from place 2 to 1`,
  story: [
    create('f-me'),
    create('a-peer01'),
    create('z-peer03'),
    send('a-peer01', 'f-me', 'm1'),
    look('f-me'),
    reset,
    look('f-me'),
  ],
  comparison: {
    of: 'list',
    subject: `the list of ${uid('f-me')}`,
    before: [`user:${uid('z-peer03')}`, `group:${uid('q-group02')}`, `user:${uid('a-peer01')}`],
    expected: [`user:${uid('z-peer03')}`, `group:${uid('q-group02')}`, `user:${uid('a-peer01')}`],
    seen: [`group:${uid('q-group02')}`, `user:${uid('z-peer03')}`, `user:${uid('a-peer01')}`],
  },
  reproduced: { times: 3, of: 3 },
  shrunk: true,
  case: scene,
};

const lostMessages: Counterexample = {
  summary: `${uid('a-peer01')} has lost 2 of 4 messages`,
  story: [create('f-me'), create('a-peer01'), send('a-peer01', 'f-me', 'one'), reset, look('a-peer01')],
  comparison: {
    of: 'messages',
    subject: `${uid('a-peer01')} reads user:${uid('f-me')}`,
    before: ['one', 'two', 'three', 'four'],
    expected: ['one', 'two', 'three', 'four'],
    seen: ['three', 'four'],
  },
  reproduced: { times: 2, of: 10 },
  shrunk: false,
  case: scene,
};

const wrongAnswer: Counterexample = {
  summary: 'expected data.success: true, got data.success: "true"',
  story: [
    create('f-me'),
    create('a-peer01'),
    { ...reset, answer: '200 {"data":{"success":"true","message":"<b>done</b>\u001b[2J"}}' },
  ],
  comparison: {
    of: 'answer',
    subject: `the group reset by ${uid('f-me')}`,
    expected: 'data.success: true',
    seen: 'data.success: "true" & \u0007<script>alert(1)</script> ]]> | `x`',
  },
  reproduced: { times: 3, of: 3 },
  shrunk: true,
  case: scene,
};

/** Many rows, ids too long for three columns, one row lost and another one doubled. */
const longList: Counterexample = {
  summary: `group:${uid('x-row40')} is gone`,
  story: [
    ...Array.from(
      { length: 60 },
      (_, index): StoryStep => ({ ...create(`x-row${index}`), what: `create user ${index + 1}` }),
    ),
    reset,
    { phase: 'look', what: 'waits until everything is quiet', curl: '', answer: '' },
  ],
  comparison: {
    of: 'list',
    subject: `the conversation list of ${uid('f-me')}, which is a bystander of everything that has happened here`,
    before: longRows(),
    expected: longRows(),
    freely: longRows()[70] ?? '',
    seen: [
      longRows()[110] ?? '',
      ...longRows().filter((_row, index) => index !== 40 && index !== 70),
      longRows()[70] ?? '',
    ],
  },
  reproduced: { times: 1, of: 20 },
  shrunk: false,
  case: { ...scene, names: 'infix' },
};

function longRows(): readonly string[] {
  return Array.from(
    { length: 120 },
    (_, index) => `group:${uid(`x-row${index}_user_${ids}a-long-name-that-fills-a-line`)}`,
  );
}

/** Two resets at once, after which messages are left that should be gone. */
const sentTogether: Counterexample = {
  summary: `${uid('f-me')} reads user:${uid('a-peer01')}: 2 of the permanently deleted messages can be read`,
  story: [
    create('f-me'),
    create('a-peer01'),
    send('a-peer01', 'f-me', 'one'),
    { ...reset, what: `${uid('f-me')} resets an earlier one` },
    { ...reset, what: `${uid('f-me')} resets another one` },
    { ...reset, together: 1 },
    { ...reset, what: `${uid('f-me')} resets yet another one`, together: 1 },
    { ...send('f-me', 'a-peer01', 'two'), together: 1 },
    { ...reset, what: `${uid('a-peer01')} resets it too`, curl: reset.curl.replace('$API', '$WRONG_API'), together: 1 },
  ],
  comparison: {
    of: 'messages',
    subject: `${uid('f-me')} reads user:${uid('a-peer01')}`,
    before: ['one', 'two'],
    expected: [],
    seen: ['one', 'two'],
  },
  reproduced: { times: 3, of: 3 },
  shrunk: true,
  case: scene,
};

type Outcome = Partial<RequirementResult> & Pick<RequirementResult, 'outcome'>;

const results = (special: Readonly<Partial<Record<RequirementId, Outcome>>>): readonly RequirementResult[] =>
  requirements.map((requirement, index) => ({
    ...requirement,
    outcome: 'pass',
    exercised: 20 + ((index * 37) % 300),
    ...special[requirement.id],
  }));

const base: Report = {
  schemaVersion: 1,
  verdict: 'conforms',
  target: 'http://127.0.0.1:4010/v3',
  seed: 42,
  budget: 'default',
  requests: 5120,
  durationMs: 4321,
  observedResets: 412,
  requirements: results({}),
  behaviour: {
    addressing: ['path-actor', 'path-peer'],
    withoutPreserveOrder: 'removed',
    messagesAfterReset: 'hidden',
    deleteMessagesPermanentlyOmitted: 'as-false',
    permanentDeletion: 'other',
    wrongType: 'rejected',
    statuses: { missingApiKey: 401, wrongApiKey: 401, unknownActor: 404, malformedBody: 400, unknownRoute: 404 },
  },
  behaviourUnknown: [],
  evidence: {
    addressing: 'path-actor and path-peer were confirmed and took effect, path-peer-echo was refused with 400',
    withoutPreserveOrder: 'after a reset the row was gone from a list of 4',
  },
  notes: [],
};

const replay = { replayed: true, observedResets: 0, notes: ['Only the violations of r.json were repeated.'] } as const;

export const sampleReports = {
  conforms: base,
  violates: {
    ...base,
    verdict: 'violates',
    requirements: results({
      'group-order-kept': { outcome: 'fail', counterexample: movedRow },
      'false-deletes-none-for-others': { outcome: 'fail', counterexample: lostMessages },
      'success-true': { outcome: 'fail', counterexample: wrongAnswer },
      'nothing-doubled-or-lost': { outcome: 'fail', counterexample: longList },
    }),
    behaviourUnknown: ['nonMember', 'identifierCase'],
    notes: [
      'Groups differ from users: after a group reset the row was kept.',
      'Could not be removed: cr7x9k2a-3-k-hall <b>',
    ],
  },
  notApplicable: {
    ...base,
    requirements: results({
      'user-order-kept': {
        outcome: 'not-applicable',
        exercised: 0,
        because: 'withoutPreserveOrder is kept: no difference shows',
      },
    }),
  },
  incomplete: {
    ...base,
    verdict: 'incomplete',
    reason: 'stopped by SIGINT',
    requirements: results({
      'look-alikes-apart': {
        outcome: 'not-exercised',
        exercised: 3,
        because: 'exercised 3 times; at least 20 are needed',
      },
    }),
  },
  notRun: {
    ...base,
    verdict: 'not-run',
    reason: 'http://127.0.0.1:4010/v3 could not be reached: connect ECONNREFUSED 127.0.0.1:4010',
    requests: 1,
    observedResets: 0,
    requirements: [],
    behaviour: {},
    evidence: {},
  },
  together: {
    ...base,
    verdict: 'violates',
    requirements: results({ 'quiet-after-concurrency': { outcome: 'fail', counterexample: sentTogether } }),
  },
  replayed: {
    ...base,
    ...replay,
    verdict: 'violates',
    requirements: results({
      'group-order-kept': { outcome: 'fail', exercised: 3, counterexample: movedRow },
      'success-true': { outcome: 'pass', exercised: 3 },
      framing: { outcome: 'not-exercised', exercised: 0, because: 'the target went silent while it was repeated' },
    }).filter(({ id }) => ['group-order-kept', 'success-true', 'framing'].includes(id)),
  },
  noneCameBack: {
    ...base,
    ...replay,
    requirements: results({
      'success-true': { outcome: 'pass', exercised: 3 },
      framing: { outcome: 'pass', exercised: 3 },
    }).filter(({ id }) => ['success-true', 'framing'].includes(id)),
  },
  knownFailures: {
    ...base,
    requirements: results({
      'group-order-kept': { outcome: 'fail', counterexample: movedRow, known: 'CHAT-17: fixed in the next release' },
    }),
  },
} as const satisfies Readonly<Record<string, Report>>;
