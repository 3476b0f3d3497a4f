import { describe, expect, it } from 'vitest';
import type { ShownRequest } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { loadHtml } from '../html/load.ts';
import { loadMarkdown } from './markdown.ts';
import { sampleLoad } from './sample-load.testing.ts';
import { notableLines } from './slowest.ts';
import { loadTimes } from './terminal.ts';

const plain = { colour: false, width: 80 } as const;
const backlog = { requests: 77, atStart: 5, atEnd: 31 };
const output = { overMs: 12_000, answersPerS: 4.583, eventsPerS: 50 };

/** Ten of 113 answers, the slowest of a run whose median TTFT is 120 ms. */
function slowAt(startsMs: readonly number[], ttftMs: number, parts: Partial<Load> = {}): Load {
  const slowest = startsMs.map((intended, index): ShownRequest => ({
    id: `run-${index}`,
    index,
    operation: 'stream',
    intended,
    firstContent: intended + ttftMs,
    events: [],
    eventCount: 0,
    end: intended + ttftMs + 200,
    outcome: 'ok',
  }));
  const base = sampleLoad();
  return sampleLoad({
    counts: { ...base.counts, ok: 113, measured: 113 },
    requests: { by: 'ttft', slowest, failed: [], points: [], failures: [], outcomes: [] },
    ...parts,
  });
}

const together = Array.from({ length: 10 }, (_, place) => 5_000 + 100 * place);
const apart = Array.from({ length: 10 }, (_, place) => 2_000 + 800 * place);

describe('a service whose streams are none', () => {
  it('is named, with a request as evidence', () => {
    const load = sampleLoad({ heldBack: { streams: 94, atOnce: 93, request: 'run-7' } });
    const says =
      'all events with text of 93 of 94 streams came at once, at the end: the service, or a proxy in front of it, holds the stream back (such as request run-7)';
    expect(notableLines(load)).toEqual([['Not streamed', says]]);
    expect(loadTimes(load, plain)).toContain(`? Not streamed: ${says}`);
    expect(loadMarkdown(load)).toContain('? Not streamed: all events with text of 93 of 94 streams');
    expect(loadHtml(load)).toContain('</span> Not streamed</b> all events with text of 93 of 94 streams');
  });
});

describe('a service that answers fewer than it is asked', () => {
  it('is told so on the terminal and in the summary, with what more time would show', () => {
    const load = sampleLoad({ backlog, output, rates: { intendedPerS: 6.97, achievedPerS: 6.9 } });
    const says =
      'answered 4.6/s of 7/s asked: requests queued up to the end (5 under way at the start of the measured time, 31 at its end); a longer run would show longer times';
    expect(notableLines(load)).toEqual([['Overloaded', says]]);
    expect(loadTimes(load, plain)).toContain(`? Overloaded: ${says}`);
    expect(loadMarkdown(load)).toContain('Overloaded: answered 4.6/s of 7/s asked');
  });

  it('is told nothing by an instrument that is invalid', () => {
    const validity = { is: 'invalid', reasons: [{ code: 'canary', because: 'late' }], notes: [] } as const;
    expect(
      notableLines(
        sampleLoad({ backlog, output, validity: { ...validity, reasons: [...validity.reasons], notes: [] } }),
      ),
    ).toEqual([]);
  });
});

describe('slow answers of one time', () => {
  it('are told with when that was', () => {
    expect(notableLines(slowAt(together, 900))).toEqual([
      [
        'Slow at one time',
        'the 10 slowest requests all began from 5.0 s to 5.9 s: TTFT 900.0 to 900.0 ms, with a median of 120.0 ms in the whole run',
      ],
    ]);
  });

  it('are none where they are spread over the run, hardly slower, a large part of all, or of steps', () => {
    expect(notableLines(slowAt(apart, 900))).toEqual([]);
    expect(notableLines(slowAt(together, 200))).toEqual([]);
    expect(
      notableLines(slowAt(together, 900, { counts: sampleLoad().counts, ttftMs: sampleLoad().ttftMs })),
    ).toHaveLength(1);
    const few = { ...sampleLoad().counts, ok: 30 };
    expect(notableLines(slowAt(together, 900, { counts: few }))).toEqual([]);
    const trace = { ...sampleLoad().settings, arrivals: 'trace' } as const;
    expect(notableLines(slowAt(together, 900, { settings: trace }))).toEqual([]);
  });
});

describe('a run in which answers get faster', () => {
  const part = { fromMs: 2_000, toMs: 8_000, n: 48, p50Ms: 482.1, interval: [460, 500] } as const;
  const last = { fromMs: 14_000, toMs: 20_000, n: 48, p50Ms: 101.4, interval: [98, 104] } as const;
  const settling = { of: 'ttft', first: part, last } as const;
  const medians =
    'TTFT, median: 482.1 ms (460.0 to 500.0) in the first third of the measured time, 101.4 ms (98.0 to 104.0) in the last';

  it('is advised a longer warm-up where that leaves the slow part out', () => {
    const load = slowAt(together, 900, { settling: { ...settling, settledByMs: 8_000 } });
    const told = `${medians}; raise --warmup from 2 s to 8 s, and --duration by as much`;
    expect(notableLines(load)).toEqual([['Faster over time', told]]);
    expect(loadTimes(load, plain)).toContain(`? Faster over time: ${told}`);
    expect(loadHtml(load)).toContain(`</span> Faster over time</b> ${told}`);
  });

  it('is advised a longer run where no warm-up within it would', () => {
    const says = `${medians}; it was still getting faster at the end, so that no --warmup within 20 s leaves that out: raise --duration first`;
    expect(notableLines(sampleLoad({ settling }))).toEqual([['Faster over time', says]]);
  });
});
