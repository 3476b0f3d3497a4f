import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import { extentText, observedText, quantileText } from './format.ts';
import type { LoadTable } from './load-table.ts';

/** One figure that people quote, and what other tools call the same, or nearly the same. */
type Quoted = {
  readonly name: string;
  readonly value: string;
  readonly vllm?: string;
  readonly aiperf?: string;
  readonly differs?: string;
};

/**
 * Throughput and times in the words and order of `vllm bench serve` (vllm/benchmarks/serve.py), with the names of AIPerf
 * (its metrics reference) beside them, so that nobody holds two figures against each other that are not the same.
 */
export function throughputTable(load: Load): LoadTable {
  return {
    title: 'Throughput',
    lead: 'The quantities of vllm bench serve, in its order, with the names that it and AIPerf use, and how ours differ.',
    head: ['', 'value', 'vLLM bench', 'AIPerf', 'differs in'],
    rows: load.output === undefined ? [] : quotedOf(load).map(cellsOf),
  };
}

function cellsOf({ name, value, vllm = '–', aiperf = '–', differs = 'nothing' }: Quoted): readonly string[] {
  return [name, value, vllm, aiperf, vllm === '–' && aiperf === '–' && differs === 'nothing' ? '–' : differs];
}

function quotedOf(load: Load): readonly Quoted[] {
  return [...requestsOf(load), ...outputOf(load), ...spokenOf(load), ...timesOf(load)];
}

function requestsOf({ counts, output, goodput }: Load): readonly Quoted[] {
  return [
    {
      name: 'Answered requests',
      value: String(counts.ok),
      vllm: 'Successful requests',
      aiperf: 'Request Count',
      differs: 'without the warm-up; wrong answers are failures here',
    },
    {
      name: 'Failed requests',
      value: String(counts.failed),
      vllm: 'Failed requests',
      aiperf: 'Error Request Count',
      differs: 'wrong answers are among them',
    },
    {
      name: 'Measured time, s',
      value: observedText((output?.overMs ?? 0) / 1000),
      vllm: 'Benchmark duration (s)',
      aiperf: 'Benchmark Duration',
      differs: 'the time in which requests were due; there until the last answer',
    },
    {
      name: 'Requests/s',
      value: observedText(output?.answersPerS),
      vllm: 'Request throughput (req/s)',
      aiperf: 'Request Throughput',
      differs: 'answers that ended in the measured time, whenever they were sent',
    },
    ...(goodput === undefined
      ? []
      : [
          {
            name: 'Goodput, requests/s',
            value:
              goodput.atMost === undefined
                ? observedText(goodput.perS)
                : perSBetween(goodput.perS, goodput.atMost.perS),
            vllm: 'Request goodput (req/s)',
            aiperf: 'Goodput',
            differs: 'every bound of the SLO counts, from the intended start',
          },
        ]),
  ];
}

function perSBetween(low: number, high: number): string {
  return `${observedText(low)} to ${observedText(high)}`;
}

function outputOf({ output, events }: Load): readonly Quoted[] {
  if (events.count === 0) return [];
  return [
    {
      name: 'Tokens/s',
      value: 'not reported',
      vllm: 'Output token throughput (tok/s)',
      aiperf: 'Output Token Throughput',
      differs: 'the document has no field for them, and a tokenizer of assay would count differently',
    },
    { name: 'Events/s', value: observedText(output?.eventsPerS), differs: 'tokens only where each event carries one' },
    ...(output?.contentCharsPerS === undefined
      ? []
      : [
          {
            name: 'Characters of replies/s',
            value: observedText(output.contentCharsPerS),
            differs: 'no tokenizer is needed',
          },
        ]),
  ];
}

function spokenOf({ speech }: Load): readonly Quoted[] {
  if (speech === undefined) return [];
  const { realTimeFactor, audioSecondsPerS } = speech;
  return [
    {
      name: 'Seconds of audio per second',
      value: observedText(audioSecondsPerS),
      vllm: 'RTFx (Inverse Real-Time Factor)',
      differs: 'audio that was made; there it is audio that was sent in',
    },
    {
      name: 'Real-time factor, median',
      value: factorText(realTimeFactor),
      aiperf: 'Inverse Real-Time Factor (RTFx)',
      differs: 'audio that was made; there the inverse, of audio that was sent in',
    },
  ];
}

/** `0.000303: 3,300 × real time`; what is slower than speech is `1.25: 0.8 × real time`. */
export function factorText(factor: Distribution, name: 'p50' | 'p95' = 'p50'): string {
  const value = factor[name];
  if (value === undefined) return quantileText(factor, name);
  return value === 0 ? '0' : `${observedText(value)}: ${timesRealTime(value)}`;
}

function timesRealTime(factor: number): string {
  return `${Number((1 / factor).toPrecision(2)).toLocaleString('en-US')} × real time`;
}

function timesOf({ serviceTtftMs, gapMs, e2eMs, operations }: Load): readonly Quoted[] {
  // They are told apart elsewhere: a chat takes longer than a list of voices.
  const together = Object.keys(operations ?? {}).length > 1 ? 'all operations together; ' : '';
  return [
    ...timeRows(
      'TTFT from sending',
      'TTFT',
      'Time to First Token',
      serviceTtftMs,
      'elsewhere in this report TTFT counts from the intended start',
    ),
    ...timeRows(
      'Gap between events',
      'ITL',
      'Inter Chunk Latency',
      gapMs,
      'between events with text, of which one may carry several tokens',
    ),
    ...timeRows(
      'E2E latency',
      'E2EL',
      'Request Latency',
      e2eMs,
      `${together}from the intended start; there from sending`,
    ),
  ];
}

function timeRows(name: string, vllm: string, aiperf: string, times: Distribution, differs: string): readonly Quoted[] {
  if (times.n === 0) return [];
  const rows = [
    ['mean', 'Mean', 'avg', extentText(times, 'mean')],
    ['median', 'Median', 'p50', quantileText(times, 'p50')],
    ['p99', 'P99', 'p99', quantileText(times, 'p99')],
  ] as const;
  return rows.map(([statistic, ofVllm, ofAiperf, value]) => ({
    name: `${name}, ${statistic}, ms`,
    value,
    vllm: `${ofVllm} ${vllm} (ms)`,
    aiperf: `${aiperf}, ${ofAiperf}`,
    differs,
  }));
}
