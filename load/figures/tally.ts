import { designEffect, totalOf, type Blocks } from '../statistics/blocks.ts';
import { countRequests, type Counted, type Counting } from './counting.ts';
import { goodputRule } from '../slo/goodput.ts';
import type { Figures, Goodput, Share } from './figures.ts';
import { tallyOutput, type OutputTally } from './output.ts';
import type { Phase, Window } from '../plan/phases.ts';
import { shareInterval } from '../statistics/ranks.ts';
import { perSecond } from '../statistics/rates.ts';
import { hasToEstimate, shareBySample, type DecodingCounts } from '../statistics/shares.ts';
import { isDecoded, isWrongByDecoding, isUndecoded, mayHaveFailed, type RequestRecord } from '../records/record.ts';
import { tallyJudgedRules } from './rightness.ts';
import type { Slo } from '../slo/slo.ts';
import { tallySpeech, type SpeechTally } from './speech.ts';
import { timeRequests, type Timing, type TimingDetail } from './timing.ts';

/** All figures of a set of requests, as a fold. Tallies of the same SLO merge into the tally of all their requests. */
export type Tally = {
  /** @param isAudit the times of an audit request count in no figure, as they may be flattered */
  readonly add: (record: RequestRecord, phase: Phase, isAudit?: boolean) => void;
  /** Adds what the request of any phase produced within this stretch of the measured time. */
  readonly addOutput: (record: RequestRecord, window: Window) => void;
  readonly merge: (other: Tally) => void;
  readonly counted: () => Counted;
  readonly figures: (span: MeasuredSpan, detail?: TimingDetail) => Figures;
  readonly parts: () => TallyParts;
};

/** The time that the schedule gave to the measured requests, and the time that sending them took. */
export type MeasuredSpan = {
  readonly plannedMs: number;
  readonly sendingMs: number;
  /** The load changes at the ends of a step: requests sent after its end were sent under another load. */
  readonly isStep?: boolean;
};

type TallyParts = {
  readonly counting: Counting;
  readonly timing: Timing;
  readonly speech: SpeechTally;
  readonly judging: ReturnType<typeof tallyJudgedRules>;
  readonly output: OutputTally;
  /** Counts by block of time. */
  readonly perBlock: PerBlock;
};

/**
 * Counts of the measured requests by block of time: those answered or failed, those failed, those that may have failed,
 * those that meet the SLO and those for which this is unknown, those with complete responses and the wrong ones among
 * these. Of spoken responses: those decoded, those that only decoding shows to be wrong, those not decoded, and those
 * among the last that meet the SLO.
 */
type PerBlock = { readonly [Name in (typeof countedPerBlock)[number]]: Float64Array };

const countedPerBlock = [
  'judged',
  'failed',
  'failedAtMost',
  'perhaps',
  'good',
  'unknown',
  'whole',
  'wrong',
  'heard',
  'heardWrong',
  'unheard',
  'goodUnheard',
] as const;

/**
 * @param slo undefined where no goodput is computed
 * @param content the rule that says which events carry text of the reply
 */
export function tallyOf(slo: Slo | undefined, blocks: Blocks, content?: string): Tally {
  const [counting, timing, speech] = [countRequests(), timeRequests(blocks), tallySpeech(blocks)];
  const [judging, output] = [tallyJudgedRules(), tallyOutput()];
  const goodnessOf = slo && goodputRule(slo, content);
  const perBlock = Object.fromEntries(
    countedPerBlock.map((name) => [name, new Float64Array(blocks.count)]),
  ) as PerBlock;
  const count = (name: keyof PerBlock, block: number): void => {
    perBlock[name][block] = (perBlock[name][block] ?? 0) + 1;
  };
  return {
    add: (record, phase, isAudit = false) => {
      counting.add(record, phase);
      if (phase !== 'steady') return;
      const block = blocks.at(record.intended);
      timing.add(record, block, isAudit);
      judging.add(record);
      if (record.outcome !== 'aborted') count('judged', block);
      const [failed, perhaps] = [record.outcome !== 'aborted' && record.outcome !== 'ok', mayHaveFailed(record)];
      if (failed) count('failed', block);
      if (perhaps) count('perhaps', block);
      if (failed || perhaps) count('failedAtMost', block);
      if (record.outcome === 'ok' || record.outcome === 'wrong') count('whole', block);
      if (record.outcome === 'wrong') count('wrong', block);
      const goodness = goodnessOf?.(record) ?? 'bad';
      if (goodness !== 'bad') count(goodness, block);
      if (isDecoded(record)) count('heard', block);
      if (isWrongByDecoding(record)) count('heardWrong', block);
      if (isUndecoded(record)) count('unheard', block);
      if (isUndecoded(record) && goodness === 'good') count('goodUnheard', block);
      if (record.sent !== undefined && record.outcome === 'ok') speech.add(record, record.sent, block, isAudit);
      if (record.outcome === 'wrong') speech.addWrong(record);
    },
    addOutput: (record, window) => output.add(record, window, goodnessOf),
    merge: (other) => {
      const more = other.parts();
      counting.merge(more.counting);
      timing.merge(more.timing);
      speech.merge(more.speech);
      judging.merge(more.judging);
      output.merge(more.output);
      for (const name of countedPerBlock) {
        more.perBlock[name].forEach((each, block) => {
          perBlock[name][block] = (perBlock[name][block] ?? 0) + each;
        });
      }
    },
    counted: counting.result,
    figures: ({ plannedMs, sendingMs, isStep = false }, detail = {}) => {
      const { counts, failures, credits, creditsForAnswers, sent } = counting.result();
      const over = Math.max(plannedMs, sendingMs);
      const made = output.sums();
      const achievedPerS = isStep ? perSecond(made.sent, plannedMs) : perSecond(sent, over);
      const failed = failuresOf(perBlock, blocks);
      const undecoded = undecodedFailures(failed);
      const spoken = speech.figures(
        made,
        plannedMs,
        { percents: slo?.flatMap(rtfPercent) ?? [], ...detail },
        timing.unanswered('speech', undecoded),
      );
      return {
        counts,
        rates: { intendedPerS: perSecond(counts.measured, plannedMs), achievedPerS },
        output: output.output(plannedMs),
        failures,
        ...failed,
        ...(totalOf(perBlock.whole) > 0 && { wrongShare: wrongShareOf(perBlock, blocks) }),
        ...(Object.keys(judging.result()).length > 0 && { judged: judging.result() }),
        ...(goodnessOf && { goodput: goodputOf(perBlock, blocks, made, plannedMs) }),
        ...timing.times(slo ?? [], { ...detail, undecoded }),
        ...(spoken && { speech: spoken }),
        credits,
        creditsForAnswers,
      };
    },
    parts: () => ({ counting, timing, speech, judging, output, perBlock }),
  };
}

function rtfPercent({ quantity, statistic }: Slo[number]): readonly number[] {
  return quantity === 'rtf' && typeof statistic === 'object' ? [statistic.percent] : [];
}

type Failures = Pick<Figures, 'failureShare' | 'failuresBySample' | 'failuresAtMost'>;

/** The failures that are known, those estimated from decoded samples, and the largest possible number. */
function failuresOf(perBlock: PerBlock, blocks: Blocks): Failures {
  const share = (counts: Float64Array): Share => shareOf(counts, perBlock.judged, blocks);
  const decoding = decodingIn(perBlock);
  const seen = (): Share => share(without(perBlock.failed, perBlock.heardWrong));
  const streams = totalOf(perBlock.perhaps);
  return {
    failureShare: share(perBlock.failed),
    ...(hasToEstimate(decoding) && {
      failuresBySample: { undecoded: decoding.undecoded, ...shareBySample(seen(), decoding) },
    }),
    ...(streams > 0 && { failuresAtMost: { streams, ...share(perBlock.failedAtMost) } }),
  };
}

/** Estimated number of wrong responses beyond the known ones, according to the decoded responses. */
function undecodedFailures({ failureShare, failuresBySample }: Failures): number {
  if (failuresBySample === undefined) return 0;
  return Math.max(0, Math.round((failuresBySample.share - failureShare.share) * failureShare.n));
}

function wrongShareOf(perBlock: PerBlock, blocks: Blocks): Share {
  const { wrong, heardWrong, whole } = perBlock;
  const decoding = decodingIn(perBlock);
  if (!hasToEstimate(decoding)) return shareOf(wrong, whole, blocks);
  return shareBySample(shareOf(without(wrong, heardWrong), whole, blocks), decoding);
}

function decodingIn({ heard, heardWrong, unheard }: PerBlock): DecodingCounts {
  return { decoded: totalOf(heard), wrong: totalOf(heardWrong), undecoded: totalOf(unheard) };
}

function without(counts: Float64Array, some: Float64Array): Float64Array {
  return counts.map((count, block) => count - (some[block] ?? 0));
}

/**
 * A share with its interval. Failures come in bursts: where blocks of time differ by more than chance, the requests are
 * worth fewer independent ones.
 */
function shareOf(counts: Float64Array, of: Float64Array, blocks: Blocks): Share {
  const [count, n] = [totalOf(counts), totalOf(of)];
  if (n === 0) return { n, share: 0, interval: shareInterval(0, 0) };
  const each = [...of].map((all, block) => ({ n: all, below: counts[block] ?? 0, stratum: blocks.stratum(block) }));
  const effect = designEffect(each);
  return { n, share: count / n, interval: shareInterval(count / effect, n / effect) };
}

/**
 * The share is over the measured requests; the rate is over the responses that ended in the measured time. Where
 * decoded samples are wrong, it is unknown how many undecoded responses are good.
 */
function goodputOf(perBlock: PerBlock, blocks: Blocks, made: ReturnType<OutputTally['sums']>, overMs: number): Goodput {
  const isOpen = hasToEstimate(decodingIn(perBlock));
  const good = isOpen ? without(perBlock.good, perBlock.goodUnheard) : perBlock.good;
  const goodMade = made.good - (isOpen ? made.goodUnheard : 0);
  const [count, most] = [totalOf(good), totalOf(perBlock.good) + totalOf(perBlock.unknown)];
  const share = shareOf(good, perBlock.judged, blocks);
  const mostPerS = perSecond(made.good + made.unknown, overMs);
  return {
    count,
    perS: perSecond(goodMade, overMs),
    ...share,
    ...(most > count && { atMost: { count: most, perS: mostPerS, share: most / share.n } }),
  };
}

/**
 * A tally for each generator, step and operation. Every record is added once, and each total is merged from these
 * parts.
 */
type TallyCells = {
  /** The tally of a step and an operation of a generator, created on first use. */
  readonly at: (step: number, operation: string, generator: number) => Tally;
  readonly all: () => Tally;
  readonly step: (step: number) => Tally;
  readonly generators: (places: readonly number[]) => Tally;
  readonly operations: () => readonly (readonly [operation: string, tally: Tally])[];
  /** Counts of all requests, without their samples: cheap. */
  readonly counted: () => Counted;
  readonly list: () => readonly Cell[];
  /** The merged tally of these cells; for a single cell its own tally. */
  readonly merged: (cells: readonly Cell[]) => Tally;
};

export type Cell = {
  readonly step: number;
  readonly operation: string;
  readonly generator: number;
  readonly tally: Tally;
};

export function tallyCells(slo: Slo | undefined, blocks: Blocks, content?: string): TallyCells {
  const cells: Cell[] = [];
  const byGenerator: Cell[][] = [];
  const mergedOf = (some: readonly Cell[]): Tally => {
    const tallies = some.map(({ tally }) => tally);
    const [only] = tallies;
    if (only !== undefined && tallies.length === 1) return only;
    const sum = tallyOf(slo, blocks, content);
    tallies.forEach(sum.merge);
    return sum;
  };
  const merged = (which: (cell: Cell) => boolean): Tally => mergedOf(cells.filter(which));
  return {
    list: () => cells,
    merged: mergedOf,
    at: (step, operation, generator) => {
      // There are few cells, and the last one asked for is mostly asked for again.
      const own = (byGenerator[generator] ??= []);
      for (const cell of own) if (cell.step === step && cell.operation === operation) return cell.tally;
      const tally = tallyOf(slo, blocks, content);
      const cell = { step, operation, generator, tally };
      own.push(cell);
      cells.push(cell);
      return tally;
    },
    all: () => merged(() => true),
    step: (step) => merged((cell) => cell.step === step),
    generators: (places) => merged(({ generator }) => places.includes(generator)),
    operations: () =>
      [...new Set(cells.map(({ operation }) => operation))]
        .toSorted()
        .map((name) => [name, merged(({ operation }) => operation === name)] as const),
    counted: () => {
      const sum = countRequests();
      for (const { tally } of cells) sum.merge(tally.parts().counting);
      return sum.result();
    },
  };
}
