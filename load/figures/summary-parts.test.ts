import { describe, expect, it } from 'vitest';
import { bucketQuantile, instrumentOf, mergedInstrument } from '../evidence/instrument.ts';
import type { Load } from '../verdict/load.ts';
import { phaseOf } from '../plan/phases.ts';
import type { RequestRecord } from '../records/record.ts';
import { seriesOf, windowMsFor } from './series.ts';
import { summaryOf } from './summary.ts';
import { header, record } from '../records/records.testing.ts';

const loadOf = (scenario: string, records: readonly RequestRecord[]): Load => {
  const summary = summaryOf({ ...header, scenario });
  records.forEach(summary.add);
  return summary.load();
};

describe('phases', () => {
  const at = (scenario: string, times: readonly number[], changes = {}): readonly string[] => {
    const settings = { ...header.settings, durationMs: 10_000, warmupMs: 500, ...changes };
    return times.map((intended) => phaseOf(scenario, settings)({ intended }));
  };

  it('go by the intended time', () => {
    expect(at('stream', [0, 499.999, 500, 9_999, 10_000])).toEqual(['warmup', 'warmup', 'steady', 'steady', 'drain']);
  });

  it('begin anew with each step of a step load', () => {
    expect(at('capacity', [0, 500, 4_999, 5_000, 5_499, 5_500, 10_000], { steps: 2 })).toEqual([
      'warmup',
      'steady',
      'steady',
      'warmup',
      'warmup',
      'steady',
      'drain',
    ]);
  });

  it('leave nothing of a spike out but its start', () => {
    expect(at('spike', [499, 500, 4_000, 6_000])).toEqual(['warmup', 'steady', 'steady', 'steady']);
  });
});

it('keeps turns that come after the schedule’s end out of every figure', () => {
  const load = loadOf('conversation', [record(1), record(2), record(4), record(5)]);
  expect(load.counts).toMatchObject({ recorded: 4, measured: 2, drain: 2 });
});

it('keeps the canary out of every figure', () => {
  expect(loadOf('stream', [record(1), record(-1, { intended: 600, operation: 'canary' })]).counts.recorded).toBe(1);
});

it('tells each operation apart', () => {
  const slow = { operation: 'chat', firstContent: 1_400, end: 1_500, events: [] };
  const load = loadOf('mixed', [
    record(1, { operation: 'stream' }),
    record(2, slow),
    record(3, { operation: 'stream' }),
  ]);
  expect(load.operations?.['chat']).toMatchObject({ counts: { measured: 1 }, ttftMs: { n: 1, max: 400 } });
  expect(load.operations?.['stream']).toMatchObject({ counts: { measured: 2 }, ttftMs: { n: 2, max: 100 } });
  expect(load.ttftMs).toMatchObject({ n: 3, max: 400 });
});

it('tells how much speech was made, how fast, and what is wrong with it', () => {
  const spoken = (index: number, audioSeconds: number, changes: Partial<RequestRecord> = {}): RequestRecord =>
    record(index, { sent: index * 500, end: index * 500 + 500, chars: 100, audioSeconds, ...changes });
  const { speech } = loadOf('speech', [
    spoken(1, 5),
    spoken(2, 10, { audioFlag: 'silent' }),
    spoken(3, 5, { outcome: 'reset' }),
  ]);
  expect(speech).toMatchObject({
    answers: 2,
    measured: 2,
    audioSeconds: 15,
    audioSecondsPerS: 15,
    chars: 200,
    charsPerS: 200,
  });
  expect(speech?.realTimeFactor).toMatchObject({ n: 2, min: 0.05, max: 0.1 });
  expect(speech?.requestCharsPerS).toMatchObject({ n: 2, p50: 200 });
  expect(speech?.flags).toEqual({ silent: 1 });
});

it('counts what is wrong with the audio of wrong answers too, and nothing else of them', () => {
  const spoken = { chars: 100, audioSeconds: 5, audioFlag: 'silent' };
  const { speech } = loadOf('speech', [record(1, spoken), record(2, { ...spoken, outcome: 'wrong' })]);
  expect(speech).toMatchObject({ answers: 1, chars: 100, flags: { silent: 2 } });
});

describe('the series', () => {
  it('shows the run over time', () => {
    const slow = record(1, { end: 1_100 });
    const { series } = loadOf('stream', [record(0), slow, record(2, { outcome: 'reset' }), record(3)]);
    expect(series.windowMs).toBe(250);
    const filled = series.windows.filter(({ intended, inFlight }) => intended + inFlight > 0);
    expect(filled).toMatchObject([
      { fromMs: 0, intended: 1, sent: 1, failed: 0, inFlight: 0 },
      { fromMs: 500, intended: 1, sent: 1, failed: 0, inFlight: 0 },
      { fromMs: 750, intended: 0, sent: 0, failed: 0, inFlight: 1 },
      { fromMs: 1_000, intended: 1, sent: 1, failed: 1, inFlight: 1 },
      { fromMs: 1_500, intended: 1, sent: 1, failed: 0, inFlight: 0 },
    ]);
  });

  it('has of each window the most that were in flight in it', () => {
    // Ten for 100 ms, in the middle of a window, and one from then into the next one.
    const burst = Array.from({ length: 10 }, (_, index) =>
      record(index, { intended: 300, sent: 300, end: index === 0 ? 520 : 400 }),
    );
    const { windows } = loadOf('stream', burst).series;
    expect(windows.map(({ fromMs, inFlight, inFlightMost }) => [fromMs, inFlight, inFlightMost])).toEqual([
      [0, 0, 0],
      [250, 0, 10],
      [500, 1, 1],
    ]);
  });

  it('tells percentiles where samples suffice, of one window the same as of the whole run', () => {
    const soon = Array.from({ length: 20 }, (_, index) =>
      record(index, { intended: 1_000 + index, firstContent: 1_000 + index + 581.8 + index / 10, end: 1_900 }),
    );
    const { series, ttftMs } = loadOf('stream', soon);
    expect(series.windows.find(({ intended }) => intended > 0)).toMatchObject({ ttftP50Ms: 582.7, ttftP95Ms: 583.6 });
    expect(ttftMs).toMatchObject({ p50: 582.7, p95: 583.6 });
    expect(series.relativeError).toBe(0);
  });

  it('tells its error where a window has too many answers to keep each', () => {
    const tally = seriesOf(1_000, 'stream');
    const many = 20_000;
    for (let index = 0; index < many; index += 1) {
      const intended = index / many;
      tally.add(record(index, { intended, sent: intended, firstContent: intended + 100, end: intended + 581.8 }));
    }
    const { windows, relativeError } = tally.series();
    expect(relativeError).toBeCloseTo(1 / 256);
    expect(Math.abs((windows[0]?.e2eP50Ms ?? 0) - 581.8)).toBeLessThanOrEqual(581.8 * relativeError);
  });

  it('tells of each window what shows the instrument, and whole answers', () => {
    const { series } = loadOf(
      'stream',
      Array.from({ length: 20 }, (_, index) =>
        record(index, {
          intended: index,
          sent: index + (index === 7 ? 4.5 : 1),
          end: index + 150,
          ownDelay: index / 10,
          coalesced: 1,
          eventsDropped: 2,
          outcome: index === 0 ? 'reset' : 'ok',
        }),
      ),
    );
    const [first] = series.windows;
    expect(first).toMatchObject({ lagMaxMs: 4.5, readDelayMaxMs: 1.9, events: 100, coalesced: 20 });
    expect(first?.e2eP50Ms).toBeCloseTo(150, 0);
    // 19 are ok, and p95 needs 20.
    expect(first).not.toHaveProperty('e2eP95Ms');
  });

  it('counts the audio of the answers that are ok', () => {
    const spoken = { operation: 'speech', audioSeconds: 1.25 };
    const failed = record(2, { ...spoken, intended: 3, outcome: 'truncated' });
    const { windows } = loadOf('speech', [
      record(0, spoken),
      record(1, { ...spoken, intended: 2 }),
      failed,
      record(3),
    ]).series;
    expect(windows[0]).toMatchObject({ audioSeconds: 2.5 });
    expect(windows.at(-1)).not.toHaveProperty('audioSeconds');
  });

  it('tells whole answers of each operation apart where there are several', () => {
    const mixed = Array.from({ length: 40 }, (_, index) =>
      record(index, {
        intended: index,
        sent: index,
        operation: index % 2 === 0 ? 'stream' : 'chat',
        end: index + (index % 2 === 0 ? 1_500 : 300),
      }),
    );
    const [first] = loadOf('mixed', mixed).series.windows;
    expect(Object.keys(first?.operations ?? {})).toEqual(['chat', 'stream']);
    expect(first?.operations?.['chat']?.e2eP50Ms).toBeCloseTo(300, -1);
    expect(first?.operations?.['stream']?.e2eP95Ms).toBeCloseTo(1_500, -2);
    const [half] = loadOf(
      'mixed',
      mixed.map((each) => (each.operation === 'chat' ? { ...each, outcome: 'refused' as const } : each)),
    ).series.windows;
    expect(Object.keys(half?.operations ?? {})).toEqual(['stream']);
    const one = loadOf(
      'stream',
      Array.from({ length: 40 }, (_, index) => record(index, { intended: index })),
    );
    expect(one.series.windows[0]).not.toHaveProperty('operations');
  });

  it('has windows that a reader can count by, and no more than a chart shows', () => {
    expect([10_000, 60_000, 1_800_000].map((each) => windowMsFor(each))).toEqual([250, 1_000, 30_000]);
    expect(windowMsFor(400 * 3_600_000, 1)).toBe(7 * 3_600_000);
  });

  it('has windows with answers enough for p95, or for p50 where that would leave too few windows', () => {
    expect(windowMsFor(12_000, 15)).toBe(2_000);
    expect(windowMsFor(28_000, 12)).toBe(3_000);
    expect(windowMsFor(60_000, 200)).toBe(1_000);
    // Ten windows would have 20 each, five have them more surely.
    expect(windowMsFor(10_000, 10)).toBe(2_000);
    expect(windowMsFor(10_000, 3)).toBe(2_000);
    expect(windowMsFor(10_000, 0.5)).toBe(2_000);
    const summary = summaryOf({ ...header, settings: { ...header.settings, durationMs: 12_000, ratePerS: 15 } });
    for (let index = 0; index < 180; index += 1)
      summary.add(record(index, { intended: index * 66.6, sent: index * 66.6, end: index * 66.6 + 90 }));
    const { windows } = summary.load().series;
    expect(windows.filter(({ e2eP95Ms }) => e2eP95Ms !== undefined)).toHaveLength(6);
  });

  it('has windows with answers enough for the p95 of the commonest operation of a blend', () => {
    const windowOf = (scenario: string, mix?: string): number => {
      const settings = { ...header.settings, durationMs: 70_000, ratePerS: 15, ...(mix !== undefined && { mix }) };
      const summary = summaryOf({ ...header, scenario, settings });
      summary.add(record(0));
      return summary.load().series.windowMs;
    };
    expect(windowOf('stream')).toBe(2_000);
    // Six of ten are streams.
    expect(windowOf('soak')).toBe(5_000);
    expect(windowOf('soak', 'chat=1')).toBe(2_000);
  });
});

describe('instrument.json', () => {
  const told = {
    schema: 'assay.instrument/1',
    timestamps: 'kernel',
    histograms: {
      readDelayMs: [
        [0.1, 90],
        [0.5, 10],
      ],
      gapMs: [],
    },
    clockSteps: 0,
    cpu: { ownS: 1, systemBusyS: 2, stealS: 0, wallS: 10, cores: 2 },
    ephemeralPortFailures: 0,
    fileHandleFailures: 1,
    events: 100,
    uncertain: 3,
    reads: 80,
  } as const;

  it('is read, whatever else it holds', () => {
    expect(instrumentOf({ ...told, uncertainShare: 0.03 })).toEqual(told);
  });

  it.each([
    { schema: 'assay.instrument/2' },
    { cpu: { ownS: 1 } },
    { cpu: { cores: 2 } },
    { histograms: { readDelayMs: [[1]], gapMs: [] } },
    { events: 'many' },
  ])('is none with %j', (wrong) => {
    expect(instrumentOf({ ...told, ...wrong })).toBeUndefined();
  });

  it('is read of a system that does not tell its processors', () => {
    const silent = { ...told, cpu: { wallS: 10, cores: 2 } };
    expect(instrumentOf(silent)).toEqual(silent);
    // The other machine does not vouch for this one.
    expect(mergedInstrument([told, silent])?.cpu).toEqual(silent.cpu);
  });

  it('of segments adds up, and keeps the busiest processors', () => {
    const busy = { ...told, cpu: { ...told.cpu, systemBusyS: 15 } };
    const merged = mergedInstrument([told, busy]);
    expect(merged).toMatchObject({ events: 200, uncertain: 6, fileHandleFailures: 2, cpu: busy.cpu });
    expect(merged?.histograms.readDelayMs).toEqual([
      [0.1, 180],
      [0.5, 20],
    ]);
    expect(mergedInstrument([])).toBeUndefined();
  });

  it('gives quantiles of its histograms', () => {
    expect([0.5, 0.9, 0.99].map((q) => bucketQuantile(told.histograms.readDelayMs, q))).toEqual([0.1, 0.1, 0.5]);
    expect(bucketQuantile([], 0.5)).toBeUndefined();
  });
});
