import { describe, expect, it } from 'vitest';
import { riskSentences } from './false-alarm.ts';

const at = '2026-11-26T02:00:00.000Z';
const inconclusive = { services: 3, of: 118 };
const counted = { services: 118, accused: 1, shouldOnly: 0, inconclusive };
const risk = { ...counted, atMost: 0.0396, at, releases: ['0.1.0'], earlier: 0 };

describe('how often a verdict is a false alarm, in words', () => {
  it('is the share with its bound, and leaves out a SHOULD that nothing fails', () => {
    expect(riskSentences(risk).slice(0, 2)).toEqual([
      '1 of 118 valid services accused: at most 4.0 % of services like these (exact, 95 %).',
      'Accused is one of which a MUST or HTTP check fails.',
    ]);
  });
  it('says of how many some check could not be judged, as far as that was recorded', () => {
    const said = (services: number, of: number) => riskSentences({ ...risk, inconclusive: { services, of } })[2];
    expect(said(3, 118)).toBe('Some check could not be judged of 3 of all 118.');
    expect(said(0, 40)).toBe('Some check could not be judged of 0 of the 40 of which that was recorded.');
    expect(said(0, 0)).toBe('Of how many some check could not be judged was not recorded.');
  });
  it('says which versions measured it, and what was measured by other requirements', () => {
    const releases = ['0.1.0', '0.2.0'];
    expect(riskSentences({ ...risk, releases, earlier: 100 }).at(-1)).toBe(
      'Judged by assay 0.1.0, 0.2.0 by 2026-11-26, 100 of them by other requirements than those of this build.',
    );
    expect(riskSentences({ ...risk, earlier: 118 }).at(-1)).toMatch(
      /, all of them by other requirements than those of/,
    );
  });
});
