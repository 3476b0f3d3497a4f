import { describe, expect, it } from 'vitest';
import type { Audit, AuditPart } from '../../load/figures/figures.ts';
import { auditLines } from './audit-words.ts';
import { sampleLoad } from './sample-load.testing.ts';
import { loadHeadlineOf } from './format.ts';
import { loadMarkdown } from './markdown.ts';
import { headlineStyle } from '../text/format.ts';

const same: AuditPart = {
  is: 'same',
  requests: 200,
  quantities: [{ quantity: 'e2e.p50', unit: 'ms', better: 'low', word: 'same', couldShow: 0.123 }],
};
const faster: AuditPart = {
  is: 'differs',
  requests: 200,
  quantities: [
    {
      quantity: 'e2e.p50',
      unit: 'ms',
      better: 'low',
      a: 200,
      b: 50,
      relative: { value: -0.75, interval: [-0.8, -0.7] },
      absolute: { value: -150 },
      word: 'faster',
    },
    { quantity: 'failures', unit: '%', better: 'low', absolute: { value: 2.5, interval: [1, 4] }, word: 'slower' },
    { quantity: 'ttft.p50', unit: 'ms', better: 'low', word: 'undecided' },
  ],
};

describe('an audit', () => {
  it('says of each part what it found, or what it would have', () => {
    const audit: Audit = { is: 'differs', repeat: faster, plain: same };
    expect(auditLines(audit)).toEqual([
      'Requests that repeat another message: differ from the others, e2e.p50 -75 % (95 %: -80 to -70), failures +2.5 % (95 %: +1 to +4)',
      'Requests with the header fields of a common client: no difference found in 200 of them; a difference of 12 % in the median would have been found',
    ]);
    const short: Audit = { is: 'undecided', repeat: same, plain: { ...same, is: 'undecided', requests: 3 } };
    expect(auditLines(short)[1]).toContain('undecided, 3 of them are too few');
  });

  it('leaves no verdict green that it contradicts', () => {
    const marked = (audit: Audit): string => {
      const load = sampleLoad({ audit });
      return (
        headlineStyle(loadHeadlineOf(load)).mark +
        (
          loadMarkdown(load)
            .split('\n')
            .find((line) => line.startsWith('## ')) ?? ''
        ).slice(0, 4)
      );
    };
    expect(marked({ is: 'differs', repeat: faster, plain: same })).toBe('!## !');
    expect(marked({ is: 'same', repeat: same, plain: same })).toBe('✓## ✓');
  });

  it('stands in the verdict where something differs, and only there', () => {
    const says = (audit: Audit): string => loadHeadlineOf(sampleLoad({ audit })).says;
    expect(says({ is: 'differs', repeat: faster, plain: same })).toContain(
      '; requests that repeat another message differ: e2e.p50 -75 %',
    );
    expect(says({ is: 'same', repeat: same, plain: same })).not.toContain('differ');
  });
});
