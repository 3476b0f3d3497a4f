import type { Check, Mismatch, Exchanges, SentCase, SmallerCase } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { subjectKind, exchangeIdOf } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { nonceOf } from '../../model/nonce.ts';
import type { Probe } from '../../model/probe.ts';
import { isAlsoRight } from './intermittent.ts';
import { judgeProbeResult, type ProbeResult, type CheckResult } from './judge.ts';
import { againOf, reproductionOf } from './reproduction.ts';

/** A verdict with what it rests on. */
export type JudgedCheck = CheckResult & {
  readonly evidence: ProbeResult;
  readonly decisive?: Exchange;
  readonly defect?: string;
  readonly case?: ShownCase;
  /**
   * What was sent for the verdict in addition: the same probe at another time, where it fails now and then, or plain
   * requests beside one that is always refused.
   */
  readonly besides?: Exchanges;
};

/** Which of several cases a finding shows, counted from 1; `smaller` is shown instead of it, where there is one. */
type ShownCase = {
  readonly index: number;
  readonly of: number;
  /** The exchanges of the case. */
  readonly seen: Exchanges;
  readonly smaller: SmallerCase;
};

/** The finding of a check. A smaller case that was found comes first, and is the one that is sent again. */
export function findingOf(check: Check, decided: JudgedCheck, folder: string | undefined): Finding {
  const { verdict, mismatches, controls, evidence, defect, case: shownCase, besides = [] } = decided;
  const { seen, unrecoverable = [], livenessCheck, stillSending } = evidence;
  const smaller = shownCase !== undefined && 'seen' in shownCase.smaller ? shownCase.smaller : undefined;
  const decisive =
    smaller === undefined
      ? (decided.decisive ?? shownBy(mismatches, evidence))
      : decisiveExchange(smaller.mismatches, smaller.seen);
  const shown = [
    ...unrecoverable,
    ...seen,
    ...(livenessCheck === undefined ? [] : [livenessCheck]),
    ...(stillSending === undefined ? [] : [stillSending]),
    ...(smaller?.seen ?? []),
    ...besides,
  ];
  const reported = reportedMismatches(mismatches, [...unrecoverable, ...seen]);
  const before = smaller === undefined ? undefined : reportedMismatches(smaller.mismatches, smaller.seen);
  const shownWith = smaller === undefined ? besideOthers(evidence, decisive, mismatches) : { seen: smaller.seen };
  const isOfStatus = mismatches.length > 0 && mismatches.every((mismatch) => subjectKind(mismatch) === 'status');
  const reproduction = reproductionOf(check, decisive, shownWith, folder, isOfStatus);
  const isCurlOfFailure = verdict.is === 'fail' && reproduction.reproduceBy === 'curl';
  const again = isCurlOfFailure
    ? againOf(check, decisive, shownWith, { folder, curl: reproduction.reproduce })
    : undefined;
  return {
    check: check.id,
    clause: check.clause,
    also: check.also,
    level: check.level,
    title: check.title,
    requirement: check.requirement,
    ...(check.doneBy === undefined ? {} : { doneBy: check.doneBy }),
    verdict,
    ...reported,
    mismatches: [...(before?.mismatches ?? []), ...reported.mismatches],
    exchanges: shown.map(({ id }) => id),
    ...(controls === undefined ? {} : { controls }),
    ...reproduction,
    ...(again === undefined ? {} : { again }),
    ...(defect === undefined ? {} : { defect }),
    ...(decisive === undefined || shown.length < 2 ? {} : { reproduces: decisive.id }),
    ...(shownCase === undefined ? {} : { case: reportedCase(shownCase) }),
    ...(shownCase?.smaller.input === undefined ? {} : { input: shownCase.smaller.input }),
  };
}

/**
 * Marks the evidence as "now and then" where the same request was also answered rightly: then it shows nothing by
 * itself.
 */
function besideOthers(
  evidence: ProbeResult,
  decisive: Exchange | undefined,
  mismatches: readonly Mismatch[],
): ProbeResult {
  const wrong = new Set(mismatches.flatMap(({ exchange }) => exchange ?? []));
  if (decisive === undefined || !wrong.has(decisive.id)) return evidence;
  const right = evidence.seen.filter((each) => each !== decisive && !wrong.has(each.id));
  return isAlsoRight(decisive, right) ? { ...evidence, isNowAndThen: true } : evidence;
}

function reportedCase({ index, of, seen, smaller }: ShownCase): NonNullable<Finding['case']> {
  const how = 'because' in smaller ? { asSent: smaller.because } : { smaller: true as const };
  const shown = 'because' in smaller ? seen : smaller.seen;
  return { index, of, ...how, ...(shown.length === 1 ? {} : { exchanges: shown.map(({ id }) => id) }) };
}

function shownBy(mismatches: readonly Mismatch[], { seen, unrecoverable = [] }: ProbeResult): Exchange | undefined {
  return decisiveExchange(mismatches, [...unrecoverable, ...seen]);
}

type Gathering = { readonly seed: number; readonly gather: (probe: Probe) => Promise<ProbeResult> };

/** Which of the generated cases failed, and a smaller one that the finding shows instead, or why there is none. */
export async function caseShownOf(
  { shrinking, ...check }: Check,
  mismatches: readonly Mismatch[],
  gathered: ProbeResult,
  { seed, gather }: Gathering,
): Promise<ShownCase | undefined> {
  if (shrinking === undefined) return undefined;
  const [first] = reportedMismatches(mismatches, gathered.seen).mismatches;
  // A probe that was sent once more has a name of its own, and so inputs of its own.
  const name = gathered.seen[0]?.probe ?? check.probe.name;
  const nonce = (label: string): string => nonceOf(seed, name, label);
  const cases = shrinking.casesIn(gathered.seen, nonce);
  const at = cases.findIndex((seen) => seen.some(({ id }) => id === first?.exchange));
  const seen = cases[at];
  if (seen === undefined) return undefined;
  const sent = (evidence: ProbeResult): SentCase => ({
    seen: evidence.seen,
    judged: async () => (await judgeProbeResult(check, evidence, undefined)).mismatches,
  });
  const ask = async (probe: Probe): Promise<SentCase | undefined> => {
    const evidence = await gather(probe);
    return evidence.stopped === undefined ? sent(evidence) : undefined;
  };
  const { judges } = gathered;
  const own: ProbeResult = judges === undefined ? { seen } : { seen, judges };
  return {
    index: at + 1,
    of: cases.length,
    seen,
    smaller: await shrinking.smallestOf({ ...sent(own), index: at, nonce }, ask),
  };
}

/** The exchange that shows what is wrong: the first that a mismatch refers to, or else the last. */
export function decisiveExchange(mismatches: readonly Mismatch[], seen: Exchanges): Exchange | undefined {
  for (const mismatch of mismatches) {
    const shown = seen.find(({ id }) => id === exchangeIdOf(mismatch));
    if (shown !== undefined) return shown;
  }
  return seen.at(-1);
}

/**
 * Mismatches as a finding has them: each with the exchange that shows it, which is the one that it is about, or else
 * the last. The ledger is that of the first mismatch that has one.
 */
export function reportedMismatches(
  mismatches: readonly Mismatch[],
  seen: Exchanges,
): Pick<Finding, 'mismatches' | 'ledger'> {
  const reported = mismatches.map((judged) => {
    const { ledger: _, ...mismatch } = judged;
    const shown = mismatch.exchange === undefined ? decisiveExchange([mismatch], seen) : undefined;
    return shown === undefined ? mismatch : { ...mismatch, exchange: shown.id };
  });
  const ledger = mismatches.find((mismatch) => mismatch.ledger !== undefined)?.ledger;
  return { mismatches: reported, ...(ledger === undefined ? {} : { ledger }) };
}
