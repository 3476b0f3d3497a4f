import { addCosts, noCost } from '../model/costs.ts';
import type { Check, Mismatch } from '../model/check.ts';
import type { Engine } from '../engine/engine.ts';
import type { Exchange } from '../model/exchange.ts';
import { defectOf } from '../engine/judging/defect.ts';
import { judgeProbeResult, type ProbeResult } from '../engine/judging/judge.ts';
import type { Cost, Probe } from '../model/probe.ts';
import { reasonIn } from '../model/reason.ts';
import type { Reason } from '../model/run.ts';
import { costOfDrawn } from './inputs/drawn-workspace.ts';
import { keepsTheToken } from './oracles.ts';
import type { Property } from './property.ts';
import { plainSpelling, type Input, type Member, type Request } from './inputs/request.ts';
import { stepsFor } from './steps.ts';
import { subjectKind } from '../model/mismatch.ts';
import { errorCodeIn } from '../bodies/error-code.ts';

/** The verdict of one input. */
export type CaseVerdict =
  | { readonly is: 'pass'; readonly seen: readonly Exchange[] }
  | {
      readonly is: 'fail';
      readonly cause: string;
      readonly because: string;
      readonly mismatches: readonly Mismatch[];
      readonly seen: readonly Exchange[];
      /** Of several requests the one that broke the property. */
      readonly decisive: Exchange | undefined;
    }
  | (Reason & {
      readonly is: 'inconclusive';
      readonly seen: readonly Exchange[];
      /** The stack of an error of assay itself. */
      readonly defect?: string;
    });

export type Failure = Extract<CaseVerdict, { is: 'fail' }>;

/** An input and its failure. */
export type FailedInput = { readonly input: Input; readonly failure: Failure };

/** The most that an input can cost. */
export function costOf(input: Input): Cost {
  const workspace = input[0]?.workspace;
  if (workspace !== undefined) return costOfDrawn(workspace);
  return input
    .map(({ operation }): Cost => (operation === 'speech' ? { chats: 0, speeches: 1 } : { chats: 1, speeches: 0 }))
    .reduce(addCosts, noCost);
}

/** The probe of one input, under a unique `name`, which its exchanges carry. */
export function probeOf({ needs, refusals, again }: Property, input: Input, name: string): Probe {
  return {
    name,
    needs,
    costs: costOf(input),
    steps: stepsFor([input]),
    ...(again === undefined ? {} : { again }),
    ...(refusals === undefined ? {} : { refusals }),
  };
}

/** Sends an input and judges its answers; with the slow expectations only where `isWorthIt` is true of an answer. */
export async function judgeCase(
  whole: Property,
  input: Input,
  name: string,
  engine: Engine,
  isWorthIt: (exchange: Exchange) => boolean = () => true,
): Promise<CaseVerdict> {
  try {
    return await caseVerdict(whole, input, name, engine, isWorthIt);
  } catch (error) {
    return { is: 'inconclusive', ...defectOf(error), seen: [] };
  }
}

async function caseVerdict(
  whole: Property,
  input: Input,
  name: string,
  engine: Engine,
  isWorthIt: (exchange: Exchange) => boolean,
): Promise<CaseVerdict> {
  const evidence = await engine.ask(probeOf(whole, input, name));
  const { seen } = evidence;
  const property = withThorough(whole, seen.some(isWorthIt));
  const verdict = await judgeCaseEvidence(property, evidence);
  if (verdict.is !== 'fail') return verdict;
  if (isSilenceKept(property, verdict.decisive))
    return { is: 'inconclusive', because: 'without an answer there is none that could repeat the token', seen };
  const control = lengthControl(property, input, verdict.decisive);
  if (control === undefined) return verdict;
  if (control === 'late') return { is: 'inconclusive', because: 'a long text may take longer', seen: verdict.seen };
  const taken = await engine.ask(probeOf(property, control, `${name} control`));
  const isTaken = (await judgeCaseEvidence(property, taken)).is === 'pass';
  return isTaken
    ? verdict
    : { is: 'inconclusive', because: 'the document sets no maximum size (8.2)', seen: verdict.seen };
}

/** True of a property about leaks whose request got no response: that neither leaks nor proves anything. */
function isSilenceKept({ expect }: Property, decisive: Exchange | undefined): boolean {
  return expect.every((each) => each === keepsTheToken) && decisive?.response.is === 'noAnswer';
}

function withThorough(property: Property, isThorough: boolean): Property {
  const { expect, slowExpectations = [] } = property;
  return isThorough && slowExpectations.length > 0
    ? { ...property, expect: [...expect, ...slowExpectations] }
    : property;
}

/** Judges the evidence of an input. */
export async function judgeCaseEvidence(property: Property, evidence: ProbeResult): Promise<CaseVerdict> {
  const { seen } = evidence;
  const { verdict, mismatches } = await judgeProbeResult(checkOf(property), evidence, undefined);
  if (verdict.is === 'pass') return { is: 'pass', seen };
  if (verdict.is !== 'fail') return { is: 'inconclusive', ...reasonIn(verdict), seen };
  const decisive = await decisiveIn(property, seen);
  const cause = causeKeyOf(mismatches, decisive);
  return { is: 'fail', cause, because: verdict.because, mismatches, seen, decisive };
}

/** The first exchange with which the property fails, judged without those after it; else the last. */
async function decisiveIn(property: Property, seen: readonly Exchange[]): Promise<Exchange | undefined> {
  if (seen.length < 2) return seen[0];
  for (const [at, exchange] of seen.entries()) {
    for (const expectation of property.expect) {
      const judgement = await expectation(seen.slice(0, at + 1));
      if (!('inconclusive' in judgement) && judgement.length > 0) return exchange;
    }
  }
  return seen.at(-1);
}

/** A property as a check, so that the engine can judge it. */
function checkOf(property: Property): Check {
  const { id, clause, also, title, requirement, level, expect, fault } = property;
  return { id, clause, also, title, requirement, level, probe: probeOf(property, [], id), expect, fault };
}

/** Longest text, in bytes, that any service must accept; maximum sizes are not shown (8.2). */
const surelyTaken = 200;
/** The same for `instructions`, of which some services accept no more than a sentence. */
const surelyGuided = 40;

/**
 * The control of a refused long text: an even longer one of plain letters. Where that is refused too, the size may be the
 * reason. Returns 'late' where no answer came in time, as long texts take long, and undefined where no control is needed.
 */
function lengthControl(property: Property, input: Input, decisive: Exchange | undefined): Input | 'late' | undefined {
  const isShort = input.flatMap(({ members }) => members).every(isSurelyTaken);
  if (decisive === undefined) return undefined;
  const { response } = decisive;
  const isLong = decisive.request.body.length > surelyTaken;
  if (isLong && (response.is === 'noAnswer' ? response.because === 'timeout' : response.ending === 'timeout'))
    return 'late';
  if (property.kind !== 'valid' || isShort || response.is === 'noAnswer') return undefined;
  if (response.status < 400 || response.status >= 500) return undefined;
  return input.map((request): Request => ({
    ...request,
    members: request.members.map(longer),
    spelling: plainSpelling,
  }));
}

/** A plain text that is longer in bytes, code units and code points. */
function longer([name, value]: Member): Member {
  const isFree = ['message', 'text', 'instructions'].includes(name);
  return 'text' in value && isFree ? [name, { text: 'a'.repeat(lengthOf([name, value]) + 1) }] : [name, value];
}

function isSurelyTaken(member: Member): boolean {
  return lengthOf(member) <= (member[0] === 'instructions' ? surelyGuided : surelyTaken);
}

function lengthOf([, value]: Member): number {
  return 'text' in value ? Buffer.byteLength(value.text) : 0;
}

/** Answers decoded of each kind: of the same requested format, the same beginning and about the same size. */
const mostDecoded = 6;

/** A filter that is true for the first answers of each kind, so that only a few of many similar ones are decoded. */
export function firstOfKindFilter(): (exchange: Exchange) => boolean {
  const times = new Map<string, number>();
  return ({ request, response }) => {
    if (response.is !== 'answer') return false;
    const [format = ''] = /"format"[^,}]*/.exec(Buffer.from(request.body).toString('latin1')) ?? [];
    const start = Buffer.from(response.body.subarray(0, 40)).toString('latin1');
    const kind = `${format.replaceAll(/\s/g, '')} ${start.slice(0, 22)} ${Math.round(Math.log2(response.body.length + 1))}`;
    const before = times.get(kind) ?? 0;
    times.set(kind, before + 1);
    return before < mostDecoded;
  };
}

/** An error code that is a single word: a longer one, or one with blanks, may repeat the input. */
const wordLike = /^[\w.:-]{1,60}$/;

/**
 * The key that failures of one mistake share: subject and expectation of the mismatch, status and error code. It has
 * nothing of the input, and nothing that may repeat the input.
 */
export function causeKeyOf(mismatches: readonly Mismatch[], exchange: Exchange | undefined): string {
  const [first] = mismatches;
  const said = exchange === undefined ? [] : answerKindOf(exchange);
  // Without the turn of the conversation, which depends on the input.
  const subject = first === undefined ? '' : subjectKind(first);
  return [subject, first?.expected ?? '', ...said].filter((word) => word !== '').join(' | ');
}

/** The kind of an answer: status and error code, or why there was no response. */
export function answerKindOf({ response }: Exchange): readonly string[] {
  if (response.is === 'noAnswer') return [response.because];
  if (response.status < 400) return [String(response.status)];
  const code = errorCodeIn(response) ?? '';
  return [String(response.status), wordLike.test(code) ? code : ''];
}
