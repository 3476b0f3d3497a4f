import { boundOf } from '../../../load/slo/bound-of.testing.ts';
import { describe, expect, it } from 'vitest';
import type { Distribution } from '../../../load/statistics/distribution.ts';
import { boundsOfPart, notesOfPart } from './operation-bounds.ts';

const said = (text: string, times: Partial<Distribution>): readonly unknown[] => {
  const all = { n: 200, missing: {}, ...times };
  const bounds = [{ ...boundOf(text), is: 'met' }] as const;
  const [note = ''] = notesOfPart({ operation: 'speech', slo: 'e2e' }, all, bounds);
  return [boundsOfPart('e2e', all, bounds)[0]?.is, note.replace(/^.*; /, '')];
};

describe('a bound of all operations beside one of them', () => {
  it('is kept or not by what that one shows', () => {
    expect(said('e2e.p95<1000ms', { p95: 950 })).toEqual(['pass', 'speech alone keeps it, with 950.0 ms.']);
    expect(said('e2e.p95<1000ms', { p95: 1_950 })).toEqual(['fail', 'speech alone is beyond it, with 1950 ms.']);
    expect(said('e2e.p95<1000ms', {})).toEqual(['inconclusive', 'speech has too few answers for it.']);
  });

  it('is not kept by a mean or a largest time of few answers; a largest one that is beyond it is', () => {
    const few = ['inconclusive', 'speech has too few answers for it.'];
    expect(said('e2e.mean<1000ms', { n: 3, mean: 900 })).toEqual(few);
    expect(said('e2e.mean<1000ms', { n: 3, mean: 1_900 })).toEqual(few);
    expect(said('e2e.max<1000ms', { n: 29, max: 900 })).toEqual(few);
    expect(said('e2e.max<1000ms', { n: 30, max: 900 })[0]).toBe('pass');
    expect(said('e2e.max<1000ms', { n: 3, max: 1_900 })[0]).toBe('fail');
  });

  it('is undecided within the interval, as that of a whole run is', () => {
    const p95 = { p95: 950, intervals: { p95: [900, 1_100] } } satisfies Partial<Distribution>;
    expect(said('e2e.p95<1000ms', p95)).toEqual(['inconclusive', 'speech alone keeps it, with 950.0 ms (undecided).']);
    expect(said('e2e.p95<920ms', p95)[1]).toContain('is beyond it, with 950.0 ms (undecided)');
    expect(said('e2e.p95<1200ms', p95)[0]).toBe('pass');
    expect(said('e2e.mean<1000ms', { mean: 990, intervals: { mean: [970, 1_020] } })[0]).toBe('inconclusive');
    const asked = [{ percent: 97.5, value: 950, interval: [900, 1_100] }] satisfies Distribution['asked'];
    expect(said('e2e.p97.5<1000ms', { asked })[0]).toBe('inconclusive');
    expect(said('e2e.p97.5<1200ms', { asked })[0]).toBe('pass');
  });

  it('counts its failed requests as slower than its answers, as that of a whole run does', () => {
    const failed = { n: 200, share: 0.04, interval: [0.02, 0.08] as [number, number] };
    const of = (more: Partial<NonNullable<Distribution['ofAll']>[number]>) =>
      said('e2e.p95<1000ms', { p95: 950, ofAll: [{ percent: 95, failed, ...more }] });
    expect(of({ value: 1_200 })).toEqual([
      'fail',
      'speech alone is beyond it, with 1200 ms of all its requests (8 of 200 failed).',
    ]);
    expect(of({ value: 980, from: 900 })[0]).toBe('inconclusive');
    expect(of({})).toEqual(['fail', 'speech alone is beyond it, as that is one of its failed requests.']);
    expect(of({ missing: 3 })).toEqual(['inconclusive', 'speech has too few answers for it.']);
  });

  it('is told beside the times that it is on', () => {
    const bounds = [{ ...boundOf('e2e.p95<1000ms'), is: 'met' }] as const;
    expect(notesOfPart({ operation: 'chat', slo: 'ttfb' }, { n: 200, missing: {}, p95: 20 }, bounds)).toEqual([]);
  });
});
