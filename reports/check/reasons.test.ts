import { describe, expect, it } from 'vitest';
import type { Finding, Reason } from '../../conformance/model/run.ts';
import { becauseOf, inconclusiveOf } from './reasons.ts';
import { sampleFinding, sampleRun } from './sample-run.testing.ts';

const open = (check: string, reason: Reason): Finding =>
  sampleFinding(check, '8.1', { verdict: { is: 'inconclusive', ...reason } });
const reasonsIn = (...findings: readonly Finding[]) =>
  inconclusiveOf(sampleRun(findings)).map(({ is, because, findings: some }) => [is, because, some.length]);

describe('why a finding is not a pass', () => {
  it('is told without the names of exchanges', () => {
    const id = 'race {"kind":"credit-balance"} ["chat"]';
    const exchanges = [`${id}#1`, `${id}#2`];
    const told = (because: string): string =>
      becauseOf({ exchanges, mismatches: [], verdict: { is: 'inconclusive', because } } as unknown as Finding);
    expect(told(`the reply to ${id}#2 says it, and ${id}#1`)).toBe('the reply to call 2 says it, and call 1');
    expect(told('the bot showed no memory (chat #2)')).toBe('the bot showed no memory (chat #2)');
  });
});

describe('what was not judged', () => {
  it('is together by reason', () => {
    const away = (check: string) =>
      sampleFinding(check, '8.1', { verdict: { is: 'notApplicable', because: 'no provisioner' } });
    expect(
      reasonsIn(away('metering.chat/a'), open('bots.list/b', { because: '503 twice' }), away('metering.chat/c')),
    ).toEqual([
      ['inconclusive', '503 twice', 1],
      ['notApplicable', 'no provisioner', 2],
    ]);
  });
  it('is together for want of credits, whatever each can cost, with the cap that is enough for all', () => {
    const want = (check: string, costs: number, needed: number) =>
      open(check, {
        because: `it can cost ${costs} credits and --max-credits leaves 0; --max-credits ${needed} is enough`,
        about: { is: 'credits', needed },
      });
    const [dear, cheap] = [want('a.b/dear', 78, 90), want('a.b/cheap', 1, 40)];
    expect(reasonsIn(dear, cheap)).toEqual([
      ['inconclusive', 'each can cost more credits than are left for this run; --max-credits 90 is enough for all', 2],
    ]);
    expect(reasonsIn(dear)).toEqual([
      ['inconclusive', 'it can cost 78 credits and --max-credits leaves 0; --max-credits 90 is enough', 1],
    ]);
  });
});
