import fc from 'fast-check';
import { isUtf8 } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { linesOf, parseEventStream } from './event-stream.ts';
import { endsItsLastEvent, hasEventWithData, isUtf8Stream } from './is-event-stream.ts';
import { losesNoData, spellsItsFields } from '../words/loses-no-data.ts';
import { saysWord } from '../words/said.ts';
import { answered } from '../sample-exchange.testing.ts';
import { eventsOfOtherParser } from './two-readers.ts';

const parse = (text: string) => parseEventStream(Buffer.from(text, 'utf8'));
const dataOf = (text: string) => parse(text).events.map(({ data }) => data);

describe('parseEventStream', () => {
  it.each([
    ['data: a\n\n', ['a']],
    ['data:a\r\rdata: b\r\n\r\n', ['a', 'b']],
    ['data: a\ndata: b\n\n', ['a\nb']],
    ['data\n\n', ['']],
    ['data:  a\n\n', [' a']],
    ['data:a b\n\n', ['a b']],
    ['\uFEFFdata: a\n\n', ['a']],
    ['data: \uFEFFa\n\n', ['\uFEFFa']],
    ['id: 1\n\n', []],
    [': comment\n\n', []],
    ['unknown: x\n\n', []],
    ['data: a', []],
    ['data: a\n', []],
    ['', []],
  ])('reads %j', (text, data) => {
    expect(dataOf(text)).toEqual(data);
  });

  it('keeps the type of one event, and the id until the next', () => {
    const { events } = parse('event: token\nid: 7\ndata: a\n\ndata: b\n\nid: bad\0id\ndata: c\n\n');
    expect(events.map(({ type, lastEventId }) => [type, lastEventId])).toEqual([
      ['token', '7'],
      ['message', '7'],
      ['message', '7'],
    ]);
  });

  it('tells where each event ended, and what no blank line follows', () => {
    const stream = parse('data: a\n\n: c\ndata: lost\n');
    expect(stream.events.map(({ endsAt }) => endsAt)).toEqual([9]);
    expect(stream).toStrictEqual({
      events: [{ type: 'message', data: 'a', lastEventId: '', endsAt: 9 }],
      unterminated: 'data: lost',
      comments: 1,
      length: 24,
      unreadBytes: 0,
    });
    expect(parse('data: a\ndata: b\n').unterminated).toBe('data: a\ndata: b');
    expect(parse('data:a\ndata:b').unterminated).toBe('data: a\ndata:b');
    expect(parse('data: a\n\n: bye').unterminated).toBe('');
    expect(parse('event: x\nid: 1\n')).toMatchObject({ unterminated: '', events: [] });
  });

  it.each([
    ['within', [0x61, 0xc3, 0x0a], 2],
    ['at the very end, where a letter breaks off', [0x61, 0x62, 0xc3], 2],
    ['at the very beginning', [0xff, 0x61], 0],
    ['behind letters of several bytes', [0xc3, 0xa9, 0xe6, 0xbc, 0xa2, 0x80, 0x61], 5],
  ])('tells where it is not UTF-8: %s', (_where, bytes, at) => {
    expect(parseEventStream(Buffer.from(bytes)).invalidUtf8At).toBe(at);
  });

  it('agrees with the decoder of the platform on what is UTF-8', () => {
    const piece = fc.constantFrom(
      [0x61],
      [0xc3],
      [0xc3, 0xa9],
      [0xe6, 0xbc],
      [0xe6, 0xbc, 0xa2],
      [0xff],
      [0x80],
      [0x0a],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const bytes = Buffer.from(pieces.flat());
        expect(parseEventStream(bytes).invalidUtf8At === undefined).toBe(isUtf8(bytes));
      }),
    );
  });

  it('agrees with eventsource-parser on any text, whatever its line ends', () => {
    const piece = fc.constantFrom(
      'data',
      'event',
      'id',
      'retry',
      ':',
      ': ',
      ' ',
      '\n',
      '\r',
      '\r\n',
      '\n\n',
      'a',
      'é',
      '漢',
      '{"x":1}',
      '\uFEFF',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        expect(parse(text).events).toMatchObject(eventsOfOtherParser(Buffer.from(text)));
        expect(parse(text).events).toHaveLength(eventsOfOtherParser(Buffer.from(text)).length);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('linesOf', () => {
  it('says where each line begins and ends, and whether it does', () => {
    expect(linesOf(Buffer.from('\uFEFFa\r\n\rb\n\nc'))).toEqual([
      { text: 'a', from: 3, endsAt: 6, ended: true },
      { text: '', from: 6, endsAt: 7, ended: true },
      { text: 'b', from: 7, endsAt: 9, ended: true },
      { text: '', from: 9, endsAt: 10, ended: true },
      { text: 'c', from: 10, endsAt: 11, ended: false },
    ]);
    expect(linesOf(Buffer.from('a\n'))).toHaveLength(1);
    expect(linesOf(new Uint8Array())).toEqual([]);
  });
  it.each([
    [[0xef, 0xbb, 0x61]],
    [[0xef, 0x61, 0xbf]],
    [[0x61, 0xbb, 0xbf]],
    [[0xef, 0x61, 0x62]],
    [[0x61, 0xbb, 0x62]],
    [[0x61, 0x62, 0xbf]],
  ])('takes no other bytes for a byte order mark: %j', (bytes) => {
    expect(linesOf(Buffer.from(bytes))).toMatchObject([{ from: 0, endsAt: 3 }]);
  });
});

describe('a stream of more events than are read', () => {
  const event = 'data: a\n\n';
  const many = (count: number): Buffer => Buffer.from(event.repeat(count));
  it('is read up to there, and says how much is not', () => {
    const stream = parseEventStream(many(1_000_000));
    expect(stream.events).toHaveLength(100_000);
    expect(stream.unreadBytes).toBe(900_000 * event.length);
    expect(parseEventStream(many(100_000)).unreadBytes).toBe(0);
  });
  it('is read up to so many lines, where these make no events', () => {
    const comments = Buffer.from(':\n'.repeat(1_000_000));
    expect(parseEventStream(comments)).toMatchObject({ events: [], comments: 500_000, unreadBytes: 1_000_000 });
    expect(linesOf(comments)).toHaveLength(500_000);
    expect(parseEventStream(Buffer.from('\uFEFF')).unreadBytes).toBe(0);
  });
  it('is not judged by what needs its end', () => {
    const answer = answered({
      operation: 'stream',
      body: Buffer.concat([many(200_000), Buffer.from('Data: a\ndata: last')]),
      headers: [['content-type', 'text/event-stream']],
    });
    const inconclusive = 'a stream of which the first 100,000 events are read, and 900,018 bytes after them are not';
    expect(hasEventWithData([answer])).toEqual([]);
    for (const expectation of [endsItsLastEvent, isUtf8Stream, losesNoData, spellsItsFields])
      expect(expectation([answer])).toEqual({ inconclusive });
    expect(saysWord(answer, 'last')).toBe(true);
    const early = answered({ operation: 'stream', body: Buffer.concat([Buffer.from('Data: a\n'), many(200_000)]) });
    expect(spellsItsFields([early])).toMatchObject([{ observed: '"Data: a" at offset 0' }]);
  });
});
