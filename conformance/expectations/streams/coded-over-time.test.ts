import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';
import { codedArrivesOverTime, mayBeBuffered } from './coded-over-time.ts';

const events = 'data: a\n\n'.repeat(6);
const codings = ['accept-encoding', 'gzip'] as const;

type Parts = Omit<Parameters<typeof answered>[0] & object, 'chunks'>;

/** A stream of which a piece arrives at each of the times. */
function plainAt(times: readonly number[], parts: Parts = {}): Exchange {
  return answered({ body: events, ...parts, chunks: times.map((atMs) => ({ atMs, bytes: 9 })), operation: 'stream' });
}

/** The same for a client that takes codings. */
function codedAt(times: readonly number[], parts: Parts = {}): Exchange {
  const plain = plainAt(times, parts);
  return { ...plain, request: { ...plain.request, headers: [codings] } };
}

const overTime = plainAt([20, 400, 800]);
const thinks = (after: string): unknown => ({
  inconclusive: `everything came at once after ${after}, which may be the bot’s thinking time`,
});

describe('codedArrivesOverTime', () => {
  it('takes events that are spread over the reply', () => {
    expect(codedArrivesOverTime([codedAt([20, 24, 28])])).toEqual([]);
    expect(codedArrivesOverTime([codedAt([800]), overTime, codedAt([20, 800]), overTime])).toEqual([]);
  });
  it('sees that streams were held back for those who take codings', () => {
    expect(codedArrivesOverTime([codedAt([800, 800.4]), overTime, codedAt([810]), plainAt([30, 400, 800])])).toEqual([
      {
        subject: 'arrival with Accept-Encoding',
        expected:
          'events spread over the time of the reply, as without Accept-Encoding: there the first came after 30 ms',
        observed: '6 events within 0.4 ms, after 800 ms without any',
        exchange: 'probe#1',
      },
    ]);
  });
  it('is not taken in by a coding whose head comes first', () => {
    const whole = gzipSync(events);
    const held = codedAt([], { body: whole, headers: [['content-encoding', 'gzip']] });
    const chunks = [
      { atMs: 20, bytes: 10 },
      { atMs: 800, bytes: whole.length - 10 },
    ];
    const early = { ...held, response: { ...held.response, chunks } } as Exchange;
    expect(codedArrivesOverTime([early, overTime, early, overTime])).toEqual([
      expect.objectContaining({ observed: '6 events within 0.0 ms, after 800 ms without any' }),
    ]);
    expect(mayBeBuffered([early])).toBe(true);
  });
  it('does not take a wait for holding back that thinking explains', () => {
    const late = plainAt([700, 1_100, 1_500]);
    expect(codedArrivesOverTime([codedAt([800])])).toEqual(thinks('800 ms'));
    expect(codedArrivesOverTime([codedAt([800]), late, codedAt([900]), overTime])).toEqual(thinks('800 ms and 900 ms'));
    expect(codedArrivesOverTime([codedAt([800]), overTime, codedAt([300])])).toEqual(thinks('800 ms and 300 ms'));
    expect(codedArrivesOverTime([codedAt([800]), overTime])).toEqual(thinks('800 ms'));
  });
  it.each([
    ['came at once', plainAt([20])],
    ['came in two flushes', plainAt([20, 800])],
    ['was over sooner than a flush', plainAt([20, 200, 519])],
  ])('does not judge it where one without codings %s', (_what, plain) => {
    const because = 'without Accept-Encoding the events did not come over time either, for long enough to compare';
    const judgement = { inconclusive: because, isUnspecified: true };
    expect(codedArrivesOverTime([codedAt([800]), overTime, codedAt([800]), plain])).toEqual(judgement);
  });
  it('does not judge what it was too busy to see', () => {
    const busy = { inconclusive: 'assay was busy for 200 ms and did not see when events arrived' };
    const seen = [codedAt([800], { stalledMs: 200 }), overTime, codedAt([800]), overTime];
    expect(codedArrivesOverTime(seen)).toEqual(busy);
  });
  it('does not judge what is no stream, is not whole, or has too few events', () => {
    const few = {
      inconclusive:
        'no stream has 3 events or more that carry text of the reply, by which streaming could be told from buffering',
    };
    expect(codedArrivesOverTime([codedAt([800], { body: 'data: a\n\n'.repeat(2) })])).toEqual(few);
    expect(codedArrivesOverTime([codedAt([800], { status: 500 })])).toEqual(few);
    expect(codedArrivesOverTime([codedAt([800], { ending: 'cut' })])).toEqual(few);
    expect(codedArrivesOverTime([codedAt([800], { headers: [['content-encoding', 'gzip']] })])).toEqual(few);
    expect(codedArrivesOverTime([unanswered('timeout', 'stream')])).toEqual(few);
  });
});

describe('a stream that is compared with others', () => {
  it('came at once, and no sooner than half a second', () => {
    expect(mayBeBuffered([codedAt([500])])).toBe(true);
    expect(mayBeBuffered([codedAt([499])])).toBe(false);
    expect(mayBeBuffered([codedAt([500, 600, 700])])).toBe(false);
    expect(mayBeBuffered([codedAt([500], { status: 500 })])).toBe(false);
    expect(mayBeBuffered([])).toBe(false);
  });
});
