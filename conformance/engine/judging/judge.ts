import type { JudgedOutcomes } from '../../model/probe.ts';
import type { Check, PositiveControl, Expectation, Judgement, Mismatch, Exchanges } from '../../model/check.ts';
import { type Exchange, maskedExchange } from '../../model/exchange.ts';
import { withIdsReplaced } from '../../model/exchange-id.ts';
import type { Reason, Verdict } from '../../model/run.ts';
import { classify, isSilent } from '../../classification/classify.ts';
import { isTemporarilyRefused } from '../../classification/transient.ts';
import type { UnsettledUse } from '../../classification/unsettled-use.ts';
import { aboutAnswer, reasonIn } from '../../model/reason.ts';
import { headOf } from '../../reading/whole-letters.ts';
import { withoutBrokenOff } from './broken-off.ts';

/** What is known of a probe that was sent: the last attempt of each call, and why the probe stopped where it did. */
export type ProbeResult = {
  readonly seen: Exchanges;
  /** Earlier attempts that the last attempt of their call does not excuse. */
  readonly unrecoverable?: Exchanges;
  /** What the calls of these exchanges judge besides; nothing for an exchange that is not in the map. */
  readonly judges?: ReadonlyMap<Exchange, JudgedOutcomes>;
  readonly stopped?: Reason;
  /**
   * Why the probe stopped where a use may have been charged: the target said "not now", it had too little time, or its
   * connection was dropped.
   */
  readonly isPutOff?: UnsettledUse['isPutOff'];
  /** The uses whose connection was dropped, where the probe stopped because of them. */
  readonly dropped?: Exchanges;
  /** Why only a part of the probe was sent. */
  readonly wholeStopped?: Reason;
  /** An exchange of another operation, sent because this probe got no whole answer. */
  readonly livenessCheck?: Exchange;
  /** A stream that was still sending at the time limit, where a whole chat with the same message fell silent. */
  readonly stillSending?: Exchange;
  /** True where the same request also got a right answer, at another time. */
  readonly isNowAndThen?: boolean;
};

export type CheckResult = {
  readonly verdict: Verdict;
  readonly mismatches: readonly Mismatch[];
  /** Ids of the exchanges that showed its control; absent where it has none, or where there is no verdict. */
  readonly controls?: readonly string[];
};

/** A check that passes because something did not happen keeps its pass only if its positive control was seen. */
export function withPositiveControl(
  judged: CheckResult,
  { shownIn, probe }: PositiveControl,
  { seen, stopped }: ProbeResult,
): CheckResult {
  if (judged.verdict.is !== 'pass') return judged;
  const shown = shownIn(seen);
  if ('by' in shown) {
    const ids = [...(judged.controls ?? []), ...shown.by.map(({ id }) => id)];
    return { ...judged, controls: [...new Set(ids)] };
  }
  const outage = stopped ?? outageIn(seen);
  if (outage !== undefined) return inconclusive(outage);
  const because = probe === undefined ? shown.because : byPlace(shown.because, seen);
  return withoutVerdict(shown.isUnspecified === true ? 'notApplicable' : 'inconclusive', { ...shown, because });
}

/**
 * Names the calls of another probe by their place in it: they are not among the finding's exchanges, so that a report
 * could not resolve their ids.
 */
function byPlace(text: string, seen: Exchanges): string {
  const ids = seen.map(({ id }) => id);
  return withIdsReplaced(text, ids, (id) => `call ${ids.indexOf(id) + 1} of its control`);
}

function outageIn(seen: Exchanges): Reason | undefined {
  return seen
    .map((exchange) => ({ exchange, classification: classify(exchange, { status402: true }) }))
    .flatMap(({ exchange, classification }) =>
      classification.is === 'outage' ? [notNow(classification, exchange)] : [],
    )[0];
}

/** The reason, for a "not now" with the exchange: another check may show what the answer means. */
function notNow(reason: Reason, exchange: Exchange): Reason {
  return isTemporarilyRefused(exchange) ? { ...reasonIn(reason), ...aboutAnswer(exchange.id) } : reasonIn(reason);
}

/**
 * The verdict on a check; pure, so that a stored run gets the same verdict. `control` is the verdict of the control, if
 * there is one.
 */
export async function judgeProbeResult(
  check: Check,
  evidence: ProbeResult,
  control: Verdict | undefined,
): Promise<CheckResult> {
  if (control?.is === 'fail') return inconclusive(controlFailed(check.control ?? ''));
  // Nothing was sent for this check: it has the reason of its control.
  if (control !== undefined && control.is !== 'pass') return { verdict: control, mismatches: [] };
  const silent: Mismatch[] = [];
  const proven: Mismatch[] = [];
  const unfinished: Mismatch[] = [];
  let slow: Reason | undefined;
  const { seen, unrecoverable = [], livenessCheck, stopped } = evidence;
  const add = (list: Mismatch[], mismatch: Mismatch, { id }: Exchange): void => {
    const isTold = list.some(({ subject, observed }) => subject === mismatch.subject && observed === mismatch.observed);
    if (!isTold) list.push(seen.length + unrecoverable.length > 1 ? { ...mismatch, exchange: id } : mismatch);
  };
  for (const exchange of [...seen, ...unrecoverable]) {
    const judges = unrecoverable.includes(exchange) ? { status402: true } : evidence.judges?.get(exchange);
    const classification = classify(exchange, judges);
    const isJudged = judges?.steadyRefusal === true && exchange.response.is === 'answer';
    if (classification.is === 'outage' && !isJudged) return inconclusive(notNow(classification, exchange));
    if (classification.is === 'noResponse')
      add(classification.isProven === true ? proven : silent, hinted(classification.mismatch, exchange), exchange);
    if (classification.is === 'unfinished') add(unfinished, classification.mismatch, exchange);
    if (classification.is === 'slow') slow ??= classification;
  }
  if (proven.length > 0) return failedResult(uniqueMismatches(proven));
  const slowness = silent.length > 0 && unfinished.length === 0 ? slownessIn(evidence) : undefined;
  if (slowness !== undefined) return inconclusive(slowness);
  if (silent.length > 0) return judgeNoResponse(uniqueMismatches([...silent, ...unfinished]), livenessCheck);
  if (unfinished.length > 0)
    return judgePart(check, evidence, 'always', judgeNoResponse(uniqueMismatches(unfinished), livenessCheck));
  if (slow !== undefined) return judgePart(check, evidence, 'whileSending', inconclusive(slow));
  if (stopped !== undefined) return inconclusive(stopped);
  const judged = await judgeExpectations(check.expect, seen);
  if (evidence.wholeStopped === undefined || judged.verdict.is !== 'pass') return judged;
  const { wholeStopped } = evidence;
  return inconclusive({
    ...wholeStopped,
    because: `only a part was sent, and that part passes: ${wholeStopped.because}`,
  });
}

/** Judges a partial answer by the expectations that can judge a part; otherwise the verdict is `rest`. */
async function judgePart(
  { expect }: Check,
  { seen, stopped }: ProbeResult,
  least: 'always' | 'whileSending',
  rest: CheckResult,
): Promise<CheckResult> {
  const able = expect.filter(({ ofPart }) => ofPart === 'always' || ofPart === least);
  const judged = await judgeExpectations(able, seen);
  if (able.length === expect.length && stopped === undefined) return judged;
  const mismatches = uniqueMismatches([...judged.mismatches, ...rest.mismatches]);
  return mismatches.length > 0 ? failedResult(mismatches) : rest;
}

/**
 * Adds that a longer time limit may help: the document sets none, and only the user knows whether the service is slow.
 */
function hinted(mismatch: Mismatch, exchange: Exchange): Mismatch {
  if (!isSilent(exchange)) return mismatch;
  return { ...mismatch, observed: `${mismatch.observed}; if it is slow, give a longer --timeout` };
}

/**
 * Why whole chats that fell silent count as slow: nothing else is missing, and a stream of the same message was still
 * sending.
 */
function slownessIn({ seen, unrecoverable = [], stillSending }: ProbeResult): Reason | undefined {
  if (stillSending === undefined) return undefined;
  const lost = [...seen, ...unrecoverable].filter(
    (exchange) => classify(exchange, { status402: true }).is === 'noResponse',
  );
  const stream = classify(stillSending);
  if (stream.is !== 'slow' || !lost.every(isSilent)) return undefined;
  return {
    because: `could not be judged: no whole reply came, and a stream of the same message was ${stream.observed}`,
  };
}

/** A missing response is a failure only where the target answers other requests; otherwise it is an outage. */
function judgeNoResponse(silent: readonly Mismatch[], livenessCheck: Exchange | undefined): CheckResult {
  if (livenessCheck !== undefined && isTargetUp(livenessCheck)) return failedResult(silent);
  return inconclusive({ because: `${silent[0]?.observed ?? 'no answer'}, and nothing else answers either` });
}

/** True where the target works: a complete answer that is neither "not now" nor a server error. */
export function isTargetUp(exchange: Exchange): boolean {
  const { response } = exchange;
  if (classify(exchange, { status402: true }).is !== 'judgeable') return false;
  return response.is === 'answer' && response.ending === 'complete' && response.status < 500;
}

async function judgeExpectations(expect: readonly Expectation[], seen: Exchanges): Promise<CheckResult> {
  const mismatches: Mismatch[] = [];
  const reasons: Extract<Judgement, { inconclusive: string }>[] = [];
  for (const expectation of expect) {
    const judgement = await judgementOf(expectation, seen);
    if ('inconclusive' in judgement) reasons.push(judgement);
    else for (const mismatch of judgement) mismatches.push(mismatch);
  }
  if (mismatches.length > 0) return failedResult(uniqueMismatches(mismatches));
  const reason = reasons.find(({ isUnspecified }) => isUnspecified !== true) ?? reasons[0];
  if (reason === undefined) return { verdict: { is: 'pass' }, mismatches: [] };
  const { inconclusive: because, about, isUnspecified } = reason;
  return withoutVerdict(isUnspecified === true ? 'notApplicable' : 'inconclusive', {
    because,
    ...(about && { about }),
  });
}

/**
 * Bounds for an answer in which everything is wrong: most mismatches, longest `observed`, and most mismatches looked
 * at.
 */
const [mostMismatches, longestObserved, mostLookedAt] = [100, 2_000, 10_000];

/** Mismatches without duplicates: two expectations may find the same one. */
export function uniqueMismatches(mismatches: readonly Mismatch[]): readonly Mismatch[] {
  const told = new Map<string, Mismatch>();
  for (const mismatch of mismatches.slice(0, mostLookedAt)) {
    if (told.size === mostMismatches) break;
    const short = shortened(mismatch);
    told.set(JSON.stringify(short), short);
  }
  return [...told.values()];
}

function shortened(mismatch: Mismatch): Mismatch {
  const { observed, kind } = mismatch;
  if (observed.length <= longestObserved) return mismatch;
  const short = (text: string): string => `${headOf(text, longestObserved)}…`;
  return {
    ...mismatch,
    observed: short(observed),
    ...(kind?.observed === undefined ? {} : { kind: { ...kind, observed: short(kind.observed) } }),
  };
}

/** A failure, with its mismatches in one line as the reason. */
export function failedResult(mismatches: readonly Mismatch[]): CheckResult {
  const because = mismatches.map(
    ({ subject, expected, observed }) => `${subject}: expected ${expected}, observed ${observed}`,
  );
  return { verdict: { is: 'fail', because: because.join('; ') }, mismatches };
}

function controlFailed(check: string): Reason {
  return { because: `its control ${check} failed, so this cannot be judged`, about: { is: 'control', check } };
}

/** A request that can never be sent to this target makes its check not applicable. */
function inconclusive(reason: Reason): CheckResult {
  return withoutVerdict(reason.about?.is === 'transport' ? 'notApplicable' : 'inconclusive', reason);
}

function withoutVerdict(is: 'inconclusive' | 'notApplicable', reason: Reason): CheckResult {
  return { verdict: { is, ...reasonIn(reason) }, mismatches: [] };
}

/**
 * The judgement on what came, in the sentences about its masked form: sentences quote answers, and would repeat a
 * secret that an answer has in pieces. Where masking adds a mismatch, that one is left out. Where it hides one, the
 * sentence on what came stays, and is masked itself before it leaves the process.
 */
export function judgementOf(
  expectation: Expectation,
  seen: Exchanges,
  run?: { readonly asCame: Exchanges; readonly asKept: () => Exchanges },
): Judgement | Promise<Judgement> {
  const asCame = expectation(seen, run?.asCame);
  const told =
    asCame instanceof Promise
      ? asCame.then((judgement) => withoutBrokenOff(judgement, seen, run?.asCame))
      : withoutBrokenOff(asCame, seen, run?.asCame);
  if (!seen.some(({ kept }) => kept !== undefined)) return told;
  return inWordsOfKept(told, expectation(seen.map(maskedExchange), run?.asKept()));
}

async function inWordsOfKept(
  asCame: Judgement | Promise<Judgement>,
  asItIsKept: Judgement | Promise<Judgement>,
): Promise<Judgement> {
  const [told, kept] = await Promise.all([asCame, asItIsKept]);
  if ('inconclusive' in told) return 'inconclusive' in kept ? { ...told, inconclusive: kept.inconclusive } : told;
  if ('inconclusive' in kept) return told;
  const byPlace = Map.groupBy(kept, placeOf);
  const mostly = Map.groupBy(told, placeOf);
  return told.map((mismatch) => {
    const place = placeOf(mismatch);
    const alike = byPlace.get(place) ?? [];
    const own = mostly.get(place) ?? [];
    const { observed = mismatch.observed } = alike.length === own.length ? (alike[own.indexOf(mismatch)] ?? {}) : {};
    return { ...mismatch, observed };
  });
}

function placeOf({ subject, expected, exchange }: Mismatch): string {
  return JSON.stringify([subject, expected, exchange]);
}
