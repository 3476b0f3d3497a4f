import { boundOf } from '../../../load/slo/bound-of.testing.ts';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { summaryOf } from '../../../load/figures/summary.ts';
import { header, record } from '../../../load/records/records.testing.ts';
import { judgedLoad } from '../../../load/verdict/judged-load.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { loadHtml } from '../load.ts';
import { observedText } from '../../load/format.ts';
import { boundLines, histogramOf, curvePoints } from './histogram.ts';

/** What is asked of a parsed element. */
type Element = {
  readonly textContent: string;
  readonly querySelectorAll: (selector: string) => Iterable<Element>;
  readonly getAttribute: (name: string) => string | null;
};

/** A run whose requests have these times to first token, one after the other, none in the warm-up. */
function runOf(ttfts: readonly number[], slo?: string): Load {
  const settings = { ...header.settings, warmupMs: 0, durationMs: 500 * ttfts.length, planned: ttfts.length };
  const summary = summaryOf({ ...header, settings: { ...settings, ...(slo !== undefined && { slo }) } });
  ttfts.forEach((ttft, index) => {
    const first = index * 500 + ttft;
    const times = { firstEvent: first, firstContent: first, events: [first, first + 20], end: first + 30 };
    summary.add(record(index, times));
  });
  return judgedLoad(summary.load());
}

/** The chart of the time to first token: its picture, and what is written beside it. */
function chartIn(load: Load): { readonly svg: Element; readonly label: string; readonly text: string } {
  const { document } = parseHTML(loadHtml(load));
  const figure = [...document.querySelectorAll('figure')].find(
    (each) => each.querySelector('b')?.textContent === 'Time to first token',
  );
  const plot = figure?.querySelector('.plot');
  const svg = plot?.querySelector('svg');
  if (!svg) throw new Error('no chart of the time to first token');
  return { svg, label: plot?.getAttribute('aria-label') ?? '', text: figure?.textContent ?? '' };
}

/** What the bars are tall, in percent, as their own axis on the left says. */
function barsByTheirAxis(svg: Element): readonly number[] {
  const axis = [...svg.querySelectorAll('g')].find(
    (group) => group.getAttribute('fill') === 'var(--line-1)' && group.textContent.endsWith(' %'),
  );
  const ticks = [...(axis?.querySelectorAll('text') ?? [])].map((tick) => ({
    percent: Number(tick.textContent.replace(' %', '')),
    y: Number(/translate\([\d.]+,([\d.]+)\)/.exec(tick.getAttribute('transform') ?? '')?.[1]),
  }));
  const [zero, most] = [ticks[0], ticks.at(-1)];
  if (zero === undefined || most === undefined) throw new Error('the bars have no axis');
  return heights(svg).map((height) => (height / (zero.y - most.y)) * most.percent);
}

const heights = (svg: Element): readonly number[] => {
  const bars = [...svg.querySelectorAll('g')].find((group) => group.getAttribute('fill-opacity') === '0.45');
  return [...(bars?.querySelectorAll('rect') ?? [])].map((bar) => Number(bar.getAttribute('height')));
};

const ttfts = fc.array(fc.integer({ min: 1000, max: 400_000 }), { minLength: 20, maxLength: 60 });

describe('the histogram of a quantity', () => {
  it('has bars whose own axis says the share of the requests with that time', () => {
    fc.assert(
      fc.property(ttfts, (micros) => {
        const times = micros.map((each) => each / 1000);
        const load = runOf(times);
        const { from = 0, width = 1, counts = [] } = load.ttftMs.bins ?? {};
        const naive = counts.map((_, place) => {
          const [start, end] = [place, place + 1].map((at) => Number((from + at * width).toPrecision(12)));
          return times.filter((time) => time >= (start ?? 0) && time < (end ?? 0)).length;
        });
        const drawn = barsByTheirAxis(chartIn(load).svg);
        expect(drawn).toHaveLength(naive.length);
        // Bars are inset by a part of a pixel.
        naive.forEach((count, place) => {
          expect(Math.abs((drawn[place] ?? 0) - (count / times.length) * 100)).toBeLessThan(0.7);
        });
      }),
      { numRuns: 25 },
    );
  });

  it('names p50, p95 and p99 with their intervals, as far as the samples show them', () => {
    const load = runOf(Array.from({ length: 60 }, (_, place) => 100 + place));
    const { label, text, svg } = chartIn(load);
    expect(label).toMatch(
      /histogram and cumulative share of 60 samples: p50 129\.0 \(\d+\.\d to \d+\.\d\), p95 156\.0/,
    );
    expect(label).not.toContain('p99');
    expect(text).toContain('The bars begin at 100.0, not at 0.');
    expect([...svg.querySelectorAll('text')].map(({ textContent }) => textContent)).toContain('p95');
  });

  it('shows the bound of the SLO where it is near, and says where it is not', () => {
    const times = Array.from({ length: 60 }, (_, place) => 100 + place);
    const near = chartIn(runOf(times, 'ttft.p95<150ms'));
    expect(near.svg.textContent).toContain('SLO ttft.p95<150ms');
    const far = chartIn(runOf(times, 'ttft.p95<9s'));
    expect(far.svg.textContent).not.toContain('SLO');
    expect(far.text).toContain('SLO ttft.p95<9000ms is beyond the right edge.');
  });

  it('says of which mark each axis is', () => {
    const { text } = chartIn(runOf(Array.from({ length: 60 }, (_, place) => 100 + place)));
    expect(text.replaceAll(/\s+/g, ' ')).toContain('each bar (left axis) all up to it (right axis)');
  });

  it('puts no name on another where percentiles and the bound lie close together', () => {
    const { svg } = chartIn(
      runOf([...Array.from({ length: 1100 }, (_, place) => 100 + place / 11), 205], 'ttft.p95<201ms'),
    );
    const rows = [...svg.querySelectorAll('text')].flatMap((each) =>
      /^(p\d+|SLO.*)$/.test(each.textContent) ? [each.getAttribute('transform')?.replace(/.*,/, '')] : [],
    );
    // p50 is far from the others, and stands in the row of p95.
    expect(rows).toHaveLength(4);
    expect(new Set(rows).size).toBe(3);
  });

  it('has a line up to all samples, dashed where it has no band', () => {
    const { svg, text } = chartIn(runOf(Array.from({ length: 60 }, (_, place) => 100 + place)));
    const lines = [...svg.querySelectorAll('g[stroke="var(--line-2)"][fill=none]')].flatMap((each) => [
      ...each.querySelectorAll('path'),
    ]);
    const [solid = [], dashed = []] = lines.map((each) =>
      (each.getAttribute('d') ?? '')
        .split(/[ML]/)
        .slice(1)
        .map((point) => point.split(',').map(Number)),
    );
    expect(lines.length).toBe(2);
    // From where the band ends to the right end of the bars, and the height at which they are all.
    expect(dashed[0]).toEqual(solid.at(-1));
    const top = Math.min(...[...solid, ...dashed].map(([, y = 0]) => y));
    const zero = solid[0]?.[1] ?? 0;
    expect(zero - top).toBeCloseTo(128, 0);
    expect(text).toMatch(/The line is dashed above \d+ %, where the samples give it no 95 % interval/);
    expect(chartIn(runOf([100, 120])).text).toContain('The line is dashed: the samples give it no 95 % interval.');
  });

  it('has at each edge of a bar as many as the records have up to there, also over a range without any', () => {
    const ttfts = fc.array(fc.oneof(fc.integer({ min: 20, max: 80 }), fc.integer({ min: 900, max: 930 })), {
      minLength: 20,
      maxLength: 300,
    });
    fc.assert(
      fc.property(ttfts, (all) => {
        const { ttftMs } = runOf(all);
        const line = curvePoints(ttftMs);
        const { from = 0, width = 1, counts = [] } = ttftMs.bins ?? {};
        for (const place of counts.keys()) {
          const edge = from + place * width;
          const below = (all.filter((each) => each < edge).length / all.length) * 100;
          const [before, after] = [
            line.findLast(({ value }) => value <= edge),
            line.find(({ value }) => value >= edge),
          ];
          const span = (after?.value ?? 0) - (before?.value ?? 0);
          const share = span === 0 ? 0 : (edge - (before?.value ?? 0)) / span;
          const drawn = (before?.percent ?? 0) + share * ((after?.percent ?? 0) - (before?.percent ?? 0));
          // At an edge on which samples lie the line rises straight up, from those below it.
          const least = line.find(({ value }) => value === edge)?.percent ?? drawn;
          expect(Math.min(least, drawn)).toBeCloseTo(edge <= Math.min(...all) ? 0 : below, 6);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('says how many are beyond its edge', () => {
    const load = runOf([...Array.from({ length: 199 }, (_, place) => 100 + place / 10), 450]);
    expect(chartIn(load).text).toContain('1 sample is beyond the right edge, the longest 450.0.');
  });
});

describe('the words beside a histogram', () => {
  const times = runOf(Array.from({ length: 60 }, (_, place) => 100 + place)).ttftMs;
  const notesOf = (changed: Partial<typeof times>, text?: (value: number | undefined) => string): string =>
    histogramOf({ title: 'a', unit: 'b', ...(text && { text }) }, { ...times, ...changed }, [])?.notes.join(' ') ?? '';
  it('have a small ratio with the digits that it has', () => {
    const small = { p50: 0.000173, bins: { from: 0, width: 0.0002, counts: [40, 20] } };
    expect(notesOf(small, observedText)).toMatch(/^p50 0\.000173 .* from 0 to 0\.0002\./);
  });
  it('say what the bars leave out as it is known only as a range, and draw none of ranges alone', () => {
    const bins = { from: 100, width: 20, counts: [5, 10], ranges: 45 };
    expect(notesOf({ bins })).toContain('75 % of the samples are known only as a range');
    expect(histogramOf({ title: 'a', unit: 'b' }, { ...times, bins: { ...bins, ranges: 60 } }, [])).toBeUndefined();
  });
  it('say where a percentile is known only as a range, and why the line ends', () => {
    expect(notesOf({ atLeast: { p95: 3 } })).toMatch(/p95 3\.00 to 156\.0/);
    expect(notesOf({})).not.toMatch(/3\.00 to|The line ends/);
    const curve = [{ percent: 50, value: 129, interval: [128, 130] as const }];
    expect(notesOf({ curve, curveSuppressed: 'events came in one read' })).toContain(
      'The line ends at 50 %: events came in one read.',
    );
  });
});

it('takes bounds on this quantity only, and no share for a time', () => {
  const bounds = [
    { ...boundOf('ttft.p95<800ms'), is: 'met' },
    { ...boundOf('ttft.max<2000ms'), is: 'violated' },
    { ...boundOf('gap.p99<200ms'), is: 'met' },
    { ...boundOf('e2e.mean<=1500ms'), is: 'met' },
    { ...boundOf('serviceTtft.p97.5<1000ms'), is: 'met' },
    { ...boundOf('failures<1%'), is: 'inconclusive' },
  ] as const;
  expect(boundLines('ttft', bounds)).toEqual([
    { name: 'SLO ttft.p95<800ms', value: 800, is: 'pass' },
    { name: 'SLO ttft.max<2000ms', value: 2000, is: 'fail' },
  ]);
  expect(boundLines('e2e', bounds)).toEqual([{ name: 'SLO e2e.mean<=1500ms', value: 1500, is: 'pass' }]);
  expect(boundLines('serviceTtft', bounds)).toMatchObject([{ value: 1000 }]);
  expect(boundLines('failures', bounds)).toEqual([]);
});
