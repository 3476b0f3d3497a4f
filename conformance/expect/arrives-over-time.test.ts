import { describe, expect, it } from 'vitest';
import type { Exchange } from '../core/exchange.ts';
import { arrivesOverTime } from './arrives-over-time.ts';
import { answered } from './sample-exchange.ts';

const events = (count: number): string => 'data: a\n\n'.repeat(count);

/** A stream of which a piece arrives at each of the times. */
function streamAt(times: readonly number[], { count = 3, stalledMs = 0 } = {}): Exchange {
  const chunks = times.map((atMs) => ({ atMs, bytes: 1 }));
  return answered({ operation: 'stream', body: events(count), chunks, stalledMs });
}

function chatAt(endedAtMs: number): Exchange {
  return answered({ operation: 'chat', body: '{}', chunks: [{ atMs: endedAtMs, bytes: 2 }] });
}

describe('arrivesOverTime', () => {
  it('takes events that are spread over the reply', () => {
    expect(arrivesOverTime([streamAt([5, 300]), chatAt(300)])).toEqual([]);
  });
  it('takes a quick reply after long thinking, where its pieces lie apart', () => {
    expect(arrivesOverTime([streamAt([800, 802, 804]), chatAt(3)])).toEqual([]);
  });
  it('sees that streams were held back while the whole chat was long there', () => {
    expect(arrivesOverTime([streamAt([300, 300.4]), streamAt([310]), chatAt(20)])).toEqual([
      {
        aspect: 'arrival',
        expected: 'events spread over the time of the reply',
        observed: '3 events within 0.4 ms, after 300 ms of nothing, while the whole chat took 20 ms',
      },
    ]);
  });
  it('sees that the wait grows with the length of the reply', () => {
    expect(arrivesOverTime([streamAt([300]), streamAt([900], { count: 30 }), chatAt(900)])).toEqual([
      {
        aspect: 'arrival',
        expected: 'events spread over the time of the reply',
        observed: '30 events within 0.0 ms, after 900 ms of nothing, where a shorter reply came after 300 ms',
      },
    ]);
  });
  it('does not take a wait for buffering that thinking explains', () => {
    const thinks = { unjudged: 'everything came at once after 300 ms, which may be how long the bot thought' };
    expect(arrivesOverTime([streamAt([300]), streamAt([305], { count: 30 }), chatAt(301)])).toEqual(thinks);
    // The first request of all is slow anywhere.
    expect(arrivesOverTime([streamAt([300]), streamAt([30], { count: 30 }), chatAt(20)])).toEqual(thinks);
  });
  it('does not judge a reply that is there at once', () => {
    expect(arrivesOverTime([streamAt([9]), streamAt([9]), chatAt(8)])).toEqual({
      unjudged: 'everything came at once after 9 ms, which may be how long the bot thought',
    });
  });
  it('does not judge what it was too busy to see', () => {
    expect(arrivesOverTime([streamAt([300], { stalledMs: 100 }), chatAt(20)])).toEqual({
      unjudged: 'assay was busy for 100 ms and did not see when events arrived',
    });
  });
  it('does not judge what is no stream, or has too few events', () => {
    const few = { unjudged: 'no stream of enough events to tell streaming from buffering' };
    expect(arrivesOverTime([streamAt([300], { count: 2 }), chatAt(20)])).toEqual(few);
    expect(arrivesOverTime([answered({ operation: 'stream', status: 500, body: events(9) })])).toEqual(few);
    const lie = answered({ operation: 'stream', body: events(9), headers: [['content-encoding', 'gzip']] });
    expect(arrivesOverTime([lie])).toMatchObject({ unjudged: expect.stringContaining('not gzip') });
  });
});
