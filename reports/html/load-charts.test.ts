import { boundOf } from '../../load/slo/bound-of.testing.ts';
import { describe, expect, it } from 'vitest';
import type { Load } from '../../load/verdict/load.ts';
import { chartedLoad } from '../load/sample-charted.testing.ts';
import { sampleBreakdown } from '../load/sample-load.testing.ts';
import { loadHtml } from './load.ts';

/** Each chart's title with what is drawn and said of it. */
function chartsOf(page: string): ReadonlyMap<string, { readonly label: string | undefined; readonly text: string }> {
  const figures = page.split('<figure').slice(1);
  return new Map(
    figures.map((figure) => {
      const title = /<b>([^<]*)<\/b>/.exec(figure)?.[1] ?? '';
      const label = /role="img" aria-label="([^"]*)"/.exec(figure)?.[1];
      const [own = ''] = figure.split('</figure>');
      return [title, { label, text: own.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') }];
    }),
  );
}

const sections = (page: string): readonly string[] =>
  [...page.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title = '']) => title);

describe('the charts of a load run', () => {
  it('show distributions, then the run over time', () => {
    const page = loadHtml(chartedLoad());
    expect([...chartsOf(page).keys()]).toEqual([
      'Time to first token',
      'Gaps between events',
      'E2E latencies',
      'Lag',
      'Rate',
      'Time to first token over time',
      'E2E latencies over time',
      'Failures',
      'In flight',
      'Lag and read delay',
      'Coalesced events',
    ]);
    expect(sections(page).slice(0, 3)).toEqual(['Distributions', 'Times', 'Over time']);
  });

  it('say in words what they show', () => {
    const charts = chartsOf(loadHtml(chartedLoad()));
    expect(charts.get('Gaps between events')?.label).toMatch(
      /^Gaps between events, milliseconds, by percentile, over 1200 samples: p50 20\.0, p90 22\.4, .*p99\.9 60\.9\./,
    );
    expect(charts.get('Rate')?.label).toMatch(
      /^Rate, requests per second, over 30 s: intended from 20 to 22; sent from 20 to 21/,
    );
  });

  it('show what the time to first token is made of', () => {
    const page = loadHtml(chartedLoad({ breakdown: sampleBreakdown() }));
    const { label, text } = chartsOf(page).get('Where the time goes') ?? {};
    expect(label).toMatch(
      /p50: lag 0\.60, connecting 1\.20, our client 0\.20, network 12\.0, server \(Server-Timing\) 80\.0, rest 26\.0\./,
    );
    // On the axis; too short a part has no room for its name.
    for (const shown of ['p50', 'p95', 'lag', 'The rest is what is in front of the server'])
      expect(text).toContain(shown);
    const [drawing = ''] = page.split('Where the time goes, ').slice(1);
    expect(drawing.split('</figure>')[0]?.match(/<rect /g)).toHaveLength(12);
    expect(chartsOf(loadHtml(chartedLoad())).has('Where the time goes')).toBe(false);
    // Bars are filled, so the legend has no lines, and only colours that can be seen.
    const [legend = ''] = page.slice(page.indexOf('<b>Where the time goes</b>')).split('</figcaption>');
    expect(legend).not.toContain('stroke');
    expect(legend.match(/--line-\d/g)).toEqual([2, 4, 5, 6].map((place) => `--line-${place}`));
    expect(text).toContain('Too short to be seen: lag, our client.');
  });

  it('take the time after the schedule for no rate of 0', () => {
    const load = chartedLoad();
    const last = { fromMs: 30_000, intended: 0, sent: 0, failed: 0, inFlight: 3 };
    const series = { ...load.series, windows: [...load.series.windows, last] };
    expect(chartsOf(loadHtml({ ...load, series })).get('Rate')?.label).toContain('intended from 20 to 22');
  });

  it('end where the samples do, and say so', () => {
    const { text } = chartsOf(loadHtml(chartedLoad())).get('E2E latencies') ?? { text: '' };
    expect(text).toContain('Ends at p95: 40 samples are too few for more.');
    expect(text).toContain('p90');
    expect(text).not.toContain('p99');
  });

  it('say why a part is suppressed, in text that cannot act', () => {
    const { gapMs } = chartedLoad();
    const curveSuppressed = '<b>0.6 %</b> of the events arrived at an unknown time';
    const page = loadHtml(chartedLoad({ gapMs: { ...gapMs, curveSuppressed } }));
    expect(page).toContain('above it only upper bounds are known: &lt;b&gt;0.6 %&lt;/b&gt; of the events');
  });

  it('draw no curve of too few samples, but say how many there are', () => {
    const few = { n: 3, missing: {}, curve: [{ percent: 0, value: 1 }] };
    const page = loadHtml(chartedLoad({ ttftMs: few }));
    const [first = ''] = page.split('<figure').slice(1);
    expect(first).toContain('Too few samples for a curve: 3.');
    expect(first).not.toContain('role="img"');
  });

  it('mark what the SLO allows', () => {
    const bounds = [
      { ...boundOf('ttft.p95<100ms'), is: 'violated', value: 204 },
      { ...boundOf('gap.p99<900ms'), is: 'inconclusive', because: 'suppressed' },
    ] as const;
    const charts = chartsOf(loadHtml(chartedLoad({ slo: { text: 'x', is: 'violated', bounds } })));
    expect(charts.get('Time to first token')?.text).toContain('A cross marks');
    expect(charts.get('Gaps between events')?.text).not.toContain('A cross marks');
  });

  it('of several operations show the E2E latencies of each, over time and against a bound', () => {
    const load = chartedLoad();
    const { e2eMs, counts: _, ...figures } = load;
    const slower = { ...e2eMs, p95: 2_310 };
    const part = (times: typeof e2eMs): NonNullable<Load['operations']>[string] => ({
      ...load,
      ...figures,
      e2eMs: times,
    });
    const windows = load.series.windows.map((window) => ({
      ...window,
      operations: { stream: { e2eP50Ms: 500, e2eP95Ms: 900 }, speech: { e2eP50Ms: 1_800 } },
    }));
    const bounds = [{ ...boundOf('e2e.p95<1000ms'), is: 'met', value: 950 }] as const;
    const page = loadHtml({
      ...load,
      operations: { stream: part({ ...e2eMs, p95: 950 }), speech: part(slower) },
      series: { ...load.series, windows },
      slo: { text: bounds[0].text, is: 'met', bounds },
    });
    const charts = chartsOf(page);
    expect(charts.get('E2E stream over time')?.label).toContain('p95 from 900 to 900');
    expect(charts.get('E2E speech over time')?.text).toContain('p95 needs 20.');
    expect([...charts.keys()]).not.toContain('E2E latencies over time');
    expect(page).not.toContain('do not tell operations apart');
    expect(page).toContain('E2E speech p50, ms');
    expect(charts.get('E2E speech')?.text).toContain(
      'e2e.p95&lt;1000ms is judged over all operations together (met); speech alone is beyond it, with 2310 ms.',
    );
    expect(charts.get('E2E stream')?.text).toContain('stream alone keeps it, with 950.0 ms.');
    const old = loadHtml({ ...load, operations: { stream: part(e2eMs), speech: part(slower) } });
    expect(old).toContain('do not tell operations apart');
  });

  it('say that nothing failed, instead of drawing nothing', () => {
    const load = chartedLoad();
    const windows = load.series.windows.map((window) => ({ ...window, failed: 0 }));
    const page = loadHtml({ ...load, series: { ...load.series, windows } });
    expect([...chartsOf(page).keys()]).not.toContain('Failures');
    expect(page).toContain('No request failed.');
  });

  it('say which percentile the windows have too few answers for', () => {
    const load = chartedLoad();
    const windows = load.series.windows.map(({ fromMs, intended, sent, failed, inFlight, ttftP50Ms = 0 }) => ({
      fromMs,
      intended,
      sent,
      failed,
      inFlight,
      ttftP50Ms,
    }));
    const page = loadHtml({ ...load, series: { ...load.series, windows } });
    const charts = chartsOf(page);
    const needs = 'p50 needs 2 answers within a window, p95 needs 20.';
    expect(charts.get('Time to first token over time')?.text).toContain(`Time to first token: ${needs}`);
    expect([...charts.keys()]).not.toContain('E2E latencies over time');
    expect(page).toContain(`E2E latencies: ${needs}`);
  });

  it('are of the instrument alone where it cannot be believed', () => {
    const reasons = [{ code: 'dispatchLag', because: 'requests were sent late' }] as const;
    const invalid: Load = chartedLoad({ validity: { is: 'invalid', reasons, notes: [] } });
    const page = loadHtml(invalid);
    expect([...chartsOf(page).keys()]).toEqual([
      'Rate',
      'Failures',
      'In flight',
      'Lag and read delay',
      'Coalesced events',
    ]);
    expect(page).toContain('Withdrawn: the instrument is invalid');
    expect(page).toContain('Times, measured by an invalid instrument');
    expect(page).not.toContain('TTFT, median');
  });

  it('need no script, and fetch nothing', () => {
    const page = loadHtml(chartedLoad());
    expect(page).not.toMatch(/<script|<link|<iframe|@import|\burl\(|src=|href=|\son[a-z]+=|<image|\sstyle=/);
    expect(page.match(/<style>/g)?.length).toBe(page.slice(0, page.indexOf('<body>')).match(/<style>/g)?.length);
  });
});
