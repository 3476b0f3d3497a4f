import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { arrivesOverTime } from './arrives-over-time.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

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
    expect(arrivesOverTime([streamAt([600, 600.4]), streamAt([610]), chatAt(20)])).toEqual([
      {
        subject: 'arrival',
        expected: 'events spread over the time of the reply',
        observed: '3 events within 0.4 ms, after 600 ms without any, while the whole chat took 20 ms',
      },
    ]);
  });
  it('does not judge a wait that the flushes of a proxy explain', () => {
    const flushed = (waits: string): unknown => ({
      inconclusive: `everything came at once, after ${waits}: a proxy may pass it on at intervals`,
      isUnspecified: true,
    });
    expect(arrivesOverTime([streamAt([102]), streamAt([104]), chatAt(20)])).toEqual(flushed('102 ms and 104 ms'));
    expect(arrivesOverTime([streamAt([102]), streamAt([610]), chatAt(20)])).toEqual(flushed('102 ms and 610 ms'));
    const long = streamAt([210], { count: 30 });
    expect(arrivesOverTime([streamAt([102]), long, chatAt(20)])).toEqual(flushed('102 ms and 210 ms'));
    expect(arrivesOverTime([streamAt([62]), long, chatAt(300)])).toEqual(flushed('62 ms and 210 ms'));
  });
  it('waits for the first text of the reply, and not for an event that has none, nor for one behind the last', () => {
    const [begun, text, done] = [
      'data: {"sessionId":5}\n\n',
      'data: {"text":"la"}\n\n'.repeat(3),
      'data: {"done":true}\n\n',
    ];
    const chunks = [begun, text, done].map((part, at) => ({ atMs: [5, 600, 800][at] ?? 0, bytes: part.length }));
    expect(arrivesOverTime([answered({ operation: 'stream', body: begun + text + done, chunks }), chatAt(20)])).toEqual(
      [
        {
          subject: 'arrival',
          expected: 'events spread over the time of the reply',
          observed: '3 events within 0.0 ms, after 600 ms without any, while the whole chat took 20 ms',
        },
      ],
    );
  });
  it('sees that the wait grows with the length of the reply', () => {
    expect(arrivesOverTime([streamAt([300]), streamAt([900], { count: 30 }), chatAt(900)])).toEqual([
      {
        subject: 'arrival',
        expected: 'events spread over the time of the reply',
        observed: '30 events within 0.0 ms, after 900 ms without any, where a shorter reply came after 300 ms',
      },
    ]);
  });
  it('does not take a wait for buffering that thinking explains', () => {
    const thinks = { inconclusive: 'everything came at once after 300 ms, which may be the bot’s thinking time' };
    expect(arrivesOverTime([streamAt([300]), streamAt([305], { count: 30 }), chatAt(301)])).toEqual(thinks);
    // The first request of a run is slow with any service.
    expect(arrivesOverTime([streamAt([300]), streamAt([30], { count: 30 }), chatAt(20)])).toEqual(thinks);
  });
  it('does not judge a reply that is there at once', () => {
    expect(arrivesOverTime([streamAt([9]), streamAt([9]), chatAt(8)])).toEqual({
      inconclusive: 'everything came at once after 9 ms, which may be the bot’s thinking time',
    });
  });
  it('does not judge what it was too busy to see', () => {
    expect(arrivesOverTime([streamAt([300], { stalledMs: 100 }), chatAt(20)])).toEqual({
      inconclusive: 'assay was busy for 100 ms and did not see when events arrived',
    });
  });
  it('does not judge what is no stream, or has too few events', () => {
    const few = {
      inconclusive:
        'no stream has 3 events or more that carry text of the reply, by which streaming could be told from buffering',
    };
    expect(arrivesOverTime([streamAt([300], { count: 2 }), chatAt(20)])).toEqual(few);
    expect(arrivesOverTime([answered({ operation: 'stream', status: 500, body: events(9) })])).toEqual(few);
    const lie = answered({ operation: 'stream', body: events(9), headers: [['content-encoding', 'gzip']] });
    expect(arrivesOverTime([lie])).toMatchObject({ inconclusive: expect.stringContaining('not gzip') });
  });

  it('hears of no stream that was cut off, and of no chat that failed or was cut off', () => {
    const few = {
      inconclusive:
        'no stream has 3 events or more that carry text of the reply, by which streaming could be told from buffering',
    };
    const cut = answered({ operation: 'stream', body: events(3), chunks: [{ atMs: 300, bytes: 1 }], ending: 'cut' });
    expect(arrivesOverTime([cut, chatAt(20)])).toEqual(few);
    const thinks = { inconclusive: 'everything came at once after 300 ms, which may be the bot’s thinking time' };
    const quick = { operation: 'chat', chunks: [{ atMs: 20, bytes: 1 }] } as const;
    expect(arrivesOverTime([streamAt([300]), answered({ ...quick, status: 500 })])).toEqual(thinks);
    expect(arrivesOverTime([streamAt([300]), answered({ ...quick, ending: 'timeout' })])).toEqual(thinks);
    expect(arrivesOverTime([streamAt([300]), answered({ ...quick, operation: 'bots' })])).toEqual(thinks);
    expect(arrivesOverTime([streamAt([300]), unanswered('timeout', 'chat')])).toEqual(thinks);
  });
});

describe('how far apart the pieces of a stream lie', () => {
  const heldBack = [expect.objectContaining({ subject: 'arrival' }) as unknown];
  it.each([
    ['a twentieth of the whole time', [95, 100]],
    ['three pieces with a millisecond between them', [800, 801, 802]],
    ['three pieces among others that came at once', [800, 800.1, 801.1, 801.2, 802.2]],
  ])('is far enough with %s', (_what, times) => {
    expect(arrivesOverTime([streamAt(times), chatAt(1)])).toEqual([]);
  });
  it.each([
    ['less than a twentieth', [940, 989]],
    ['less than a millisecond', [800, 800.9, 801.8, 802.7]],
    ['two pieces', [800, 802]],
    ['one piece', [800]],
  ])('is not with %s', (_what, times) => {
    expect(arrivesOverTime([streamAt(times), chatAt(1)])).toEqual(heldBack);
  });
  it('is seen where one of the streams shows it', () => {
    expect(arrivesOverTime([streamAt([300]), streamAt([10, 300]), chatAt(1)])).toEqual([]);
  });
});

describe('what counts as waiting longer', () => {
  const heldBack = [expect.objectContaining({ subject: 'arrival' }) as unknown];
  const thinks = { inconclusive: expect.stringMatching(/^everything came at once after \d+ ms, /) as unknown };
  const flushed = { inconclusive: expect.stringMatching(/: a proxy may pass it on at intervals$/) as unknown };
  it.each([
    [60, 20, thinks],
    [61, 20, flushed],
    [499, 20, flushed],
    [500, 20, heldBack],
    [900, 600, thinks],
    [901, 600, heldBack],
  ])('%i ms beside %i ms of a shorter reply: 500 ms, and more by half', (waitMs, shortMs, judgement) => {
    expect(arrivesOverTime([streamAt([shortMs]), streamAt([waitMs], { count: 30 })])).toMatchObject(judgement);
  });
  it.each([
    [499, 20, flushed],
    [500, 20, heldBack],
    [900, 600, thinks],
    [901, 600, heldBack],
  ])('%i ms beside a chat of %i ms: 500 ms, and more by half', (waitMs, chatMs, judgement) => {
    expect(arrivesOverTime([streamAt([waitMs]), chatAt(chatMs)])).toMatchObject(judgement);
  });
  it('has to be so of every stream, where the chat is what is compared', () => {
    expect(arrivesOverTime([streamAt([300]), streamAt([50]), chatAt(20)])).toEqual(thinks);
  });
  it('needs a reply of more than twice the bytes, where streams are compared', () => {
    expect(arrivesOverTime([streamAt([300]), streamAt([900], { count: 6 })])).toEqual(thinks);
    expect(arrivesOverTime([streamAt([300]), streamAt([900], { count: 7 })])).toEqual(heldBack);
  });
  it('is not known where assay was busy for more than a fifth of the wait', () => {
    const busy = { inconclusive: 'assay was busy for 121 ms and did not see when events arrived' };
    expect(arrivesOverTime([streamAt([600], { stalledMs: 120 }), chatAt(20)])).toEqual(heldBack);
    expect(arrivesOverTime([streamAt([600], { stalledMs: 121 }), chatAt(20)])).toEqual(busy);
    expect(arrivesOverTime([streamAt([600]), streamAt([600], { stalledMs: 121 }), chatAt(20)])).toEqual(busy);
  });
});
