import { describe, expect, it } from 'vitest';
import { validExcept, type Behaviour } from '../../fixtures/index.ts';
import { oneAfterAnother } from '../../fixtures/variants/work-queue.ts';
import { expectTheSame, recorded } from '../evidence/recorded.testing.ts';
import { checks } from '../index.ts';
import { selected } from '../model/select.ts';
import { wholeRunOn } from '../judged.testing.ts';

const limitMs = 1_000;
const options = { timeoutMs: limitMs, concurrency: 64 };
const aboutSpeech = selected(checks, { only: ['metering.races/speeches', 'metering.credit-balance/speech*'] });

/** Three are worked off within the limit. */
const oneByOne = oneAfterAnother(300);

/** It takes four speeches, and never answers another. */
function hangsAfterSome(): Partial<Behaviour> {
  let speeches = 0;
  const { delayMsFor: delayed } = oneByOne();
  return {
    delayMsFor: (operation, askedMs) => {
      if (operation === 'speech') speeches += 1;
      return operation === 'speech' && speeches > 4 ? 1e6 : (delayed?.(operation, askedMs) ?? askedMs);
    },
  };
}

describe('a use that may be charged, and that is late', { timeout: 120_000 }, () => {
  it('is begun anew with more time where it waited behind others of ours', async () => {
    const told = await recorded(validExcept(oneByOne), aboutSpeech, options);
    expect(told.findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
    // Else it shows nothing.
    const late = told.record.exchanges.filter(({ operation, waited }) => operation === 'speech' && waited === true);
    expect(late).not.toEqual([]);
    const names = new Set(told.record.exchanges.map(({ probe }) => probe));
    for (const { probe } of late) expect(names).toContain(`${probe} anew 1`);
    await expectTheSame(told);
  });
  it('is so for two that come to nothing, and then for no other; what to do is said', async () => {
    const { findings, exchanges } = await wholeRunOn(validExcept(hangsAfterSome), aboutSpeech, options);
    const inVain = exchanges.filter(
      ({ probe, attempt, response: { endedAtMs } }) =>
        probe.endsWith(' anew 1') && attempt === 1 && endedAtMs > 2 * limitMs,
    );
    expect([1, 2]).toContain(inVain.length);
    const said = findings.map(({ verdict }) => ('because' in verdict ? verdict.because : ''));
    expect(said).toContainEqual(
      expect.stringMatching(
        /^a speech got no response header within [\d.]+ s while \d+ requests were in flight, and it is unknown whether it was charged; try --timeout \d+s or --concurrency 1$/,
      ),
    );
  });
});
