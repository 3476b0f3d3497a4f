import { describe, expect, it } from 'vitest';
import { behaviourWith, type FaultId } from '../../../fixtures/index.ts';
import { checksNamed } from '../../judged-at.testing.ts';
import { runOnService } from '../../judged.testing.ts';

const check = 'auth.token/stays-accepted-behind-wrong-ones';

describe('wrong tokens that shut out the right one', { timeout: 120_000 }, () => {
  it.each<[FaultId, RegExp]>([
    ['auth-locked-for-all-after-wrong-tokens', /^401 behind \d+ requests? with a wrong token/],
    [
      'auth-locked-for-seconds-after-wrong-tokens',
      /^401, a lockout of up to \d+ s \(429 would say so\) behind \d+ requests/,
    ],
  ])('%s is found by its check alone, and is no end of the token', async (fault, observed) => {
    const { findings, events } = await runOnService(behaviourWith({ fault }), checksNamed(check));
    expect(findings.map(({ verdict }) => verdict.is)).toEqual(['fail']);
    expect(findings[0]?.mismatches.map((each) => each.observed)).toContainEqual(expect.stringMatching(observed));
    expect(events.filter((event) => event.is === 'journalEntry' && event.entry.is === 'tokenEnded')).toEqual([]);
  });
});
