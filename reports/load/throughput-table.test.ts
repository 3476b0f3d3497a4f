import { describe, expect, it } from 'vitest';
import type { Load } from '../../load/verdict/load.ts';
import { judgedLoad } from '../../load/verdict/judged-load.ts';
import { summaryOf } from '../../load/figures/summary.ts';
import { header, record } from '../../load/records/records.testing.ts';
import { loadHtml } from '../html/load.ts';
import { loadMarkdown } from './markdown.ts';
import { sampleLoad } from './sample-load.testing.ts';
import { factorText, throughputTable } from './throughput-table.ts';

function loadOf(slo?: string): Load {
  const settings = {
    ...header.settings,
    warmupMs: 0,
    durationMs: 20_000,
    planned: 40,
    ...(slo !== undefined && { slo }),
  };
  const summary = summaryOf({ ...header, settings });
  for (let index = 0; index < 40; index += 1) summary.add(record(index, { contentChars: 120 }));
  return judgedLoad(summary.load());
}

const valuesOf = (load: Load): ReadonlyMap<string | undefined, string | undefined> =>
  new Map(throughputTable(load).rows.map(([name, value]) => [name, value]));

describe('what people quote', () => {
  it('stands in the order of vLLM bench, and says which is which', () => {
    const { rows } = throughputTable(loadOf('ttft.p50<800ms'));
    const known = rows.map(([, , vllm]) => vllm).filter((name) => name !== '–');
    expect(known).toEqual([
      'Successful requests',
      'Failed requests',
      'Benchmark duration (s)',
      'Request throughput (req/s)',
      'Request goodput (req/s)',
      'Output token throughput (tok/s)',
      ...['TTFT', 'ITL', 'E2EL'].flatMap((name) => ['Mean', 'Median', 'P99'].map((each) => `${each} ${name} (ms)`)),
    ]);
    for (const [name, , vllm, aiperf, differs] of rows)
      expect([name, (vllm !== '–' || aiperf !== '–') && differs === '–']).toEqual([name, false]);
  });

  it('is over the measured time, and of tokens says nothing', () => {
    const values = valuesOf(loadOf());
    // 40 answers of 3 events and 120 characters in 20 s.
    expect(values.get('Requests/s')).toBe('2');
    expect(values.get('Events/s')).toBe('6');
    expect(values.get('Characters of replies/s')).toBe('240');
    expect(values.get('Tokens/s')).toBe('not reported');
    expect(values.get('TTFT from sending, median, ms')).toBe('99.0');
    expect(values.get('TTFT from sending, p99, ms')).toBe('needs 60 more');
    expect(values.has('Goodput, requests/s')).toBe(false);
  });

  it('says of a mean where it may be less', () => {
    const load = loadOf();
    const gapMs = { ...load.gapMs, n: 40, mean: 20, atLeast: { mean: 12 } };
    expect(valuesOf({ ...load, gapMs }).get('Gap between events, mean, ms')).toBe('12.0 to 20.0');
  });

  it('says of an E2E latency where it is that of several operations', () => {
    const load = loadOf();
    const { counts, rates, e2eMs, ...rest } = load;
    const differsOf = (...names: readonly string[]): string | undefined => {
      const operations = Object.fromEntries(names.map((name) => [name, { ...rest, counts, rates, e2eMs }]));
      const { rows } = throughputTable({ ...load, operations });
      return rows.find(([name]) => name === 'E2E latency, median, ms')?.at(-1);
    };
    expect(differsOf('stream', 'chat')).toBe('all operations together; from the intended start; there from sending');
    expect(differsOf('stream')).toBe('from the intended start; there from sending');
  });

  it('is on the page and in the summary, and not of a file that an older version wrote', () => {
    const load = loadOf();
    for (const text of [loadHtml(load), loadMarkdown(load)]) expect(text).toContain('Request throughput');
    expect(throughputTable(sampleLoad()).rows).toEqual([]);
  });
});

it.each([
  [0.000303, '0.000303: 3,300 × real time'],
  [0.08, '0.08: 13 × real time'],
  [1.25, '1.25: 0.8 × real time'],
])('a real-time factor of %d is told as people read it', (value, text) => {
  expect(factorText({ n: 10, p50: value, missing: {} })).toBe(text);
});
