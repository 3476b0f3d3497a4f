import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../../expectations/sample-exchange.testing.ts';
import { judgeSpending, type Spending } from './throughout.ts';
import type { Use } from './uses.ts';

const told = (uses: readonly Use[], statuses: readonly number[], more: Partial<Spending> = {}): unknown =>
  judgeSpending(
    { workspace: { kind: 'credit-balance', credits: 2 }, uses, ...more },
    statuses.map((status) => answered({ status })),
  );

describe('uses until nothing is left', () => {
  it('agree where the plain one too many is refused', () => {
    expect(told(['stream', 'chat that goes on'], [200, 200, 402], { until: 'chat' })).toEqual([]);
    expect(told(['stream', 'speech'], [200, 402, 200, 402], { until: 'chat' })).toEqual([]);
  });
  it('tell what came before one that is dearer, or free', () => {
    expect(told(['chat', 'chat that goes on'], [200, 402], { until: 'chat' })).toMatchObject([
      {
        subject: 'status of the chat that goes on (probe#1), sent after chat',
        expected: 'success, any 2xx: 1 credit left for a chat at 1',
        observed:
          'status 402; uses 1–2 of the ledger needed at least 3 credits; 2 were due: at least 1 too many, by chat that goes on',
        exchange: 'probe#1',
      },
    ]);
    expect(told(['chat with useMcp', 'chat'], [200, 200, 200], { until: 'chat' })).toMatchObject([
      {
        subject: 'status of the chat (probe#1), sent after chat with useMcp, chat',
        expected: '402: 0 credits left for a chat at 1',
        observed:
          'status 200; the balance fell by at most 1 credit over uses 1–2 of the ledger; 2 were due: at least 1 too few, by chat with useMcp, or use 3 was answered without cover',
        exchange: 'probe#1',
      },
    ]);
    expect(told(['long chat', 'chat with useMcp'], [200, 402], { until: 'chat' })).toMatchObject([
      {
        observed:
          'status 402; uses 1–2 of the ledger needed at least 3 credits; 2 were due: at least 1 too many, by long chat or chat with useMcp',
      },
    ]);
  });
  it('tell how many came before, where these are more than a line has room for', () => {
    const many = { workspace: { kind: 'credit-balance', credits: 5 }, until: 'chat' } as const;
    expect(told(['chat', 'stream', 'chat', 'stream'], [200, 200, 200, 402], many)).toMatchObject([
      { subject: 'status of the stream (probe#1), sent after chat, stream, chat' },
    ]);
    expect(told(['chat', 'stream', 'chat', 'stream', 'chat'], [200, 200, 200, 200, 402], many)).toMatchObject([
      { subject: 'status of the chat (probe#1), sent after 4 other uses' },
    ]);
  });
  it('tell a refusal that took what was left', () => {
    expect(told(['speech', 'chat'], [402, 402])).toMatchObject([
      { subject: 'status of the chat (probe#1), sent after speech' },
    ]);
  });
  it('suspect no form alone where a refused request may be what was charged', () => {
    const pooled: Partial<Spending> = { workspace: { kind: 'enterprise-pooled', includedRequests: 1 }, until: 'chat' };
    expect(told(['speech of all options', 'bad chat'], [402, 400, 402], pooled)).toMatchObject([
      { observed: 'status 402, no body' },
    ]);
    expect(told(['speech of all options'], [402, 402], pooled)).toMatchObject([
      { observed: expect.stringContaining('it is the speech of all options') as unknown },
    ]);
  });
  it('take what a form is refused for itself for a bad request, and not what it is for its balance', () => {
    for (const use of ['chat with webSearch', 'long stream', 'chat that goes on'] as const) {
      for (const status of [400, 403, 413, 422])
        expect(told([use, 'chat that goes on'], [status, 200, 200, 402], { until: 'chat' })).toEqual([]);
      expect(told([use], [402])).toMatchObject([{ subject: `status of the ${use} (probe#1)` }]);
    }
  });
  it('are open where all that they are about was refused, as it may be', () => {
    expect(told(['long stream', 'chat with webSearch'], [413, 400, 200, 200, 402], { until: 'chat' })).toEqual({
      inconclusive: 'all of these were refused, which is allowed: long stream, chat with webSearch',
      isUnspecified: true,
    });
    expect(told(['long stream', 'chat with webSearch'], [413, 200, 200, 402], { until: 'chat' })).toEqual([]);
    expect(told(['longest chat'], [402], { until: 'chat' })).toMatchObject([{ observed: 'status 402, no body' }]);
  });
  it('may have been charged or not for a very long speech that got no answer in time', () => {
    const three: Spending = {
      workspace: { kind: 'credit-balance', credits: 3 },
      uses: ['longest speech'],
      until: 'speech',
    };
    const after = (use: Use, ...statuses: readonly number[]): unknown =>
      judgeSpending({ ...three, uses: [use] }, [
        unanswered('timeout'),
        ...statuses.map((status) => answered({ status })),
      ]);
    const open = { inconclusive: 'all of these were refused, which is allowed: longest speech', isUnspecified: true };
    expect(after('longest speech', 402)).toMatchObject({ inconclusive: 'not every use was sent' });
    expect(after('longest speech', 200, 402)).toEqual(open);
    expect(after('longest speech', 402, 402)).toEqual(open);
    expect(after('long speech', 402)).toEqual({ inconclusive: 'a speech got no answer' });
  });
  it('are not judged before all came, nor where nobody knows what one came to', () => {
    expect(told(['chat', 'chat'], [200], { until: 'chat' })).toEqual({ inconclusive: 'not every use was sent' });
    expect(told(['chat'], [200, 200], { until: 'chat' })).toEqual({ inconclusive: 'not every use was sent' });
    expect(told(['long chat'], [500])).toEqual({
      inconclusive: 'the long chat got status 500, and may be charged',
      about: { is: 'answer', exchange: 'probe#1' },
    });
    expect(told(['speech'], [401])).toEqual({
      inconclusive: 'a speech got status 401: its token is not accepted',
    });
  });
});
