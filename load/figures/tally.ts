import { designEffect, totalOf, type Blocks } from '../statistics/blocks.ts';
import { countRequests, type Counted, type Counting } from './counting.ts';
import { goodputRule } from '../slo/goodput.ts';
import type { Figures, Goodput, Share } from './figures.ts';
import { tallyOutput, type OutputTally } from './output.ts';
import type { Phase, Window } from '../plan/phases.ts';
import { shareInterval } from '../statistics/ranks.ts';
import { perSecond } from '../statistics/rates.ts';
import { mayHaveFailed, type RequestRecord } from '../records/record.ts';
import { tallyJudged } from './rightness.ts';
import type { Slo } from '../slo/slo.ts';
import { tallySpeech, type SpeechTally } from './speech.ts';
import { timeRequests, type Timing, type TimingDetail } from './timing.ts';

/** Everything that is told of a set of requests, as a fold. Two tallies of the same SLO merge into that of both sets. */
export type Tally = {
  /** @param isAudit its times are of no figure, as they may be flattered */
  readonly add: (record: RequestRecord, phase: Phase, isAudit?: boolean) => void;
  /** Of a record of any phase what came of it in this stretch of the measured time. */
  readonly addOutput: (record: RequestRecord, window: Window) => void;
  readonly merge: (other: Tally) => void;
  readonly counted: () => Counted;
  readonly figures: (span: Span, detail?: TimingDetail) => Figures;
  readonly parts: () => TallyParts;
};

/** The time that the schedule gave to the measured requests, and the time that sending them took. */
export type Span = {
  readonly plannedMs: number;
  readonly sendingMs: number;
  /** The load changes at its ends: what was sent behind them was sent beside another one. */
  readonly isStep?: boolean;
};

type TallyParts = {
  readonly counting: Counting;
  readonly timing: Timing;
  readonly speech: SpeechTally;
  readonly judging: ReturnType<typeof tallyJudged>;
  readonly output: OutputTally;
  /** By block of time. */
  readonly perBlock: PerBlock;
};

/**
 * Of the measured requests that were answered or failed: all, those that failed, those of which nobody knows it, those that
 * meet the SLO, and of which nobody knows it, those whose answers came whole, and of those the wrong ones.
 */
type PerBlock = { readonly [Name in (typeof countedPerBlock)[number]]: Float64Array };

const countedPerBlock = ['judged', 'failed', 'failedAtMost', 'perhaps', 'good', 'unknown', 'whole', 'wrong'] as const;

/**
 * @param slo undefined: no goodput is told
 * @param content the rule by which events carry text of the reply
 */
export function tallyOf(slo: Slo | undefined, blocks: Blocks, content?: string): Tally {
  const [counting, timing, speech] = [countRequests(), timeRequests(blocks), tallySpeech(blocks)];
  const [judging, output] = [tallyJudged(), tallyOutput()];
  const goodnessOf = slo && goodputRule(slo, content);
  const zeros = (): Float64Array => new Float64Array(blocks.count);
  const perBlock: PerBlock = {
    judged: zeros(),
    failed: zeros(),
    failedAtMost: zeros(),
    perhaps: zeros(),
    good: zeros(),
    unknown: zeros(),
    whole: zeros(),
    wrong: zeros(),
  };
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
      const spoken = speech.figures(made, plannedMs, { percents: slo?.flatMap(rtfPercent) ?? [], ...detail });
      return {
        counts,
        rates: { intendedPerS: perSecond(counts.measured, plannedMs), achievedPerS },
        output: output.output(plannedMs),
        failures,
        failureShare: shareOf(perBlock, 'failed', blocks),
        ...(totalOf(perBlock.perhaps) > 0 && {
          failuresAtMost: { streams: totalOf(perBlock.perhaps), ...shareOf(perBlock, 'failedAtMost', blocks) },
        }),
        ...(totalOf(perBlock.whole) > 0 && { wrongShare: shareOf(perBlock, 'wrong', blocks, 'whole') }),
        ...(Object.keys(judging.result()).length > 0 && { judged: judging.result() }),
        ...(goodnessOf && { goodput: goodputOf(perBlock, blocks, made, plannedMs) }),
        ...timing.times(slo ?? [], detail),
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

/** Failures come in bursts: where blocks of time differ by more than chance, the requests are worth fewer. */
function shareOf(perBlock: PerBlock, name: keyof PerBlock, blocks: Blocks, of: keyof PerBlock = 'judged'): Share {
  const [count, n] = [totalOf(perBlock[name]), totalOf(perBlock[of])];
  if (n === 0) return { n, share: 0, interval: shareInterval(0, 0) };
  const each = [...perBlock[of]].map((all, block) => ({
    n: all,
    below: perBlock[name][block] ?? 0,
    stratum: blocks.stratum(block),
  }));
  const effect = designEffect(each);
  return { n, share: count / n, interval: shareInterval(count / effect, n / effect) };
}

/** The share is that of the measured requests; the rate that of the answers which ended in the measured time. */
function goodputOf(perBlock: PerBlock, blocks: Blocks, made: ReturnType<OutputTally['sums']>, overMs: number): Goodput {
  const [count, unknown] = [totalOf(perBlock.good), totalOf(perBlock.unknown)];
  const share = shareOf(perBlock, 'good', blocks);
  const [most, mostPerS] = [count + unknown, perSecond(made.good + made.unknown, overMs)];
  return {
    count,
    perS: perSecond(made.good, overMs),
    ...share,
    ...(unknown > 0 && { atMost: { count: most, perS: mostPerS, share: most / share.n } }),
  };
}

/** A tally for each generator, step and operation: every record is added once, and each total is merged of its parts. */
type TallyCells = {
  /** The tally of one step and operation of a generator, made when it is first asked for. */
  readonly at: (step: number, operation: string, generator: number) => Tally;
  readonly all: () => Tally;
  readonly step: (step: number) => Tally;
  readonly generators: (places: readonly number[]) => Tally;
  readonly operations: () => readonly (readonly [operation: string, tally: Tally])[];
  /** Of all, without their samples: cheap. */
  readonly counted: () => Counted;
  readonly list: () => readonly Cell[];
  /** The tally of some of them; of one it is its own. */
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
      // There are few, and the last one asked for is mostly asked for again.
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
