import { parseHTML } from 'linkedom';
import { boundOf } from '../../load/slo/bound-of.testing.ts';
import { describe, expect, it } from 'vitest';
import { fullLoad, sampleLoad } from '../load/sample-load.testing.ts';
import type { InvalidReason } from '../../load/verdict/invalid.ts';
import { loadHeadlineOf } from '../load/format.ts';
import { loadHtml } from './load.ts';

describe('the page of a load run', () => {
  it('says first what was measured, where, and at what rate', () => {
    const page = loadHtml(sampleLoad());
    expect(page).toContain('all 40 measured requests were answered');
    expect(page).toContain('4.98/s of 5/s intended');
  });

  it('gives the sample count with the times, and never a quantile that the samples cannot show', () => {
    const rows = loadHtml(sampleLoad()).replace(/\s*<[^>]*>\s*/g, ' ');
    expect(rows).toMatch(
      /TTFT +intended start to the first event with text of the reply +40 +96\.0 +120\.0 +168\.0 +204\.0 +needs 60 more +needs 960 more +240\.0/,
    );
  });

  it('counts failures by outcome, in text that cannot act', () => {
    const page = loadHtml(sampleLoad({ failures: { '<img src=x>': 3 } }));
    expect(page).toContain('3 ×');
    expect(page).toContain('&lt;img src=x&gt;');
    expect(page).not.toContain('<img');
  });

  it('counts the failed as the headline does, and beside them those that were never sent', () => {
    const { counts } = sampleLoad();
    const of = { ...counts, measured: 63, ok: 3, failed: 60 };
    const page = loadHtml(sampleLoad({ counts: of, failures: { timeout: 37, notSent: 23 } }));
    expect(page).toContain('37 of 63 measured requests failed, 23 were never sent');
    expect(page.replace(/\s*<[^>]*>\s*/g, ' ')).toMatch(/ 3 +answered +37 +failed +23 +never sent /);
  });

  it('says that what fell into the warm-up failed, where nothing else was measured', () => {
    const { counts } = sampleLoad();
    const saysOf = (warmup: number, warmupFailed: number): string =>
      loadHeadlineOf(sampleLoad({ counts: { ...counts, measured: 0, warmup, warmupFailed } })).says;
    expect(saysOf(33, 33)).toBe('all 33 requests fell into the warm-up, and failed');
    expect(saysOf(33, 3)).toBe('all 33 requests fell into the warm-up, and 3 of them failed');
    expect(saysOf(1, 1)).toBe('the only request fell into the warm-up, and failed');
    expect(saysOf(33, 0)).toBe('every request fell into the warm-up');
  });

  it('says yes to a climb that ended by design, and no where a generator was cut off before', () => {
    const completeOf = (...reasons: readonly InvalidReason[]): string | undefined => {
      const validity =
        reasons.length === 0 ? ({ is: 'valid', notes: [] } as const) : { is: 'invalid' as const, reasons, notes: [] };
      const page = loadHtml(sampleLoad({ complete: false, capacity: { heldPerS: 5, violatedPerS: 10 }, validity }));
      return /Complete<\/dt>\s*<dd[^>]*>([^<]*)/.exec(page)?.[1]?.trim();
    };
    expect(completeOf()).toBe('ended at the first rate that violated the SLO, as it should');
    expect(completeOf({ code: 'cpu', because: 'busy' })).toMatch(/^ended at the first rate/);
    expect(completeOf({ code: 'incomplete', because: 'generator 2 was killed' })).toBe('no');
  });

  it('counts one event as one, with the same share wherever it stands', () => {
    const { events } = sampleLoad();
    const one = { count: 15_660, coalesced: 1, coalescedShare: 1 / 15_660, uncertain: 1, uncertainShare: 1 / 15_660 };
    const page = loadHtml(sampleLoad({ events: { ...events, ...one } }));
    expect(page).toContain('1 read together with the one before (0.00639 %)');
    expect(page).toContain('1 event (0.00639 %), known only');
  });

  it('does not call an instrument invalid where the samples are only too few', () => {
    const few = { code: 'tooFewSamples', because: 'ttft.p99<150ms needs 100' } as const;
    const pageOf = (...reasons: readonly InvalidReason[]): string =>
      loadHtml(sampleLoad({ validity: { is: 'invalid', reasons, notes: [] } }));
    const page = pageOf(few);
    expect(page).toContain('Too few samples');
    expect(page).toContain('Times, of too few samples');
    expect(page).not.toMatch(/invalid instrument|instrument is invalid|Instrument invalid/);
    expect(pageOf(few, { code: 'cpu', because: 'busy' })).toMatch(/Instrument invalid[^]*instrument is invalid/);
  });

  it('does not call a run measured that was cut off', () => {
    expect(loadHtml(sampleLoad({ complete: false }))).toContain('<strong>Incomplete</strong>');
  });

  it('shows the SLO, operations, steps, speech, confidence and the run over time as tables', () => {
    const page = loadHtml(fullLoad());
    const rows = page.replace(/\s*<[^>]*>\s*/g, ' ');
    expect(rows).toMatch(/SLO violated *: *ttft\.p95&lt;100ms/);
    expect(rows).toMatch(/ttft\.p95&lt;100ms +✗\u00a0violated +204 ms +180 to 231\.5 ms/);
    expect(rows).toMatch(/gap\.p99\.9&lt;1000ms +\?\u00a0inconclusive +– +– +suppressed/);
    expect(rows).toContain('38 of 40 requests (95 %) meet every bound');
    expect(rows).toMatch(/stream +40 +0 +4\.98 +110\.0 +120\.0 +204\.0 +25\.0 +2380 +95 %/);
    expect(rows).toMatch(/Audio seconds per second +5\.688/);
    expect(rows).toMatch(/Real-time factor, p50 +0\.08: 13 × real time/);
    expect(rows).toMatch(/Inter-event gap +19\.8 to 20\.2 +– .*at most 0\.391 %/);
    expect(rows).toMatch(/0 ms +5\.2 +5\.2 +0 +0 +– +121\.0 +200\.0/);
    expect(page).not.toContain('<chat>');
    expect(page).not.toContain('<b>early');
  });

  it('tells the confidence of a mean, where no percentile has any too', () => {
    const given = fullLoad();
    const load = { ...given, ttftMs: { ...given.ttftMs, intervals: { mean: [101, 119] as [number, number] } } };
    const rows = loadHtml(load).replace(/\s*<[^>]*>\s*/g, ' ');
    expect(rows).toMatch(/mean, ms +error of the percentiles/);
    expect(rows).toMatch(/TTFT +– +– +– +– +– +101\.0 to 119\.0 /);
  });

  it('tells on its first screen what came of the load, what it was, and where that comes from', () => {
    const given = fullLoad();
    const goodput = { count: 39, n: 40, perS: 4.875, share: 0.975, interval: [0.86, 0.99] as [number, number] };
    const page = parseHTML(loadHtml({ ...given, goodput })).document;
    const first = page.querySelector('.verdict')?.textContent.replace(/\s+/g, ' ') ?? '';
    expect(first).toMatch(/TTFT, median ?120\.0 ms.*TTFT, p95 ?204\.0 ms.*TTFT, p99 ?needs 60 more samples/);
    expect(first).toContain('Goodput 4.875/s, 97.5 % of requests');
    expect(page.querySelector('.provenance')?.textContent).toMatch(
      /^2026-11-\d\d \S+ UTC · poisson, 5 per second for [^·]* · HTTP\/1\.1 without TLS · .*run \S+ · seed \d+$/,
    );
    const settings = { ...given.settings, peakRatePerS: 25 };
    expect(loadHtml({ ...given, settings })).toContain(', in the spike 25 per second');
  });

  it('quotes E2E latencies of each operation, as no request has that of all together', () => {
    const given = fullLoad();
    const none = { n: 0, missing: {} };
    const own = (p50: number): typeof given => ({ ...given, e2eMs: { ...given.e2eMs, p50 } });
    const load = { ...given, ttfeMs: none, ttftMs: none, operations: { chat: own(300), speech: own(2_500) } };
    const rows = loadHtml(load).replace(/\s*<[^>]*>\s*/g, ' ');
    expect(rows).toMatch(/E2E chat, median +300\.0 ms .*E2E speech, median +2500 ms/);
    expect(rows).not.toContain('E2E latency, median');
    expect(loadHtml({ ...load, operations: {} }).replace(/\s*<[^>]*>\s*/g, ' ')).toContain('E2E latency, median');
  });

  it('says that a percentile is suppressed, and what the instrument says of itself', () => {
    const given = fullLoad();
    const { p95: _, ...ttftMs } = given.ttftMs;
    const page = loadHtml({ ...given, ttftMs });
    expect(page).toContain('suppressed</td>');
    expect(page).toContain('valid; k6 read events up to 0.2 ms (p99)');
    expect(page).toContain('within 1 ms up to 500 streams or 800 requests per second');
  });

  it('leaves out a column that says nothing, and names the run beside its target', () => {
    const slo = {
      is: 'met',
      text: 'ttft.p95<1s',
      bounds: [{ ...boundOf('ttft.p95<1s'), is: 'met', value: 204 }],
    } as const;
    const page = loadHtml(sampleLoad({ slo, label: 'v1.<1>' }));
    expect(page).toMatch(/<th scope="col"\s+class="named">verdict<\/th>/);
    expect(page).not.toContain('>because</th>');
    expect(page).toContain('<p class="target">v1.&lt;1&gt;: ');
  });

  it('says first why a measurement is none', () => {
    const reasons = [{ code: 'clockSteps', because: 'the system clock was set 1 time during the run' }] as const;
    const page = loadHtml(sampleLoad({ validity: { is: 'invalid', reasons, notes: [] } }));
    const text = page.replaceAll(/\s*<[^>]*>\s*/g, ' ');
    expect(text).toMatch(/\? +Instrument invalid +the system clock was set 1 time during the run/);
    expect(text).toContain('Invalid : no measurement of the service, since the clock was set meanwhile');
    expect(text.indexOf('Instrument invalid')).toBeLessThan(text.indexOf('Invalid :'));
  });

  it('tells what was only noted of the instrument behind what speaks against it', () => {
    const reasons = [{ code: 'clockSteps', because: 'the system clock was set 1 time during the run' }] as const;
    const page = loadHtml(sampleLoad({ validity: { is: 'invalid', reasons, notes: ['k6 read events late'] } }));
    const text = page.replaceAll(/\s*<[^>]*>\s*/g, ' ');
    expect(text).toMatch(/Instrument invalid +the system clock was set .* Also noted: +k6 read events late/);
  });
});
