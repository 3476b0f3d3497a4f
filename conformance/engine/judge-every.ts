import {
  combineJudgements,
  type Check,
  type Judgement,
  type ExchangeFilter,
  type Mismatch,
  type Exchanges,
} from '../model/check.ts';
import { maskedExchange, isCompleteResponse, mayBePartial, type Exchange } from '../model/exchange.ts';
import { subjectKind, referencesOf, exchangeIdOf } from '../model/mismatch.ts';
import { once } from './memoize.ts';
import { maxHeldBytes } from '../reading/read-once.ts';
import { createLockstep, type Lockstep, type LockstepReader } from './lockstep.ts';
import { abortReasonText, isTimeUp, mayStillJudge } from './time/time-is-up.ts';
import { isEventLoopTurnOver, nextEventLoopTurn } from './time/event-loop-turn.ts';
import {
  failedResult,
  judgeProbeResult,
  uniqueMismatches,
  type ProbeResult,
  type CheckResult,
  judgementOf,
} from './judging/judge.ts';
import { intermittencyAmong, isAlsoRight, type Intermittency } from './judging/intermittent.ts';
import { ofAnySerialiser } from './judging/invalid-unicode.ts';
import { byClarity, type WrongExchange } from './judging/shows-best.ts';
import { commonTraitText } from './judging/trait.ts';

/** Most exchanges that are named for each group of like mismatches. */
const mostShown = 3;

/** `evidence` and `decisive` show the verdict. */
type JudgedEvery = CheckResult & { readonly evidence: ProbeResult; readonly decisive?: Exchange };

/** All exchanges of a run, as they came and as they are kept. */
type Run = { readonly asCame: Exchanges; readonly asKept: () => Exchanges };

type NotJudged = Extract<Judgement, { inconclusive: string }>;

/**
 * The verdict of a check of every answer, over all that a run recorded. It is pure, so that a stored run gets the same
 * verdict. `own` is what the check itself sent: it gives the reason where there is nothing to judge. Thousands of
 * answers are judged in several turns of the event loop, and no further ones once `signal` is aborted. Checks with the
 * same `pass` look at each large answer together.
 */
export async function judgeEvery(
  check: Check,
  isOfKind: ExchangeFilter,
  own: ProbeResult,
  recorded: readonly Exchange[],
  signal?: AbortSignal,
  pass: Lockstep = createLockstep(),
): Promise<JudgedEvery> {
  const wasUp = isTimeUp(signal);
  const ofKind = ofAnySerialiser(check, recorded).filter(
    (exchange) => isOfKind(exchange, recorded) && (!wasUp || isCompleteResponse(exchange)),
  );
  if (check.together === true) return judgeTogether(check, own, ofKind);
  const { wrong, judged: all, reason } = await judgedOneByOne(check, ofKind, recorded, pass.join(), signal);
  const judged = all.length;
  // A mismatch found before the time was up stands. Without one there is no verdict: the remaining answers were not
  // judged.
  if (signal?.aborted === true && !(isTimeUp(signal) && wrong.length > 0))
    return { evidence: own, ...(await judgeNothing(check, own, { inconclusive: abortReasonText(signal) })) };
  if (judged === 0) return { evidence: own, ...(await judgeNothing(check, own, reason)) };
  if (wrong.length === 0) return { evidence: own, verdict: { is: 'pass' }, mismatches: [] };
  const groups = [
    ...Map.groupBy(wrong, ({ mismatch }) => [subjectOf(mismatch), mismatch.expected, mismatch.reference].join('\n')),
  ].map(([, alike]) => alike.toSorted(byClarity(own.seen, check.besides === true)));
  const seen = new Set(groups.flatMap((alike) => alike.slice(0, mostShown).map(({ exchange }) => exchange)));
  const [decisive] = seen;
  const hows = groups.map((alike) => intermittencyAmong(new Set(alike.map(({ exchange }) => exchange)), all));
  const isNowAndThen = comesAndGoes(groups[0] ?? [], all, hows[0]);
  const before = groups.flatMap(([first]) => first?.mismatch.restsOn ?? []);
  const rested = recorded.filter((each) => before.includes(each.id) && !seen.has(each));
  return {
    evidence: { seen: [...rested, ...seen], ...(isNowAndThen ? { isNowAndThen } : {}) },
    ...(decisive === undefined ? {} : { decisive }),
    ...failedResult(groups.flatMap((alike, at) => summedUp(alike, all, ofKind, wrong, hows[at]))),
  };
}

/** True where the exchange that is shown, or others with a like request, got a right answer at another time. */
function comesAndGoes(alike: readonly WrongExchange[], all: readonly Exchange[], how?: Intermittency): boolean {
  const wrong = new Set(alike.map(({ exchange }) => exchange));
  const [shown] = wrong;
  const right = all.filter((each) => !wrong.has(each));
  return shown !== undefined && (isAlsoRight(shown, right) || (how?.().text ?? '') !== '');
}

/** The mismatches in each of these exchanges; `reason` says why the first unjudged one could not be judged. */
async function judgedOneByOne(
  check: Check,
  ofKind: readonly Exchange[],
  recorded: readonly Exchange[],
  reader: LockstepReader,
  signal: AbortSignal | undefined,
): Promise<{
  readonly wrong: readonly WrongExchange[];
  readonly judged: readonly Exchange[];
  readonly reason: NotJudged | undefined;
}> {
  const run = { asCame: recorded, asKept: once(() => recorded.map(maskedExchange)) };
  const wrong: WrongExchange[] = [];
  const judged: Exchange[] = [];
  let place = 0;
  let reason: NotJudged | undefined;
  const wasUp = isTimeUp(signal);
  try {
    for (const exchange of ofKind) {
      if (isLarge(exchange)) {
        place = recorded.indexOf(exchange, place);
        await reader.reach(place);
      }
      if (isEventLoopTurnOver()) await nextEventLoopTurn();
      if (signal?.aborted === true && !(wasUp && mayStillJudge(signal))) break;
      const judgement = await judgementOn(exchange, run, check);
      if ('inconclusive' in judgement) reason = whyNotOf(reason, judgement);
      else {
        judged.push(exchange);
        wrong.push(...uniqueMismatches(judgement).map((mismatch) => ({ exchange, mismatch })));
      }
    }
  } finally {
    reader.leave();
  }
  return { wrong, judged, reason };
}

/** Keeps the reason of an answer that may be judged another time rather than that of one that never is. */
function whyNotOf(before: NotJudged | undefined, { inconclusive, isUnspecified }: NotJudged): NotJudged {
  const isTold = before !== undefined && (before.isUnspecified !== true || isUnspecified === true);
  return isTold ? before : { inconclusive, ...(isUnspecified === true && { isUnspecified }) };
}

/** True for a body whose content is not cached for long: all checks look at it together, so that it is read once. */
function isLarge({ response }: Exchange): boolean {
  return response.is === 'answer' && response.body.length > maxHeldBytes;
}

/**
 * The verdict on a check that compares all these answers with each other; its mismatches name the exchanges they are
 * about.
 */
async function judgeTogether(check: Check, own: ProbeResult, recorded: readonly Exchange[]): Promise<JudgedEvery> {
  const judgements = await Promise.all(check.expect.map(async (expectation) => judgementOf(expectation, recorded)));
  const mismatches = combineJudgements(judgements);
  if ('inconclusive' in mismatches)
    return { evidence: own, ...(await judgeNothing(check, own, withRefusals(mismatches, own))) };
  if (mismatches.length === 0) return { evidence: own, verdict: { is: 'pass' }, mismatches: [] };
  const references = new Set(mismatches.flatMap(referencesOf));
  const seen = recorded.filter(({ id }) => references.has(id));
  const decisive = seen.find(({ id }) => mismatches[0] !== undefined && id === exchangeIdOf(mismatches[0]));
  return {
    evidence: { seen },
    ...(decisive === undefined ? {} : { decisive }),
    ...failedResult(mismatches),
  };
}

/**
 * Adds refusals of the check's own requests, such as of texts of that length, to the reason: because of them there is
 * nothing to compare.
 */
function withRefusals(why: NotJudged, { seen }: ProbeResult): NotJudged {
  const statuses = seen.flatMap(({ response }) =>
    response.is === 'answer' && response.status >= 400 && response.status < 500 ? [response.status] : [],
  );
  if (statuses.length === 0) return why;
  const which = `status ${[...new Set(statuses)].join(', ')}`;
  return {
    ...why,
    inconclusive: `${why.inconclusive}: ${statuses.length} of ${seen.length} requests for it were refused (${which})`,
  };
}

/**
 * Awaits only promises: most expectations answer at once, and to await each of thousands would take longer than to
 * judge them.
 */
async function judgementOn(exchange: Exchange, run: Run, { expect }: Check): Promise<Judgement> {
  const mismatches: Mismatch[] = [];
  let inconclusive: Judgement | undefined;
  const able =
    exchange.response.is === 'answer' && mayBePartial(exchange.response)
      ? expect.filter(({ ofPart }) => ofPart === 'always')
      : expect;
  if (able.length < expect.length) inconclusive = { inconclusive: 'the answer is incomplete' };
  for (const expectation of able) {
    const given = judgementOf(expectation, [exchange], run);
    const judgement = given instanceof Promise ? await given : given;
    if ('inconclusive' in judgement) inconclusive ??= judgement;
    else for (const mismatch of judgement) mismatches.push(mismatch);
  }
  return mismatches.length > 0 ? mismatches : (inconclusive ?? []);
}

/**
 * The subject by which mismatches are grouped: without numbers, as the number of a page or event differs from answer to
 * answer, and as `kind.subject` where the subject names what was asked for.
 */
function subjectOf(mismatch: Mismatch): string {
  return subjectKind(mismatch).replaceAll(/\d+/g, '0');
}

/** One mismatch that stands for those like it, with how many of the judged answers (`all`) have it. */
function summedUp(
  alike: readonly WrongExchange[],
  all: readonly Exchange[],
  ofKind: readonly Exchange[],
  allWrong: readonly WrongExchange[],
  intermittency: Intermittency = () => ({ text: '' }),
): readonly Mismatch[] {
  const [first] = alike;
  if (first === undefined) return [];
  const { mismatch, exchange } = first;
  const wrong = new Set(alike.map((each) => each.exchange));
  const [many, judged] = [wrong.size, all.length];
  if (judged === 1) return [{ ...mismatch, exchange: exchange.id }];
  const { observed, kind } = mismatch;
  // A trait has to hold for all answers that are wrong in the same subject, not only for this group: otherwise a
  // failure of every format, each with an observation of its own, would be reported as a failure of a single format.
  const subject = subjectOf(mismatch);
  const isOfSubject = (each: WrongExchange): boolean => subjectOf(each.mismatch) === subject;
  const ofSubject = new Set(allWrong.filter(isOfSubject).map((each) => each.exchange));
  const right = all.filter((each) => !ofSubject.has(each));
  const goes = intermittency().text;
  const trait = commonTraitText([...ofSubject], right, ofKind, { of: many, comesAndGoes: goes !== '' });
  const how = trait === '' ? goes : '';
  const count = `${many} of ${judged} answers${trait}`;
  return [
    {
      ...mismatch,
      observed: `${observed} (${count}, such as ${exchange.id}${how})`,
      exchange: exchange.id,
      answers: { wrong: many, judged, ...(how !== '' && { comesAndGoes: true as const }), which: count + how },
      kind: { observed, ...kind },
    },
  ];
}

const noAnswer: NotJudged = {
  inconclusive: 'this run got no answer of this kind',
  about: { is: 'missing', what: 'answer', name: 'answer of this kind' },
};

/**
 * The verdict where no answer was judged: inconclusive, for the reason that the check's own probe met, such as an
 * outage.
 */
async function judgeNothing(check: Check, own: ProbeResult, why: NotJudged = noAnswer): Promise<CheckResult> {
  const judged = await judgeProbeResult({ ...check, expect: [() => why] }, own, undefined);
  if (judged.verdict.is !== 'fail') return judged;
  // Silence is failed by the checks about such requests, not by this one.
  return { verdict: { is: 'inconclusive', because: judged.verdict.because }, mismatches: [] };
}
