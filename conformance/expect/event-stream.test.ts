import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEventStream } from './event-stream.ts';
import { eventsOfPeer } from './two-readers.ts';

const parse = (text: string) => parseEventStream(Buffer.from(text, 'utf8'));
const dataOf = (text: string) => parse(text).events.map(({ data }) => data);

describe('parseEventStream', () => {
  it.each([
    ['data: a\n\n', ['a']],
    ['data:a\r\rdata: b\r\n\r\n', ['a', 'b']],
    ['data: a\ndata: b\n\n', ['a\nb']],
    ['data\n\n', ['']],
    ['data:  a\n\n', [' a']],
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
    expect(stream).toMatchObject({ unterminated: 'data: lost', comments: 1 });
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
        expect(parse(text).events).toMatchObject(eventsOfPeer(Buffer.from(text)));
        expect(parse(text).events).toHaveLength(eventsOfPeer(Buffer.from(text)).length);
      }),
      { numRuns: 2_000 },
    );
  });
});
