import type { Addressing, Behaviour } from '../../core/index.ts';
import { resetRequest } from '../cases/reset-request.ts';
import type { FoundBehaviour } from '../report.ts';
import { sayAnswer } from '../target/answer.ts';
import type { WireRequest } from '../target/http-client.ts';
import type { Target } from '../target/target.ts';
import type { FoundEffect, FoundEffects } from './effects.ts';
import {
  type Age,
  type Conclusion,
  callOf,
  type Observation,
  observe,
  observeFirmly,
  openProbe,
  rowAt,
  without,
} from './probe.ts';

/** The axes of the request body, each with the answer that it rests on. */
export interface FoundBody {
  readonly wrongType: Conclusion<Behaviour['wrongType']>;
  readonly unknownField: Conclusion<Behaviour['unknownField']>;
  readonly emptyBody: Conclusion<Behaviour['emptyBody']>;
  readonly missingContentType: Conclusion<Behaviour['missingContentType']>;
  readonly malformedBody: Observation;
  readonly seen: Readonly<
    Record<'wrongType' | 'unknownField' | 'emptyBody' | 'missingContentType', Observation | undefined>
  >;
}

export async function findBody(
  target: Target,
  forms: readonly Addressing[],
  effects: () => Promise<FoundEffects>,
  omitted: () => Promise<FoundBehaviour['deleteMessagesPermanentlyOmitted']>,
): Promise<FoundBody> {
  const [form] = forms;
  const [typed, unknown, empty, untyped, malformed] = await Promise.all([
    form === undefined ? undefined : wrongTypes(target, form),
    form === undefined ? undefined : onUser(target, 'bu', form, (body) => ({ ...body, colour: 'red' })),
    onGroup(target, 'be', ({ body: _body, ...request }) => request),
    onGroup(target, 'bc', (request) => without(request, 'Content-Type')),
    onGroup(target, 'bm', (request) => ({ ...request, body: '{"preserveOrder": tru' })),
  ]);
  const found = await effects();
  const usual: Usual = {
    temporary: form && found[`${form} free temporary`],
    permanent: form && found[`${form} free permanent`],
  };
  const { place, texts } = usual.temporary ?? {};
  const mayTie = place === 'first' || place === 'last' || place === 'other';
  const age = mayTie ? 'paced' : texts === 'other' ? 'aged' : 'young';
  const settled = age !== 'young' && form !== undefined ? await wrongTypes(target, form, age) : typed;
  return {
    wrongType: settled === undefined ? untold : concludeTypes(settled, usual, await omitted()),
    unknownField: unknown === undefined ? untold : accepting(unknown, 'ignored'),
    emptyBody: accepting(empty, 'accepted'),
    missingContentType: concludeUntyped(untyped, found),
    malformedBody: malformed,
    seen: {
      wrongType: typed?.find(({ seen }) => seen.answer === 'refused')?.seen ?? typed?.[0]?.seen,
      unknownField: unknown,
      emptyBody: empty,
      missingContentType: untyped,
    },
  };
}

const untold: Conclusion<never> = { value: undefined, evidence: 'no form of addressing is accepted' };

function accepting<Accepted extends string>(
  { answer, reply }: Observation,
  accepted: Accepted,
): Conclusion<Accepted | 'rejected'> {
  const evidence = sayAnswer(reply);
  return { value: answer === 'confirmed' ? accepted : answer === 'refused' ? 'rejected' : undefined, evidence };
}

/** A body without its header may be accepted without being read: that is neither value. */
function concludeUntyped(seen: Observation, found: FoundEffects): Conclusion<'accepted' | 'rejected'> {
  const conclusion = accepting(seen, 'accepted');
  const kept = found['group preserved temporary']?.place;
  const read = seen.place === kept || found['group free temporary']?.place === kept;
  return conclusion.value === 'accepted' && !read
    ? { value: 'other', evidence: 'accepted, but the body was not read' }
    : conclusion;
}

/** What resets without preserveOrder do, in the form in which these are said. */
type Usual = Readonly<Record<'temporary' | 'permanent', FoundEffect | undefined>>;

interface TypedTry {
  readonly field: 'preserveOrder' | 'deleteMessagesPermanently';
  readonly text: 'true' | 'false';
  readonly seen: Observation;
}

const tries = [
  ['deleteMessagesPermanently', 'true'],
  ['deleteMessagesPermanently', 'false'],
  ['preserveOrder', 'true'],
  ['preserveOrder', 'false'],
] as const;

const wrongTypes = (target: Target, form: Addressing, age: Age = 'young'): Promise<readonly TypedTry[]> =>
  Promise.all(
    tries.map(async ([field, text], index) => ({
      field,
      text,
      seen: await onUser(target, `bt${age.charAt(0)}${index}`, form, (body) => ({ ...body, [field]: text }), age),
    })),
  );

/** The two flags as text: refused, obeyed, or taken as left out. */
function concludeTypes(
  typed: readonly TypedTry[],
  usual: Usual,
  omitted: FoundBehaviour['deleteMessagesPermanentlyOmitted'],
): Conclusion<Behaviour['wrongType']> {
  const evidence = typed.map(({ field, text, seen }) => `${field} "${text}": ${sayAnswer(seen.reply)}`).join('; ');
  if (typed.some(({ seen }) => seen.answer === 'indeterminate')) return { value: undefined, evidence };
  const refused = typed.filter(({ seen }) => seen.answer === 'refused').length;
  if (refused > 0) return { value: refused === typed.length ? 'rejected' : 'other', evidence };

  const all = typed.map((one) => readingsOf(one, usual, omitted));
  if (all.some(({ coerced, ignored }) => !coerced && !ignored)) return { value: 'other', evidence };
  const readings = all.filter(({ coerced, ignored }) => coerced !== ignored);
  if (readings.length === 0) return { value: undefined, evidence };
  if (readings.every(({ coerced }) => coerced)) return { value: 'coerced', evidence };
  return { value: readings.every(({ ignored }) => ignored) ? 'ignored' : 'other', evidence };
}

/** Which readings of the text agree with what was seen; both do where they come to the same. */
function readingsOf(
  { field, text, seen }: TypedTry,
  { temporary, permanent }: Usual,
  omitted: FoundBehaviour['deleteMessagesPermanentlyOmitted'],
) {
  if (field === 'preserveOrder') {
    const kept = seen.place === 'kept';
    const freed = temporary === undefined || seen.place === temporary.place;
    return { coerced: text === 'true' ? kept : freed, ignored: freed };
  }
  const looksLike = (usual: typeof temporary) =>
    usual === undefined || (usual.othersTexts === seen.othersTexts && usual.agedTexts === seen.texts);
  return {
    coerced: looksLike(text === 'true' ? permanent : temporary),
    ignored: looksLike(omitted === 'as-true' ? permanent : temporary),
  };
}

function onUser(
  target: Target,
  name: string,
  form: Addressing,
  change: (body: Record<string, unknown>) => Record<string, unknown>,
  age: Age = 'young',
): Promise<Observation> {
  return observeFirmly(async (suffix) => {
    const probe = await openProbe(target, name + suffix, ['user', 'user', 'user'], { ids: name.length, age });
    const row = await rowAt(probe, 1);
    const request = resetRequest(callOf(probe, row.peer, form), target.apiKey);
    return observe(probe, row, { ...request, body: JSON.stringify(change(JSON.parse(request.body ?? '{}'))) });
  });
}

function onGroup(target: Target, name: string, change: (request: WireRequest) => WireRequest): Promise<Observation> {
  return observeFirmly(async (suffix) => {
    const probe = await openProbe(target, name + suffix, ['group', 'group', 'group'], { ids: name.length });
    const row = await rowAt(probe, 1);
    return observe(probe, row, change(resetRequest(callOf(probe, row.peer, 'path-actor', 'true'), target.apiKey)));
  });
}
