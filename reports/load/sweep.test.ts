import { boundOf } from '../../load/slo/bound-of.testing.ts';
import { describe, expect, it } from 'vitest';
import type { StepFigures } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { loadHtml } from '../html/load.ts';
import { loadJunit } from './junit.ts';
import { loadMarkdown } from './markdown.ts';
import { sampleLoad } from './sample-load.testing.ts';
import { loadTimes } from './terminal.ts';
import { loadHeadlineOf } from './format.ts';

/** Levels of 1, 2 and 4 users; the last one was not judged. */
function sampleSweep(parts: Partial<Load> = {}, ofLast: Partial<StepFigures> = { inconclusive: 'sent late' }): Load {
  const { counts, rates, failures, failureShare, credits, creditsForAnswers, events, ...times } = sampleLoad();
  const { ttfeMs, ttftMs, serviceTtftMs, gapMs, e2eMs, lagMs } = times;
  const figures = { counts, rates, failures, failureShare, credits, creditsForAnswers, events };
  const measured = { ...figures, ttfeMs, ttftMs, serviceTtftMs, gapMs, e2eMs, lagMs };
  const steps = [1, 2, 4].map((users, place): StepFigures => ({
    step: { fromMs: place * 20_000, toMs: (place + 1) * 20_000, users, settleMs: 4_000, drainMs: 4_000 },
    throughput: { answersPerS: 10 * users, interval: [9 * users, 11 * users], eventsPerS: 100 * users },
    ...measured,
    ...(users === 4 && ofLast),
  }));
  const settings = { ...sampleLoad().settings, arrivals: 'closed', ratePerS: 0, concurrency: '1,2,4' } as const;
  const sweep = { knee: { users: 2, answersPerS: 20, below: 1, above: 4 } };
  return sampleLoad({ scenario: 'sweep', settings, steps, sweep, ...parts });
}

describe('the report of a sweep', () => {
  it('says where the knee is, and how much of it was judged', () => {
    expect(loadHeadlineOf(sampleSweep())).toEqual({
      is: 'inconclusive',
      word: 'Sweep incomplete',
      says: '2 of 3 levels judged; knee at 2 users, 20 answers per second (between 1 and 4)',
    });
    expect(loadHeadlineOf(sampleSweep({}, {}))).toMatchObject({ is: 'pass', word: 'Sweep' });
    const open = sampleSweep({ sweep: { knee: { users: 4, answersPerS: 40, below: 2 } } }, {});
    expect(loadHeadlineOf(open).says).toBe(
      'no knee up to 4 users, 40 answers per second, as throughput still grows faster than latency',
    );
    expect(loadHeadlineOf(sampleSweep({ sweep: {} }, {})).says).toBe('a knee needs three judged levels');
  });

  it('says at how many levels the instrument was valid, and why not at the others', () => {
    const validity = { is: 'valid', notes: [] } as const;
    const page = loadHtml(sampleSweep({ validity }));
    expect(page).toContain('Instrument valid at 2 of 3 levels');
    expect(page).toContain('<li>4 users: sent late</li>');
    expect(loadHtml(sampleSweep({ validity }, {}))).toContain('Instrument valid</b>');
  });

  it('says up to how many users the SLO held', () => {
    expect(loadHeadlineOf(sampleSweep({ sweep: { held: 2, violated: 4 } }, {})).says).toBe(
      'a knee needs three judged levels; the SLO is met up to 2 users, with 4 users it was violated',
    );
    expect(loadHeadlineOf(sampleSweep({ sweep: { violated: 1 } }, {}))).toMatchObject({
      is: 'fail',
      word: 'SLO violated',
      says: 'a knee needs three judged levels; no level met the SLO, with 1 user it was violated',
    });
  });

  it('names the levels that met the SLO where that of the fewest users did not', () => {
    const swept = sampleSweep({ sweep: { inconclusive: 1 } }, {});
    const slo = (is: 'met' | 'inconclusive'): NonNullable<StepFigures['slo']> => ({ text: '', is, bounds: [] });
    const levels = (swept.steps ?? []).map((level, place) => ({
      ...level,
      slo: slo(place === 0 ? 'inconclusive' : 'met'),
    }));
    const page = loadHtml({ ...swept, steps: levels });
    expect(page).toContain('the SLO is met with 2 and 4 users, with 1 user it could not be judged');
    expect(page).toContain('<b>2</b> <span class="badge">levels met the SLO</span>');
    const hidden = levels.map((level, place) => (place === 2 ? { ...level, inconclusive: 'sent late' } : level));
    expect(loadHeadlineOf({ ...swept, steps: hidden }).says).toContain('the SLO is met with 2 users, with 1 user');
  });

  it('is amber where the samples do not decide up to how many users the SLO held', () => {
    const swept = sampleSweep({ sweep: { held: 2, violated: 4 } }, {});
    const slo = (is: 'met' | 'violated', isOpen: boolean): NonNullable<StepFigures['slo']> => ({
      text: 'e2e.p95<3s',
      is,
      bounds: [{ ...boundOf('e2e.p95<3s'), is, ...(isOpen && { undecided: { is: 'tooClose' } }) }],
    });
    const steps = (swept.steps ?? []).map((level, place) => ({ ...level, slo: slo('met', place === 1) }));
    expect(loadHeadlineOf({ ...swept, steps })).toMatchObject({ is: 'pass', isAmber: true });
    expect(loadHeadlineOf({ ...swept, steps }).says).toContain('; not yet 95 % certain with 2 users');
    expect(loadMarkdown({ ...swept, steps })).toContain('met, undecided');
    const lower = steps.map((level, place) => ({ ...level, slo: slo('met', place === 0) }));
    expect(loadHeadlineOf({ ...swept, steps: lower }).says).toMatch(/certain with 1 user$/);
    const failed = { ...swept, steps: steps.map((level) => ({ ...level, slo: slo('violated', true) })) };
    expect(loadHeadlineOf({ ...failed, sweep: { violated: 1 } })).toMatchObject({ is: 'fail', isAmber: true });
    const decided = steps.map((level) => ({ ...level, slo: slo('met', false) }));
    expect(loadHeadlineOf({ ...swept, steps: decided }).isAmber).toBeUndefined();
  });

  it('draws a point for each level, named by its users, with a ring for the knee and hollow where it was not judged', () => {
    const page = loadHtml(sampleSweep());
    const chart = page.split('<figure').find((figure) => figure.includes('<b>Time to first token</b>')) ?? '';
    expect(chart).toContain('1 user: 10 per second, p50 120.0, p95 204.0; 2 users: 20 per second');
    for (const users of ['1', '2', '4']) expect(chart).toMatch(new RegExp(`<text[^>]*>${users}</text>`));
    // Of 40 answers p50 and p95 are shown, and a ring.
    expect(chart.match(/<circle/g)).toHaveLength(7);
    expect(chart).toContain('No p99 of any level: too few requests.');
    expect(page).toContain('Each point is a percentile of one level');
    expect(page).not.toContain('<h2>Distributions</h2>');
    expect(page).not.toContain('<h2 id="times">Times</h2>');
  });

  it('names no level in the chart where the name would run into the one before', () => {
    const close = sampleSweep();
    const steps = (close.steps ?? []).map((level, place) => ({
      ...level,
      throughput: { answersPerS: [1, 1.5, 90][place] ?? 0, eventsPerS: 9 },
    }));
    const page = loadHtml({ ...close, steps });
    const chart = page.split('<figure').find((figure) => figure.includes('<b>Time to first token</b>')) ?? '';
    expect(chart).toMatch(/<text[^>]*>1<\/text>/);
    expect(chart).toMatch(/<text[^>]*>4<\/text>/);
    expect(chart).not.toMatch(/<text[^>]*>2<\/text>/);
  });

  it('has intervals below the values of its many columns', () => {
    expect(loadHtml(sampleSweep())).toMatch(/<td data-head="[^"]*">20 <small>\(18 to 22\)<\/small><\/td>/);
  });

  it('is withdrawn with the instrument', () => {
    const because = { code: 'cpu', because: 'busy' } as const;
    const page = loadHtml(sampleSweep({ validity: { is: 'invalid', reasons: [because], notes: [] } }));
    expect(page).toContain('Withdrawn');
    expect(page).not.toContain('Latency against load');
  });

  it('has a row for each level, with intervals, and says why one was not judged', () => {
    const text = loadMarkdown(sampleSweep());
    expect(text).toContain('| 2 (knee) | yes | 20 (18 to 22) |');
    expect(text).toContain('4 users: sent late.');
    expect(text).toContain('assay load stream --rate 20');
    expect(text).not.toContain('milliseconds | n |');
    const terminal = loadTimes(sampleSweep(), { colour: false, width: 80 });
    expect(terminal).toMatch(/ 2 +20 .*knee$/m);
    expect(terminal).toContain('4 users: sent late');
  });

  it('has a test case for each level in JUnit, and an error where none was judged', () => {
    const xml = loadJunit(sampleSweep());
    expect(xml).toContain('errors="1"');
    expect(xml).toMatch(/name="4 users"[^]*<error message="sent late" type="inconclusive"/);
  });
});
