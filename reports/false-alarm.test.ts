import { describe, expect, it } from 'vitest';
import { riskSentences } from './false-alarm.ts';

const at = '2026-11-26T02:00:00.000Z';
const inconclusive = { services: 3, of: 118 };
const counted = { services: 118, accused: 1, shouldOnly: 0, inconclusive };
const risk = { ...counted, atMost: 0.0396, at, releases: ['0.1.0'], earlier: 0 };

describe('how often a verdict is a false alarm, in words', () => {
  it('is the share with its bound, and what it counts', () => {
    expect(riskSentences(risk).slice(0, 2)).toEqual([
      '1 of 118 valid services failed a MUST or HTTP check; of services like these at most 4.0 % would (exact 95 % bound).',
      '0 failed only a SHOULD; 3 had an inconclusive check.',
    ]);
  });
  it('says of how many some check could not be judged, as far as that was recorded', () => {
    const said = (services: number, of: number) => riskSentences({ ...risk, inconclusive: { services, of } })[1];
    expect(said(3, 118)).toMatch(/; 3 had an inconclusive check\.$/);
    expect(said(0, 40)).toMatch(/; 0 of the 40 where that was recorded had an inconclusive check\.$/);
    expect(said(0, 0)).toMatch(/; how many had an inconclusive check was not recorded\.$/);
  });
  it('says which versions measured it, and what was measured by other requirements', () => {
    const releases = ['0.1.0', '0.2.0'];
    expect(riskSentences({ ...risk, releases, earlier: 100 }).at(-1)).toBe(
      'Judged by assay 0.1.0, 0.2.0 by 2026-11-26, 100 of them with other checks than this build has.',
    );
    expect(riskSentences({ ...risk, earlier: 118 }).at(-1)).toMatch(/, all with other checks than this build has\.$/);
  });
});
