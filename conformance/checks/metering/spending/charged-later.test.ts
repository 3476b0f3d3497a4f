import { describe, expect, it } from 'vitest';
import { behaviourWith, type FaultId } from '../../../../fixtures/index.ts';
import { expectSameVerdicts, recordRun } from '../../../evidence/recorded.testing.ts';
import { checks } from '../../../index.ts';
import { selectChecks } from '../../../model/select.ts';

const chats = selectChecks(checks, { only: ['metering.credit-balance/chat-costs-no-less-than-1'] });
const includedSpeeches = selectChecks(checks, { only: ['metering.enterprise/included-speeches-end'] });
const later = 'whether it is charged later';

async function told(fault: FaultId, judged = chats) {
  const run = await recordRun(behaviourWith({ fault }), judged, { timeoutMs: 5_000 });
  await expectSameVerdicts(run);
  const [finding] = run.findings;
  const sent = run.record.exchanges.filter(({ probe }) => probe.startsWith(later));
  return { finding, sent, observed: finding?.mismatches[0]?.observed ?? '' };
}

describe('a charge that is not there when the next use comes', { timeout: 60_000 }, () => {
  it('is told to be late where it comes later, which its evidence shows', async () => {
    const { finding, sent, observed } = await told('charges-written-late');
    expect(finding?.verdict.is).toBe('fail');
    expect(observed).toMatch(
      /^charged late: sent again, it was covered \d+ ms after the use before it, and refused with 402 \d+ ms after it; status 200/,
    );
    expect(finding?.exchanges).toEqual(expect.arrayContaining(sent.map(({ id }) => id)));
  });
  it('is told to be late, or for one use more, where one more was taken and the next refused', async () => {
    const { observed } = await told('pooled-speech-covered-by-none-left', includedSpeeches);
    expect(observed).toMatch(
      /; sent again, it was covered \d+ ms after the use before it, and refused with 402 \d+ ms after it: charged late, or one use too many is covered$/,
    );
  });
  it('is told as before where it never comes, by a handful of requests', async () => {
    const { finding, sent, observed } = await told('chat-free');
    expect(finding?.verdict.is).toBe('fail');
    expect(observed).not.toContain('late');
    expect(sent).toHaveLength(3);
  });
});
