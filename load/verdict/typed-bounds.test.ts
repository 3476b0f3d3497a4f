import { boundOf } from '../slo/bound-of.testing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleLoad } from '../../reports/load/sample-load.testing.ts';
import type { Load } from './load.ts';
import { typedBounds } from './typed-bounds.ts';

type Is = 'met' | 'violated' | 'inconclusive';

function loadWith(bounds: readonly (readonly [text: string, is: Is])[]): Load {
  const load = sampleLoad();
  const text = bounds.map(([each]) => each).join(', ');
  const slo = { text, is: 'met' as const, bounds: bounds.map(([each, is]) => ({ ...boundOf(each), is })) };
  return { ...load, settings: { ...load.settings, slo: text }, slo };
}

describe('the bounds of a load run, in parts', () => {
  it('have a metric, a comparator, a threshold as text, a unit, what came of it, and of how many requests', () => {
    const load = loadWith([
      ['ttft.p95<800ms', 'met'],
      ['failures<0.1%', 'violated'],
      ['rate>=5/s', 'inconclusive'],
      ['rtf.p99.9<0.5', 'met'],
    ]);
    const sampleSize = load.counts.ok + load.counts.failed;
    expect(sampleSize).toBeGreaterThan(0);
    expect(typedBounds(load)).toEqual([
      { metric: 'ttft.p95', comparator: '<', threshold: '800', unit: 'ms', is: 'met', sampleSize },
      { metric: 'failures', comparator: '<', threshold: '0.1', unit: '%', is: 'violated', sampleSize },
      { metric: 'rate', comparator: '>=', threshold: '5', unit: '/s', is: 'inconclusive', sampleSize },
      { metric: 'rtf.p99.9', comparator: '<', threshold: '0.5', unit: '', is: 'met', sampleSize },
    ]);
  });
  it('are none without an SLO', () => {
    const { slo: _, ...load } = sampleLoad();
    const { slo: __, ...settings } = load.settings;
    expect(typedBounds({ ...load, settings })).toBeUndefined();
  });
  it('keep the number of a threshold, and write it without an exponent', () => {
    const size = fc.oneof(fc.nat(), fc.double({ min: 1e-9, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(size, (threshold) => {
        const [bound] = typedBounds(loadWith([[`ttft.p95<${threshold}ms`, 'met']])) ?? [];
        expect(bound?.threshold).toMatch(/^\d+(\.\d+)?$/);
        expect(Number(bound?.threshold)).toBeCloseTo(threshold, 15);
      }),
    );
  });
});
