import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { uncoveredChatStatusText } from '../../model/mismatch.ts';
import { failure } from '../causes/causes.testing.ts';
import { refusedAsLimitIn, withRefusedAsLimit } from './refused-as-limit.ts';

const check = 'metering.refusal/spent-chat-is-402-not-a-limit-on-requests';
const error = (code: string) => ({ error: { code, message: 'No' } });
const spent = answered({ id: 'spent#1', status: 429, body: error('no_credits') });
const alike = answered({ id: 'alike#1', status: 429, body: error('no_credits') });
const throttled = answered({ id: 'often#1', status: 429, body: error('too_many') });
const bare = answered({ id: 'bare#1', status: 429, body: '' });
const all = [spent, alike, throttled, bare];
const exchangeOf = (id: string) => all.find((exchange) => exchange.id === id);

const mismatch = { subject: 'status', expected: '402', observed: '429', exchange: spent.id };
const shown = failure(check, { mismatches: [{ ...mismatch, kind: { due: uncoveredChatStatusText } }] });
const open = (exchange: string) =>
  failure(`a.b/${exchange}`, {
    verdict: { is: 'inconclusive', because: 'try --concurrency 2', about: { is: 'answer', exchange } },
  });

function reasonsOf(failed: typeof shown): readonly string[] {
  const findings = [failed, ...all.slice(1).map(({ id }) => open(id))];
  const told = withRefusedAsLimit(findings, refusedAsLimitIn(findings, exchangeOf), exchangeOf);
  return told.slice(1).map(({ verdict }) => (verdict.is === 'inconclusive' ? verdict.because : verdict.is));
}

describe('what could not be judged by the answer of a spent balance', () => {
  it('names the check that shows it, and no limit on requests', () => {
    expect(reasonsOf(shown)).toEqual([
      `the answer by which ${check} fails: what nothing is left for is refused as if it came too often, and with 402 this could be judged`,
      'try --concurrency 2',
      'try --concurrency 2',
    ]);
  });

  it('keeps its reason where nothing shows that it is one', () => {
    expect(reasonsOf(failure(check, { mismatches: [mismatch] }))).toEqual(
      all.slice(1).map(() => 'try --concurrency 2'),
    );
    expect(reasonsOf({ ...shown, verdict: { is: 'inconclusive', because: 'refused' } })).toEqual(
      all.slice(1).map(() => 'try --concurrency 2'),
    );
  });

  it('is no answer that only says "not now"', () => {
    const refused = refusedAsLimitIn([shown], exchangeOf);
    expect(all.map((exchange) => refused?.isThat(exchange))).toEqual([true, true, false, false]);
  });
});
