import { describe, expect, it } from 'vitest';
import type { Finding } from '../../conformance/model/run.ts';
import { needsOf, repeatUntilAgreed } from './send-again.ts';

const never = new AbortController().signal;

/** What it comes to, and how often it was sent; `-` is a time that judged nothing. */
async function sent(most: number, ...each: readonly string[]): Promise<readonly [string, number]> {
  let times = 0;
  const findings = await repeatUntilAgreed(most, never, async (time) => {
    times = time;
    const is = each[time - 1] ?? 'none';
    return is === '-' ? [] : [{ verdict: { is, because: '' } } as Finding];
  });
  return [findings.map(({ verdict }) => verdict.is).join() || '-', times];
}

describe('what is sent again until it is told', () => {
  it('is there as soon as it fails', async () => {
    expect(await sent(2, 'fail')).toEqual(['fail', 1]);
    expect(await sent(2, 'inconclusive', 'fail')).toEqual(['fail', 2]);
    expect(await sent(2, 'inconclusive', 'pass', 'fail')).toEqual(['fail', 3]);
  });
  it('is gone where the last times pass, as many as it takes', async () => {
    expect(await sent(2, 'pass', 'pass')).toEqual(['pass', 2]);
    expect(await sent(3, 'pass', 'pass', 'pass')).toEqual(['pass', 3]);
    expect(await sent(2, 'inconclusive', 'pass', 'pass')).toEqual(['pass', 3]);
  });
  it('is not gone by one pass behind a time that told nothing', async () => {
    expect(await sent(2, 'inconclusive', 'pass', 'inconclusive')).toEqual(['inconclusive', 3]);
    expect(await sent(2, 'pass', 'inconclusive')).toEqual(['inconclusive', 2]);
    expect(await sent(3, 'pass', 'inconclusive', 'pass', 'pass')).toEqual(['inconclusive', 4]);
    expect(await sent(2, '-', 'pass', '-')).toEqual(['-', 3]);
  });
  it('is not sent for ever where nothing can be told', async () => {
    expect(await sent(2, 'inconclusive', 'inconclusive')).toEqual(['inconclusive', 2]);
    expect(await sent(2, 'notApplicable')).toEqual(['notApplicable', 1]);
  });
});

it('what is sent again is worked out once of a recorded run', () => {
  let looked = 0;
  const finding = { check: 'chat.reply/is-json', mismatches: [], exchanges: [] } as unknown as Finding;
  const shown = {
    header: { command: 'check' },
    findings: [finding],
    get exchanges() {
      looked += 1;
      return [];
    },
  } as unknown as Parameters<typeof needsOf>[0];
  expect(needsOf(shown)).toEqual(needsOf(shown));
  expect(looked).toBe(1);
});
