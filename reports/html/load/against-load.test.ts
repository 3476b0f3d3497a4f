import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import type { RequestRecord } from '../../../load/records/record.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { browserIsMissing, openBrowser, openFile } from '../../../scripts/testing/opened-page.testing.ts';
import { emptyFolder } from '../../../scripts/testing/run-assay.testing.ts';
import { loadMarkdown } from '../../load/markdown.ts';
import { loadTimes } from '../../load/terminal.ts';
import { generatorLimit } from '../../load/against-load-words.ts';
import { loadHtml } from '../load.ts';
import { steppedRun } from './stepped.testing.ts';

/** What is asked of a parsed element. */
type Element = {
  readonly textContent: string;
  readonly querySelectorAll: (selector: string) => Iterable<Element>;
  readonly querySelector: (selector: string) => Element | null;
  readonly getAttribute: (name: string) => string | null;
};

function chartsIn(load: Load): readonly Element[] {
  const { document } = parseHTML(loadHtml(load));
  const section = [...document.querySelectorAll('section')].find(
    (each) => each.querySelector('h2')?.textContent === 'Latency against load',
  );
  return [...(section?.querySelectorAll('figure') ?? [])] as readonly Element[];
}

/** What a pixel stands for on an axis, by two of its own labels. */
function scaleOf(svg: Element, axis: 'x' | 'y'): (pixel: number) => number {
  const labels = [...svg.querySelectorAll('text')].flatMap((text) => {
    const [, x, y] = /translate\(([\d.]+),([\d.]+)\)/.exec(text.getAttribute('transform') ?? '') ?? [];
    const isAxis = axis === 'x' ? /^[\d.,]+\/s$/ : /^[\d.,]+$/;
    if (x === undefined || !isAxis.test(text.textContent)) return [];
    return [{ pixel: Number(axis === 'x' ? x : y), value: Number(text.textContent.replaceAll(/[,/s]/g, '')) }];
  });
  const [first, last] = [labels[0], labels.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`no labels of the axis ${axis}`);
  return (pixel) => first.value + ((pixel - first.pixel) / (last.pixel - first.pixel)) * (last.value - first.value);
}

/** The points of a percentile as values of the axes, from left to right. */
function pointsOf(svg: Element, series: number): readonly (readonly [perS: number, ms: number])[] {
  const [x, y] = [scaleOf(svg, 'x'), scaleOf(svg, 'y')];
  const colour = `var(--line-${series + 1})`;
  const groups = [...svg.querySelectorAll('g')].filter(
    (group) => group.getAttribute('fill') === colour || group.getAttribute('stroke') === colour,
  );
  const circles = groups.flatMap((group) => [...group.querySelectorAll('circle')]);
  const places = circles
    .filter((circle) => circle.getAttribute('r') === '3.5')
    .map((circle) => [Number(circle.getAttribute('cx')), Number(circle.getAttribute('cy'))] as const);
  return places.toSorted(([one], [next]) => one - next).map(([cx, cy]) => [x(cx), y(cy)]);
}

const nearestRank = (values: readonly number[], q: number): number =>
  values.toSorted((one, next) => one - next)[Math.ceil(q * values.length) - 1] ?? Number.NaN;

const ttftOf = ({ firstContent = 0, intended }: RequestRecord): number => firstContent - intended;

describe('latency against load', () => {
  it('has a point for each step where its own requests are, at the achieved rate', () => {
    const times = fc.array(fc.integer({ min: 60_000, max: 390_000 }), { minLength: 30, maxLength: 50 });
    fc.assert(
      fc.property(times, (micros) => {
        const ttftMs = (step: number, place: number): number =>
          (micros[(step * 7 + place * 3) % micros.length] ?? 0) / 1000;
        const { load, records, steps } = steppedRun({ ttftMs });
        const [chart] = chartsIn(load);
        const svg = chart?.querySelector('.plot svg');
        if (!svg) throw new Error('nothing is drawn');
        const naive = steps.map(({ fromMs, toMs, settleMs }) =>
          records.filter(({ intended }) => intended >= fromMs + settleMs && intended < toMs),
        );
        for (const [series, q] of [0.5, 0.95].entries()) {
          const drawn = pointsOf(svg, series);
          expect(drawn).toHaveLength(steps.length);
          naive.forEach((own, place) => {
            const [perS = 0, ms = 0] = drawn[place] ?? [];
            expect(perS).toBeCloseTo(own.length / 8, 1);
            // A hundredth of a pixel is a fortieth of a millisecond here.
            expect(Math.abs(ms - nearestRank(own.map(ttftOf), q))).toBeLessThan(0.2);
          });
        }
      }),
      { numRuns: 20 },
    );
  });

  it('is the first chart, with what the SLO allows, and what came of each step, under a verdict that is told once', () => {
    const { load } = steppedRun({ ttftMs: (step) => (step === 2 ? 500 : 100) });
    const page = loadHtml(load);
    const titles = [...page.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title]) => title);
    expect(titles[0]).toBe('Latency against load');
    expect(page.match(/14\.1 per second met the SLO, 20 per second violated it/g)).toHaveLength(1);
    const [ttft, e2e] = chartsIn(load);
    expect(ttft?.textContent).toContain('SLO ttft.p95<400ms');
    expect(e2e?.textContent).not.toContain('SLO');
    expect(ttft?.querySelector('.plot')?.getAttribute('aria-label')).toMatch(
      /14\.1\/s: 14 per second, p50 100\.0, p95 100\.0, p99 100\.0, met; 20\/s: 20 per second, p50 500\.0, p95 500\.0, p99 500\.0, violated/,
    );
    const marks = [...(ttft?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent);
    expect(marks.filter((mark) => '✓✗?'.includes(mark))).toEqual(['✓', '✓', '✗']);
  });

  it('is hollow where a step could not be judged, and shaded from where the generator gave out', () => {
    const late = (step: number, place: number): Partial<RequestRecord> =>
      step === 2 ? { sent: 20_000 + place * 50 + 40 } : {};
    const { load } = steppedRun({ ttftMs: () => 100, change: late });
    const [chart] = chartsIn(load);
    const hollow = [...(chart?.querySelectorAll('g') ?? [])].filter(
      (group) => group.getAttribute('fill') === 'var(--card)',
    );
    expect(hollow.map((group) => [...group.querySelectorAll('circle')].length)).toEqual([1, 1, 1]);
    expect(load.steps?.map(({ unsent }) => unsent === undefined)).toEqual([true, true, false]);
    const page = loadHtml(load).replaceAll(/\s+/g, ' ');
    expect(
      page.match(/Shaded: at 20\/s requests were sent late: dispatch lag p99 expected at most 10 ms/g),
    ).toHaveLength(1);
    const svg = chart?.querySelector('.plot svg');
    const shade = [...(svg?.querySelectorAll('g') ?? [])].find(
      (group) => group.getAttribute('fill') === 'var(--open)' && group.getAttribute('fill-opacity') !== null,
    );
    const from = Number(shade?.querySelector('rect')?.getAttribute('x'));
    expect(svg && scaleOf(svg, 'x')(from)).toBeCloseTo(20, 0);
  });

  it('is shaded from the lowest rate on of those that were not sent in time, as more users may get fewer answers', () => {
    const { load } = steppedRun({ ttftMs: () => 100 });
    const late = (load.steps ?? []).map((step, place) => ({
      ...step,
      rates: { ...step.rates, achievedPerS: [10, 20, 15][place] ?? 0 },
      ...(place > 0 && { unsent: 'sent late' }),
    }));
    expect(generatorLimit({ ...load, steps: late })?.fromPerS).toBe(15);
  });

  it('is not shaded from a late step on where higher ones were judged', () => {
    const { load } = steppedRun({ ttftMs: () => 100 });
    const lateAt = (...places: readonly number[]) => {
      const steps = (load.steps ?? []).map((step, place) =>
        places.includes(place) ? { ...step, unsent: 'late' } : step,
      );
      return generatorLimit({ ...load, steps })?.says;
    };
    expect(load.steps?.map(({ slo }) => slo?.is)).toEqual(['met', 'met', 'met']);
    expect(lateAt(1)).toBeUndefined();
    expect(lateAt(0, 2)).toBe('at 20/s late');
  });

  it('is shaded beyond the rate that this machine was calibrated for', () => {
    const { load } = steppedRun({ ttftMs: () => 100 });
    const calibration = { machine: 'm', maxRatePerS: 15, maxStreams: 50, errorP99Ms: 0.4, at: '2026-11-20T05:00:00Z' };
    expect(loadHtml({ ...load, calibration })).toContain(
      'Shaded: this machine was calibrated up to 15/s only (2026-11-20).',
    );
    expect(loadHtml({ ...load, calibration: { ...calibration, maxRatePerS: 25 } })).not.toContain('Shaded');
  });

  it('takes a logarithmic axis where a linear one would show the slowest step alone', () => {
    const { load } = steppedRun({ ttftMs: (step) => [20, 40, 4_000][step] ?? 0 });
    expect(chartsIn(load)[0]?.textContent).toContain('Equal ratios take equal room');
    const even = steppedRun({ ttftMs: (step) => 100 + step });
    expect(chartsIn(even.load)[0]?.textContent).not.toContain('Equal ratios');
  });
});

describe('a run with steps of different loads', () => {
  const spike = steppedRun({
    scenario: 'spike',
    ttftMs: (step, place) => (step === 1 ? 300 : 100) + (place % 10),
    change: (step, place) =>
      step === 1 && place === 3 ? { outcome: 'refused', events: [], because: 'connection refused', end: 20_152 } : {},
  });

  it('tells no figure of all of them together, on any page', () => {
    const { ttftMs, e2eMs, rates } = spike.load;
    const pooled = [ttftMs, e2eMs].flatMap(({ mean, p90 }) => [mean, p90]).map((value) => (value ?? 0).toFixed(1));
    const page = loadHtml(spike.load);
    const figures = page.slice(0, page.indexOf('<h2>Requests'));
    for (const text of [figures, loadMarkdown(spike.load), loadTimes(spike.load, { colour: false, width: 100 })]) {
      for (const value of pooled) expect(text).not.toContain(value);
      expect(text).not.toContain(String(rates.achievedPerS));
    }
    expect(page).not.toContain('id="times"');
    expect(page).not.toContain('<h2>Distributions</h2>');
  });

  it('says of each slow and each failed request in which step it was', () => {
    const { document } = parseHTML(loadHtml(spike.load));
    const cells = [...document.querySelectorAll('.requests')].map((table) =>
      [...table.querySelectorAll('tbody tr td:nth-child(3)')].map(({ textContent }) => textContent),
    );
    expect(cells[0]).toEqual(Array.from({ length: 10 }, () => 'in the spike, 20/s'));
    expect(cells[2]).toEqual(['in the spike, 20/s']);
    expect(document.body.textContent).toContain('by step: in the spike, 20/s: 1');
    expect(loadTimes(spike.load, { colour: false, width: 100 })).toContain('✗ 1 × refused (by step: in the spike');
  });

  it('names the parts of a spike in words, and in the chart', () => {
    const [chart] = chartsIn(spike.load);
    const names = [...(chart?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent);
    expect(names).toEqual(expect.arrayContaining(['before', 'in the spike', 'after']));
    expect(loadHtml(spike.load).replaceAll(/\s+/g, ' ')).toContain(
      'TTFT p95: 109.0 ms before, 10/s; 309.0 ms in the spike, 20/s; 109.0 ms after, 10/s',
    );
  });
});

describe('a spike that answers nothing', () => {
  const timeout = { outcome: 'timeout', events: [], because: 'no complete response within the timeout' } as const;
  const { load } = steppedRun({ scenario: 'spike', ttftMs: () => 100, change: () => timeout });
  const pageOf = (of: Load): string => loadHtml(of).replaceAll(/\s+/g, ' ');

  it('quotes how many were answered, not a dash, and draws no chart of no point', () => {
    const measured = load.steps?.[0]?.counts.measured ?? 0;
    expect(measured).toBeGreaterThan(0);
    expect(pageOf(load)).toContain(`0 of ${measured} answered`);
    expect(pageOf(load)).not.toContain('E2E p95 –');
    expect(pageOf(load)).not.toContain('Requests by');
  });

  it('says when requests failed where none was measured', () => {
    const none = { ...load, counts: { ...load.counts, measured: 0 }, slo: undefined } as unknown as Load;
    expect(pageOf(none)).toMatch(/Where it broke<\/b> from \d+\.\d s to [^<]*timeout, first: no complete response/);
  });
});

describe('a spike that violates its SLO, by an instrument that is not believed', () => {
  const { load } = steppedRun({ scenario: 'spike', ttftMs: (step, place) => (step === 1 ? 900 : 100) + (place % 9) });
  const { document } = parseHTML(loadHtml({ ...load, validity: { is: 'invalid', reasons: [], notes: [] } }));
  const card = document.querySelector('.verdict')?.textContent.replaceAll(/\s+/g, ' ') ?? '';

  it('says where it broke, and what came of each part, though no chart shows it', () => {
    expect(load.slo?.is).toBe('violated');
    expect(card).toContain('Where it broke in the spike, 20/s: ttft.p95<400ms, observed ');
    expect(card).toMatch(/In the spike, 20\/s \S violated, 200 of 200 answered/);
    expect(document.body.textContent).toContain('Withdrawn: the instrument is invalid');
    expect(document.querySelector('section h2[id^="steps,"]')?.textContent).toBe(
      'Steps, measured by an invalid instrument',
    );
  });
});

describe.skipIf(browserIsMissing)('in a browser, latency against load', { timeout: 120_000 }, () => {
  it('fits a phone and a desk, and nothing is wider than the window', async () => {
    const path = join(emptyFolder(), 'report.html');
    writeFileSync(path, loadHtml(steppedRun({ ttftMs: (step, place) => 100 + step * 40 + (place % 9) }).load));
    const browser = await openBrowser();
    try {
      for (const width of [390, 1400]) {
        const { page, actions, close } = await openFile(browser, path, { viewport: { width, height: 900 } });
        const seen = await page.evaluate<{ wide: number; right: number; charts: number }>(`(() => {
          const plots = [...document.querySelectorAll('.plot svg')].slice(0, 2);
          return {
            wide: document.documentElement.scrollWidth,
            right: Math.max(...plots.map((plot) => plot.getBoundingClientRect().right)),
            charts: plots.filter((plot) => plot.getBoundingClientRect().height > 100).length,
          };
        })()`);
        expect(seen.wide).toBeLessThanOrEqual(width);
        expect(seen.right).toBeLessThanOrEqual(width);
        expect(seen.charts).toBe(2);
        expect(await actions()).toMatchObject({ fetched: [], errors: [], stopped: [] });
        await close();
      }
    } finally {
      await browser.close();
    }
  });

  it('breaks neither an outcome nor its count on a phone, and no number from its unit', async () => {
    const path = join(emptyFolder(), 'report.html');
    const unsent = (step: number, place: number): Partial<RequestRecord> =>
      step === 1 && place < 100 ? { outcome: 'notSent', events: [], because: 'it could not be sent in time' } : {};
    writeFileSync(path, loadHtml(steppedRun({ scenario: 'spike', ttftMs: () => 100, change: unsent }).load));
    const browser = await openBrowser();
    try {
      for (const width of [390, 1400]) {
        const { page, close } = await openFile(browser, path, { viewport: { width, height: 900 } });
        const lines = await page.evaluate<readonly number[]>(`(() => {
          const shown = [...document.querySelectorAll('.reasons .mark, .reasons code, .numbers .kept')];
          return shown.map((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          });
        })()`);
        expect(lines.length).toBeGreaterThan(3);
        expect(Math.max(...lines)).toBe(1);
        await close();
      }
    } finally {
      await browser.close();
    }
  });
});
