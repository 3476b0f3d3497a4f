import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import {
  hasValidContentCoding,
  eachHasData,
  endsItsLastEvent,
  hasEventWithData,
  isUtf8Stream,
  saysEventStream,
  saysNoObjectName,
  saysUtf8,
} from './is-event-stream.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

const type = ['Content-Type', 'text/event-stream'] as const;

function streamed(body: string | Uint8Array, more: Parameters<typeof answered>[0] = {}): Exchange {
  return answered({ headers: [type], body, operation: 'stream', ...more });
}

describe('saysEventStream', () => {
  it('takes the type with parameters', () => {
    expect(saysEventStream([answered({ headers: [['content-type', 'Text/Event-Stream; charset=utf-8']] })])).toEqual(
      [],
    );
  });
  it('does not take another one', () => {
    expect(saysEventStream([answered()])).toEqual([
      { subject: 'Content-Type', expected: 'text/event-stream', observed: 'application/json' },
    ]);
    expect(saysEventStream([answered({ headers: [] })])).toEqual([
      { subject: 'Content-Type', expected: 'text/event-stream', observed: 'no such field' },
    ]);
  });
  it('takes no other on a second line of the field', () => {
    const judged = (...types: readonly string[]) =>
      saysEventStream([answered({ headers: types.map((each) => ['Content-Type', each] as const) })]);
    expect(judged('text/event-stream', 'text/event-stream')).toEqual([]);
    expect(judged('text/event-stream', 'text/html')).toEqual([
      {
        subject: 'Content-Type',
        expected: 'text/event-stream',
        observed: 'text/event-stream, and on another line text/html',
      },
    ]);
    expect(judged('text/html', 'text/event-stream')).toHaveLength(1);
  });
  it('says nothing of a refusal', () => {
    expect(saysEventStream([answered({ status: 401 })])).toEqual({
      inconclusive: 'the answer was not a success (status 401)',
      about: { is: 'answer', exchange: 'probe#1' },
    });
  });
});

describe('saysNoObjectName', () => {
  const judged = (...data: readonly string[]) =>
    saysNoObjectName([streamed(data.map((each) => `data: ${each}\n\n`).join(''))]);
  it.each(['[object Object]', '[object Promise]', '<app.Chunk object at 0x7f3a9c0b5e10>', 'com.acme.Chunk@1b2c3d4e'])(
    'takes %s for no reply',
    (name) => {
      expect(judged(name, name)).toEqual([
        { subject: 'data', expected: 'the streamed reply', observed: `2 × ${name}` },
      ]);
    },
  );
  it('takes a reply that says such a name, or looks alike, for one', () => {
    expect(judged('JavaScript writes', '[object Object]')).toEqual([]);
    for (const text of ['[DONE]', '[object]', '<b>object at 0x12</b>', 'mail@example.org', 'Chunk@1b2c3d', ''])
      expect(judged(text)).toEqual([]);
  });
});

describe('saysUtf8', () => {
  const judged = (value: string) => saysUtf8([answered({ headers: [['content-type', value]] })]);
  it('takes utf-8 in any spelling, and no charset', () => {
    for (const charset of [
      '',
      '; charset=utf-8',
      ';charset="UTF-8"',
      '; x=y; charset=utf8',
      ';  charset  =  "utf-8"',
      '; charset=utf-8; x=y',
      '; notacharset=latin1',
      '; x="a; charset=latin1"',
      '; charset=utf-8; charset=utf-8',
    ]) {
      expect(judged(`text/event-stream${charset}`)).toEqual([]);
    }
  });
  it('does not take another one', () => {
    expect(judged('text/event-stream; charset=ISO-8859-1')).toEqual([
      {
        subject: 'Content-Type',
        expected: 'charset=utf-8, or none',
        observed: 'text/event-stream; charset=ISO-8859-1',
        reference: 'WHATWG HTML 16.9',
      },
    ]);
    for (const charset of [
      ';  charset=latin1',
      '; charset  =latin1',
      '; charset=  latin1',
      ';charset=utf-16',
      ';charset=xutf-8',
      ';charset=utf-8x',
      '; charset=utf-8; charset=latin1',
    ])
      expect(judged(`text/event-stream${charset}`)).toHaveLength(1);
  });
  it('has nothing to say where there is no type', () => {
    expect(saysUtf8([answered({ headers: [] })])).toEqual([]);
  });
});

describe('a stream that cannot be read', () => {
  const lie = streamed('data: x', { headers: [type, ['Content-Encoding', 'gzip']] });
  it('is left to the expectation for codings', () => {
    const inconclusive = { inconclusive: 'a body that is not gzip, as its Content-Encoding says: "data: x"' };
    for (const expectation of [hasEventWithData, endsItsLastEvent, isUtf8Stream])
      expect(expectation([lie])).toEqual(inconclusive);
    expect(eachHasData([lie])).toEqual([]);
  });
});

describe('hasEventWithData', () => {
  it('takes any event with data', () => {
    expect(hasEventWithData([streamed('event: token\ndata: {"t":1}\n\n')])).toEqual([]);
  });
  it('looks at streams only where there are several answers', () => {
    expect(eachHasData([answered({ operation: 'chat' }), streamed('data: x\n\n')])).toEqual([]);
    expect(eachHasData([answered({ operation: 'chat' }), streamed(': x\n\n')])).toMatchObject([{ subject: 'events' }]);
    expect(eachHasData([streamed(': x\n\n', { status: 400 }), unanswered('timeout', 'stream')])).toEqual([]);
  });
  it.each([
    [': ping\n\n', '0 events and 1 comments in 8 bytes, ": ping\\n\\n"'],
    ['data:\n\n', '1 events and 0 comments in 7 bytes, "data:\\n\\n"'],
    ['{"a":1}\n{"b":2}\n', '0 events and 0 comments in 16 bytes, "{\\"a\\":1}\\n{\\"b\\":2}\\n"'],
  ])('finds none in %j', (body, observed) => {
    expect(hasEventWithData([streamed(body)])).toEqual([
      { subject: 'events', expected: 'at least one event with data', observed },
    ]);
  });
});

describe('endsItsLastEvent', () => {
  it('takes a blank line of any kind at the end', () => {
    for (const end of ['\n\n', '\r\r', '\r\n\r\n']) expect(endsItsLastEvent([streamed(`data: x${end}`)])).toEqual([]);
  });
  it.each(['data: y\n', 'data: y'])('misses it behind %j', (last) => {
    expect(endsItsLastEvent([streamed(`data: x\n\n${last}`)])).toEqual([
      {
        subject: 'last event',
        expected: 'a blank line after it',
        observed: 'the stream ends after "data: y"',
        reference: 'WHATWG HTML 9.2.6',
        range: { exchange: 'probe#1', at: 9, bytes: last.length },
      },
    ]);
  });
  it('says what comes instead of a field', () => {
    expect(endsItsLastEvent([streamed('data: x\n\n<!-- done -->')])).toMatchObject([
      {
        expected: 'nothing after it but fields, comments and blank lines',
        observed: '"<!-- done -->", which is no SSE field',
      },
    ]);
  });
  it('says nothing of a stream that broke off, and shows the end of a long line', () => {
    expect(endsItsLastEvent([streamed('data: x\n', { ending: 'cut' })])).toEqual([]);
    expect(endsItsLastEvent([streamed(`data: ${'x'.repeat(100)}`)])).toMatchObject([
      { observed: `the stream ends after "${'x'.repeat(80)}"` },
    ]);
  });
  it('takes a comment at the end: nothing is lost with it', () => {
    expect(endsItsLastEvent([streamed('data: x\n\n: bye\n')])).toEqual([]);
  });
});

describe('isUtf8Stream', () => {
  it('takes letters of every length', () => {
    expect(isUtf8Stream([streamed('data: é漢👩\n\n')])).toEqual([]);
  });
  it('points at the byte', () => {
    const body = Buffer.concat([Buffer.from('data: '), Buffer.from([0xc3]), Buffer.from('\n\n')]);
    expect(isUtf8Stream([streamed(body)])).toEqual([
      {
        subject: 'encoding',
        expected: 'UTF-8',
        observed: String.raw`an invalid byte at offset 7, within "data: \xc3\x0a\x0a"`,
        reference: 'WHATWG HTML 9.2.5',
        range: { exchange: 'probe#1', at: 6, bytes: 2 },
      },
    ]);
  });
  it('tells surrogates that were each made UTF-8', () => {
    const shown = (...bytes: readonly number[]) =>
      isUtf8Stream([streamed(Buffer.from([...Buffer.from('é'), ...bytes, 10]))]);
    expect(shown(0xed, 0xa1, 0x80, 0xed, 0xb0, 0x80)).toMatchObject([
      { observed: expect.stringMatching(/^surrogates as UTF-8 \(CESU-8\) for 𠀀 at offset 3, within /) as unknown },
    ]);
    expect(shown(0xed, 0xa1, 0x80)).toMatchObject([
      { observed: expect.stringMatching(/^a surrogate alone as UTF-8 \(U\+D840\) at offset 3/) as unknown },
    ]);
  });
  it.each([
    ['a byte that is never part of it', [0xff], { at: 2, bytes: 1 }],
    ['a character that the next letter interrupts', [0xf0, 0x9f, 0x91, 0x41], { at: 2, bytes: 4 }],
  ])('marks %s, and no whole character before it', (_, bytes, range) => {
    const body = Buffer.concat([Buffer.from('é'), Buffer.from(bytes)]);
    expect(isUtf8Stream([streamed(body)])).toMatchObject([{ range: { exchange: 'probe#1', ...range } }]);
  });
});

describe('decodes', () => {
  it('takes a plain body', () => {
    expect(hasValidContentCoding([streamed('data: x\n\n')])).toEqual([]);
  });
  it('names a coding that is not there', () => {
    expect(hasValidContentCoding([streamed('data: x\n\n', { headers: [type, ['Content-Encoding', 'gzip']] })])).toEqual(
      [
        {
          subject: 'Content-Encoding',
          expected: 'the coding that the body has',
          observed: 'a body that is not gzip, as its Content-Encoding says: "data: x\\n\\n"',
          reference: 'RFC 9110 8.4',
        },
      ],
    );
  });
});
