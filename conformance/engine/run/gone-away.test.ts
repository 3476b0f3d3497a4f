import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../../fixtures/index.ts';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import { checksNamed, judgeTarget } from '../../judged-at.testing.ts';
import type { Exchange, Operation } from '../../model/exchange.ts';
import { startEndingBy } from '../ending-service.testing.ts';
import { goneAwayIn } from './gone-away.ts';

type Sent = Partial<Pick<Exchange, 'probe'>> & { readonly body?: string; readonly raw?: string };

/** The exchange, as it ended so many milliseconds after the run began. */
function at(ms: number, exchange: Exchange, { probe = `p${ms}`, body = '', raw }: Sent = {}): Exchange {
  const request = { ...exchange.request, body: Buffer.from(body), ...(raw === undefined ? {} : { raw }) };
  const response = { ...exchange.response, endedAtMs: 0 };
  return { ...exchange, id: `${probe}#1`, probe, startedAt: new Date(ms).toISOString(), request, response };
}

const usual = (ms: number, sent?: Sent) => at(ms, answered(), sent);
const dropped = (ms: number, sent?: Sent) => at(ms, unanswered('dropped'), sent);
const refused = (ms: number) => at(ms, unanswered('refused'));
const says503 = (ms: number, operation: Operation) => at(ms, answered({ status: 503, operation }));

const probesBefore = (exchanges: readonly Exchange[]) =>
  goneAwayIn(exchanges).goneAway?.before.map(({ probe }) => probe);

describe('a target that goes away for good', () => {
  it('was busy with what it gave no answer to, the new before the usual, and between them what no common client sends', () => {
    const seen = [
      usual(100, { raw: 'long ago' }),
      usual(2_000, { body: 'usual' }),
      usual(2_900, { raw: 'odd' }),
      dropped(3_000, { body: 'usual' }),
      dropped(3_001, { body: 'new' }),
      refused(3_002),
      refused(4_000),
    ];
    expect(probesBefore(seen)).toEqual(['p3001', 'p2900', 'p3000']);
    expect(goneAwayIn(seen).goneAway).toMatchObject({ at: '1970-01-01T00:00:03.002Z', request: 6, of: 7 });
  });
  it('was busy with the request that its client left before it had an answer', () => {
    const seen = [usual(2_000), usual(2_950), at(3_000, unanswered('left')), refused(3_002), refused(4_000)];
    expect(goneAwayIn(seen).goneAway).toMatchObject({ request: 4, before: [{ probe: 'p3000' }] });
  });
  it('was busy before all with the answer that was cut off behind its head as it went', () => {
    const cut = (ms: number, sent: Sent) => at(ms, answered({ operation: 'stream', ending: 'cut' }), sent);
    const seen = [
      usual(2_900, { body: 'usual' }),
      dropped(3_000, { body: 'new' }),
      refused(3_001),
      cut(3_002, { body: 'usual' }),
      dropped(3_003, { body: 'newer' }),
      refused(4_000),
    ];
    expect(goneAwayIn(seen).goneAway).toMatchObject({ request: 3, before: [{ probe: 'p3002', isCutOff: true }, {}] });
    expect(goneAwayIn(seen).goneAway?.before[1]).not.toHaveProperty('isCutOff');
  });
  it('was busy with what it had just answered, where it left nothing open', () => {
    expect(probesBefore([usual(1), usual(50), refused(60)])).toEqual(['p50']);
  });
  it('is one of which a gateway says so, for several operations and ten times', () => {
    const operations = ['chat', 'speech'] as const;
    const gone = (times: number, some: readonly Operation[]) =>
      Array.from({ length: times }, (_, time) => says503(100 + time, some[time % some.length] ?? 'chat'));
    expect(probesBefore([usual(50), ...gone(10, operations)])).toEqual(['p50']);
    expect(probesBefore([usual(50), ...gone(9, operations)])).toBeUndefined();
    expect(probesBefore([usual(50), ...gone(10, ['chat'])])).toBeUndefined();
  });
  it.each([
    ['comes back', [usual(1), refused(2), usual(3)]],
    ['was never there', [refused(2), refused(3)]],
    ['stays', [usual(1), dropped(2)]],
  ])('is no target that %s', (_, seen) => {
    expect(goneAwayIn(seen)).toEqual({});
  });
});

describe('a real service that ends by a request', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('is told with the check that sends that request', async () => {
    const breaker = 'speech.speed/rejects-above-maximum';
    const { url, close } = await startEndingBy('4.01', service.url);
    const away = new AbortController();
    const { exchanges } = await judgeTarget(url, checksNamed('voices.list/needs-no-token', breaker), {
      token: service.token,
      signal: away.signal,
      // Further attempts would take seconds, and show nothing more.
      onEvent: (event) => {
        if (event.is === 'exchange' && goneAwayIn([usual(0), event.exchange]).goneAway !== undefined) away.abort();
      },
    });
    close();
    const { goneAway } = goneAwayIn(exchanges, checksNamed(breaker));
    expect(goneAway?.before.map(({ check }) => check)).toContain(breaker);
  });
});
