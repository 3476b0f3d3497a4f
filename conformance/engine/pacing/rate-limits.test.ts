import { describe, expect, it } from 'vitest';
import { valid, validExcept } from '../../../fixtures/index.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { quota } from '../../../fixtures/variants/quota.ts';
import { limitConcurrency, limitRate, type RateLimit } from '../../../fixtures/variants/rate-limit.ts';
import { checks } from '../../index.ts';
import { judgeService } from '../../judged.testing.ts';
import { selectChecks } from '../../model/select.ts';

/** Checks that send requests together, and checks that send them in an order. */
const only = [
  'transport.connections/*at-once*',
  'stream.response/two-at-once-never-mix',
  'sessions.continue/remembers*',
];

/** Ten requests in a second, of which ten or five may come at once. */
const limits: readonly RateLimit[] = [
  { perSecond: 10, burst: 10, by: 'address' },
  { perSecond: 10, burst: 5, by: 'token', retryAfterSeconds: 1 },
];

describe.concurrent('a service that lets ten requests in a second in', () => {
  it.each(limits)('is asked no faster, and judged: %j', async (limit) => {
    const findings = await judgeService(validExcept(limitRate(limit)), selectChecks(checks, { only }), {
      timeoutMs: 5_000,
    });
    expect(findings.length).toBeGreaterThan(3);
    expect(findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});

describe.concurrent('a service that lets so many in a window in, and does not say so', () => {
  it('is waited for until the window ends, though everything is refused', async () => {
    const change = quota({ limit: 25, seconds: 8 }, () => ({}));
    const asked = ['chat.text', 'speech.speed', 'speech.format', ...only];
    const findings = await judgeService(validExcept(change), selectChecks(checks, { only: asked }), {
      timeoutMs: 5_000,
    });
    expect(findings.length).toBeGreaterThan(30);
    expect(findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});

describe.concurrent('a service that takes two requests at once', () => {
  it.each([429, 503] as const)('is asked no more at once, and judged to the end: %i', async (status) => {
    const metered = ['metering.credit-balance', 'metering.forms', 'metering.races', ...only];
    const findings = await judgeService(
      validExcept(limitConcurrency(2, status)),
      selectChecks(checks, { only: metered }),
      {
        timeoutMs: 5_000,
      },
    );
    expect(findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});

describe.concurrent('a service that always refuses two formats as too many', () => {
  it('is taken for none whose window is used up, and judged by what it lets in', async () => {
    const service = validExcept({
      formatOf: (fields) =>
        ['flac', 'wav'].includes(String(fields['format'])) ? refuse('too-many-requests') : valid.formatOf(fields),
    });
    const asked = selectChecks(checks, { only: ['speech.format/*-is-accepted', 'speech.request/*', 'speech.text/*'] });
    const findings = await judgeService(service, asked, { timeoutMs: 5_000 });
    const open = findings.filter(({ verdict }) => verdict.is !== 'pass');
    expect(open.map(({ check }) => check)).toEqual(['speech.format/flac-is-accepted', 'speech.format/wav-is-accepted']);
    // With a window of a minute there would be about twenty attempts.
    for (const { verdict } of open)
      expect(verdict).toMatchObject({ because: expect.stringMatching(/^status 429 after [3-7] attempts/) });
  });
});
