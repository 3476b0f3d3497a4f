import { describe, expect, it } from 'vitest';
import { textOfPage } from '../../text/html.ts';
import { unjudgedNotes, worstStepText } from '../../load/steps.ts';
import { loadTimes } from '../../load/terminal.ts';
import { sampleLoad } from '../../load/sample-load.testing.ts';
import { loadHtml } from '../load.ts';
import { steppedRun } from './stepped.testing.ts';
import { whereBoundsBroke, whereItBroke } from './where-it-broke.ts';

type Requests = NonNullable<Parameters<typeof whereItBroke>[0]['requests']>;

function said(outcomes: Requests['outcomes']): string | undefined {
  const requests: Requests = { by: 'ttft', slowest: [], failed: [], points: [], failures: [], outcomes };
  const shown = whereItBroke({ requests });
  return (
    shown &&
    textOfPage(shown)
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}

const refused = { outcome: 'refused', n: 99, firstMs: 8_700, lastMs: 13_500, because: 'connection refused' };

describe('where a run broke', () => {
  it('is told by when, how many, and what most of them failed of', () => {
    const reset = { outcome: 'reset', n: 3, firstMs: 8_200, lastMs: 8_600 };
    expect(said([reset, refused])).toBe(
      'Where it broke from 8.2 s to 13.5 s: 102 requests failed, 99 refused (first: connection refused), 3 reset',
    );
    expect(said([refused])).toBe(
      'Where it broke from 8.7 s to 13.5 s: 99 requests failed, refused, first: connection refused',
    );
    expect(said([{ ...refused, n: 1 }])).toMatch(/: 1 request failed, connection refused$/);
    expect(said([{ ...reset, n: 1, lastMs: 8_200 }])).toBe('Where it broke at 8.2 s: 1 request failed, reset');
  });

  it('takes what failed one after the other for one outage, and an hour before for another', () => {
    const unavailable = { outcome: 'http-503', n: 37, firstMs: 13_600, lastMs: 16_700 };
    const early = { outcome: 'timeout', n: 1, firstMs: 100, lastMs: 100, because: 'no answer' };
    const hourly = { outcome: 'truncated', n: 30, firstMs: 9_000, lastMs: 3_600_000 };
    expect(said([early, refused, hourly, unavailable])).toBe(
      'Where it broke from 8.7 s to 16.7 s: 136 requests failed, 99 refused (first: connection refused), 37 http-503; 31 failed otherwise, from 0.1 s to 3600.0 s',
    );
    const two = { ...unavailable, n: 1, because: 'at noon' };
    expect(said([refused, two])).toMatch(/ 99 refused \(first: connection refused\), 1 http-503$/);
  });

  it('is where failures come closest together, beside a few all the time and a late one', () => {
    const late = { outcome: 'reset', n: 1, firstMs: 1_199_000, lastMs: 1_199_000 };
    const thin = { outcome: 'timeout', n: 60, firstMs: 0, lastMs: 600_000 };
    const outage = { outcome: 'http-503', n: 50, firstMs: 300_000, lastMs: 305_000 };
    expect(said([thin, outage, late])).toBe(
      'Where it broke from 300.0 s to 305.0 s: 50 requests failed, http-503; 61 failed otherwise, from 0.0 s to 1199.0 s',
    );
    const blip = { ...outage, n: 10 };
    expect(said([thin, blip])).toMatch(/ 0.0 s to 600.0 s: 70 requests failed, 60 timeout, 10 http-503$/);
    const few = { ...late, firstMs: 1_000, lastMs: 1_000 };
    expect(said([{ ...thin, n: 4 }, few])).toMatch(/ 0.0 s to 600.0 s: 5 requests failed, 4 timeout, 1 reset$/);
    const closed = { ...outage, outcome: 'refused', n: 250, lastMs: 302_000 };
    expect(said([{ ...outage, n: 1000, lastMs: 400_000 }, closed])).toMatch(/: 1250 requests failed, 1000 http-503/);
  });

  it('does not go on until a failure that came later by as long as the outage took', () => {
    const late = { outcome: 'reset', n: 1, firstMs: 17_000, lastMs: 17_000 };
    expect(said([refused, late])).toMatch(/; 1 failed otherwise, at 17.0 s$/);
  });

  it('is told on the terminal too', () => {
    const requests: Requests = { by: 'ttft', slowest: [], failed: [], points: [], failures: [], outcomes: [refused] };
    expect(loadTimes(sampleLoad({ requests }), { colour: false, width: 80 })).toContain(
      '✗ where it broke: from 8.7 s to 13.5 s: 99 requests failed, refused, first: connection refused',
    );
  });

  it('does not take what is counted together for one cause', () => {
    const others = { outcome: 'other outcomes', n: 200, firstMs: 8_000, lastMs: 9_000, because: 'status 541' };
    expect(said([others, refused])).toBe(
      'Where it broke from 8.7 s to 13.5 s: 99 requests failed, refused, first: connection refused; 200 failed otherwise, from 8.0 s to 9.0 s',
    );
    expect(said([others, { ...refused, unmeasured: 99 }])).toMatch(
      /: 200 requests failed, other outcomes, first: status 541;/,
    );
  });

  it('counts the same requests as the tiles above it, and those of the warm-up apart', () => {
    const http = {
      outcome: 'http-500',
      n: 31,
      unmeasured: 7,
      firstMs: 100,
      lastMs: 9_000,
      measuredMs: [5_000, 8_900],
    } as const;
    const cut = {
      outcome: 'truncated',
      n: 39,
      unmeasured: 12,
      firstMs: 300,
      lastMs: 9_500,
      measuredMs: [5_100, 9_000],
    } as const;
    expect(said([http, cut])).toBe(
      'Where it broke from 5.0 s to 9.0 s: 51 requests failed, 27 truncated, 24 http-500; 19 more in the warm-up or after the measured time',
    );
    expect(said([{ ...http, n: 7, lastMs: 900 }])).toBe(
      'Where it broke from 0.1 s to 0.9 s: 7 requests failed in the warm-up or after the measured time, http-500',
    );
  });

  it('of a spike names each part that violated a bound, the first one first', () => {
    const { load } = steppedRun({
      scenario: 'spike',
      slo: 'ttft.p60<200ms',
      ttftMs: (step) => [100, 300, 400][step] ?? 0,
    });
    const shown = whereBoundsBroke(load);
    expect(shown && textOfPage(shown)).toContain(
      'in the spike, 20/s: ttft.p60&lt;200ms, observed 300 ms; after, 10/s: ttft.p60&lt;200ms, observed 400 ms',
    );
    const [bound] = load.slo?.bounds ?? [];
    expect(bound && worstStepText(load, bound)).toBe('worst step: after, 10/s (also violated: in the spike, 20/s)');
  });

  it('of a spike says why a part was not judged', () => {
    const { load } = steppedRun({ scenario: 'spike', slo: 'ttft.p99.9<200ms', ttftMs: () => 100 });
    expect(unjudgedNotes(load)).toEqual(
      [
        ['before, 10/s', 180],
        ['in the spike, 20/s', 200],
        ['after, 10/s', 200],
      ].map(
        ([name, has]) =>
          `${name} was not judged: it has ${has} of the 1000 samples that its value needs; raise --duration or --rate`,
      ),
    );
    for (const text of [loadHtml(load), loadTimes(load, { colour: false, width: 80 })])
      expect(text).toMatch(/in the spike, 20\/s was not judged: /i);
  });

  it('is nowhere if nothing failed, or only what the load generator could not send', () => {
    expect(said([])).toBeUndefined();
    expect(said([{ outcome: 'notSent', n: 9, firstMs: 1_000, lastMs: 2_000 }])).toBeUndefined();
  });

  it('keeps markup of a target harmless', () => {
    const requests: Requests = {
      by: 'ttft',
      slowest: [],
      failed: [],
      points: [],
      failures: [],
      outcomes: [{ ...refused, because: '<b>' }],
    };
    const shown = whereItBroke({ requests });
    expect(shown && textOfPage(shown)).toContain('&lt;b&gt;');
  });
});
