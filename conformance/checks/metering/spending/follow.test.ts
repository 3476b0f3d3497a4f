import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../../model/probe.ts';
import { answered, unanswered } from '../../../expectations/sample-exchange.testing.ts';
import { applyUses, type LedgerOutcome } from './follow.ts';
import { coverageIn } from './states.ts';
import { openLedger } from './ledger.ts';
import { judgeLastUse } from './script.ts';
import type { Use } from './uses.ts';

const credits = (amount: number): Workspace => ({ kind: 'credit-balance', credits: amount });

function followed(workspace: Workspace, uses: readonly Use[], statuses: readonly number[]): LedgerOutcome {
  return applyUses(
    openLedger(workspace),
    uses,
    statuses.map((status) => answered({ status })),
  );
}

function disagreement(workspace: Workspace, uses: readonly Use[], statuses: readonly number[]): unknown {
  const came = followed(workspace, uses, statuses);
  return came.is === 'disagrees' ? came.mismatch : came.is;
}

describe('answers held against the ledger', () => {
  it('agree where each is covered, or refused for want of cover', () => {
    expect(followed(credits(4), ['speech', 'chat', 'stream', 'speech'], [200, 201, 402, 400]).is).toBe('agrees');
  });
  it('disagree where a covered use is refused', () => {
    expect(disagreement(credits(1), ['chat'], [402])).toMatchObject({
      subject: 'status of probe#1',
      expected: 'success, any 2xx: 1 credit left for a chat at 1',
      observed: 'status 402, no body',
      exchange: 'probe#1',
    });
  });
  it('say nothing of a covered speech that is put off: it may be a limit on requests', () => {
    const uncovered = followed(credits(2), ['speech', 'chat'], [429, 200]);
    expect(uncovered.is).toBe('agrees');
    expect(followed(credits(3), ['speech'], [429])).toEqual({
      is: 'unknown',
      because: 'a speech got status 429, which may be temporary',
    });
    expect(followed(credits(3), ['chat'], [429]).is).toBe('disagrees');
  });
  it('say no more of it once it was put off several times, though each of them may have been charged', () => {
    const thrice = { ...answered({ status: 429 }), attempt: 3 };
    expect(applyUses(openLedger(credits(3)), ['speech'], [thrice]).is).toBe('unknown');
    expect(applyUses(openLedger(credits(2)), ['speech'], [thrice]).is).toBe('agrees');
  });
  it('disagree where nothing covers a use that is answered, or refused otherwise than with 402', () => {
    const expected = '402: 0 credits left for a chat at 1';
    for (const status of [200, 403, 500]) {
      expect(disagreement(credits(1), ['chat', 'stream'], [200, status])).toMatchObject({ expected });
    }
    expect(disagreement(credits(2), ['speech'], [500])).toMatchObject({
      expected: 'a refusal, any 4xx: 2 credits left for a speech at 3',
    });
  });
  it('say what of a plan, or which limit, decides', () => {
    expect(disagreement({ kind: 'enterprise-pooled', includedRequests: 1 }, ['chat'], [402])).toMatchObject({
      expected: 'success, any 2xx: an included chat is left',
      kind: { due: 'success' },
    });
    const pooled = { kind: 'enterprise-pooled', includedTts: 1 } as const;
    expect(disagreement(pooled, ['speech', 'speech'], [200, 200])).toMatchObject({
      expected: 'a refusal, any 4xx: no included speech is left',
    });
    expect(disagreement({ ...pooled, credits: 2 }, ['speech', 'speech'], [200, 200])).toMatchObject({
      expected: 'a refusal, any 4xx: no included speech is left, and 2 credits left for a speech at 3',
    });
    expect(disagreement({ kind: 'enterprise-per-user' }, ['chat'], [200])).toMatchObject({
      expected: '402: 0 credits left for a chat at 1',
      kind: { due: '402' },
    });
    const member = { ...credits(9), caller: 'member', memberTtsLimit: 0 } as const;
    expect(disagreement(member, ['speech'], [200])).toMatchObject({
      expected: 'a refusal, any 4xx: the member limit for a speech is reached',
    });
  });
  it('say how often a new token was tried, and what may keep it out', () => {
    const again = { ...answered({ status: 401 }), attempt: 3 };
    expect(applyUses(openLedger(credits(1)), ['chat'], [again])).toMatchObject({
      because: expect.stringMatching(/: its token is not accepted, nor was it at attempt 3: .* as in a cache$/),
    });
  });
  it('say nothing where the token of a workspace is not accepted', () => {
    const because = (status: number, use = 'chat'): string =>
      `a ${use} got status ${status}: its token is not accepted${status === 403 ? ', or what it asked for is not allowed' : ''}`;
    for (const status of [401, 403])
      expect(followed(credits(3), ['speech'], [status])).toEqual({ is: 'unknown', because: because(status, 'speech') });
    expect(followed(credits(0), ['chat'], [401])).toEqual({ is: 'unknown', because: because(401) });
    // Also unknown where the first request with the token had to be refused and might have been charged.
    expect(followed(credits(3), ['bad speech', 'chat'], [401, 401])).toEqual({
      is: 'unknown',
      because: because(401, 'speech'),
    });
    expect(followed(credits(3), ['bad speech', 'chat'], [400, 401]).is).toBe('disagrees');
    for (const status of [401, 403]) expect(followed(credits(2), ['chat', 'chat'], [200, status]).is).toBe('disagrees');
    expect(followed(credits(0), ['chat'], [403]).is).toBe('disagrees');
  });
  it('go on behind a 403 that may be for a flag, or for a session that is nobody’s', () => {
    for (const use of ['chat in no such session', 'stream in no such session', 'chat with useMcp'] as const) {
      expect(followed(credits(1), [use], [403]).is).toBe('disagrees');
      expect(followed(credits(1), [use], [401]).is).toBe('unknown');
    }
  });
  it('charge nothing for a bad chat that is refused, and a chat for one that is answered', () => {
    expect(followed(credits(1), ['bad chat', 'chat'], [400, 200]).is).toBe('agrees');
    expect(followed(credits(1), ['bad chat', 'chat'], [200, 402]).is).toBe('agrees');
    expect(followed(credits(1), ['bad chat', 'chat'], [200, 200]).is).toBe('disagrees');
  });
  it('leave open whether a refused speech counts, until something shows it', () => {
    for (const next of [200, 402])
      expect(followed(credits(3), ['bad speech', 'speech'], [400, next]).is).toBe('agrees');
    expect(disagreement(credits(4), ['bad speech', 'chat', 'chat'], [400, 200, 200])).toBe('agrees');
    expect(followed(credits(4), ['bad speech', 'chat'], [400, 402]).is).toBe('disagrees');
  });
  it('are unknown after what got no answer', () => {
    expect(applyUses(openLedger(credits(1)), ['chat'], [unanswered('timeout', 'chat')])).toEqual({
      is: 'unknown',
      because: 'a chat got no answer',
    });
  });
  it('allow for a charge at each earlier attempt of a speech', () => {
    const again = { ...answered(), attempt: 2 };
    const came = applyUses(openLedger(credits(6)), ['speech'], [again]);
    expect(came.is === 'agrees' && coverageIn(came.states, 'speech')).toBe('open');
  });
  it('say nothing of what is never metered', () => {
    expect(followed(credits(0), ['list voices', 'HEAD', 'OPTIONS', 'list bots'], [200, 405, 204, 401]).is).toBe(
      'agrees',
    );
  });
});

describe('the end of a script', () => {
  const ends = (wanted: 'covered' | 'uncovered', uses: readonly Use[], statuses: readonly number[]): unknown =>
    judgeLastUse(
      wanted,
      { workspace: credits(1), uses },
      statuses.map((status) => answered({ status })),
    );

  it('is judged by its last use', () => {
    expect(ends('covered', ['chat'], [200])).toEqual([]);
    expect(ends('uncovered', ['chat', 'chat'], [200, 402])).toEqual([]);
    expect(ends('uncovered', ['chat', 'chat'], [200, 200])).toMatchObject([
      {
        subject: 'status of probe#1',
        expected: '402: 0 credits left for a chat at 1',
        observed: 'status 200, no body',
        exchange: 'probe#1',
      },
    ]);
  });
  it('is not judged where what led to it went wrong', () => {
    expect(ends('uncovered', ['chat', 'chat'], [402, 402])).toEqual({
      inconclusive:
        'an earlier use came out differently: status of call 1: expected success, any 2xx: 1 credit left for a chat at 1, observed status 402, no body',
      about: { is: 'answer', exchange: 'probe#1' },
    });
  });
  it('is not judged where a lenient service has answered what was to be refused', () => {
    expect(ends('covered', ['bad chat', 'chat'], [200, 402])).toEqual({
      inconclusive: 'the earlier uses leave open how much is left',
    });
  });
  it('is not judged where it was not sent', () => {
    expect(ends('covered', ['chat'], [])).toEqual({ inconclusive: 'the last use was not sent' });
  });
});

describe('a success without what its operation gives', () => {
  const page = (operation: 'chat' | 'speech') => {
    const exchange = answered({ operation, body: '<h1>Welcome</h1>' });
    const path = operation === 'chat' ? '/v1/bots/b/chat' : '/v1/audio/tts';
    return { ...exchange, request: { ...exchange.request, url: `http://service.test${path}` } };
  };
  it('tells nothing of what was charged', () => {
    expect(applyUses(openLedger(credits(4)), ['speech', 'chat'], [page('speech'), answered()])).toEqual({
      is: 'unknown',
      because: 'a speech: the status is a success, but the body is no JSON (4)',
    });
    expect(applyUses(openLedger(credits(1)), ['chat'], [page('chat')]).is).toBe('unknown');
  });
  it('is none that was due where nothing covers it', () => {
    expect(applyUses(openLedger(credits(0)), ['chat'], [page('chat')]).is).toBe('disagrees');
  });
});
