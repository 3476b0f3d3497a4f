import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Answer, Exchange } from '../model/exchange.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { decodedAnswerOf } from './decoded-answer.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

function answer(operation: Exchange['operation'], parts: Partial<Answer>): Exchange {
  const exchange = answered({});
  if (exchange.response.is !== 'answer') throw new Error('no answer');
  return { ...exchange, operation, response: { ...exchange.response, status: 200, headers: [], ...parts } };
}

describe('the events of a stream', () => {
  const body = bytes('id: 7\ndata: one\n\nevent: end\nda', 'ta: two\n\n: bye\n');
  const streamed = answer('stream', {
    body,
    chunks: [
      { atMs: 10, bytes: 17 },
      { atMs: 20, bytes: 14 },
      { atMs: 30, bytes: 10 },
      { atMs: 40, bytes: 6 },
    ],
  });

  it('came when the chunk with their last byte came', () => {
    expect(decodedAnswerOf(streamed).events).toEqual([
      { type: 'message', data: 'one', lastEventId: '7', atMs: 10 },
      { type: 'end', data: 'two', lastEventId: '7', atMs: 30 },
    ]);
  });

  it('have no time where the body was compressed, since no chunk brought an event', () => {
    const zipped = gzipSync(body);
    const { events, content } = decodedAnswerOf(
      answer('stream', { body: zipped, headers: [['Content-Encoding', 'gzip']], chunks: [{ atMs: 1, bytes: 9_999 }] }),
    );
    expect(events?.map(({ data, atMs }) => ({ data, atMs }))).toEqual([
      { data: 'one', atMs: undefined },
      { data: 'two', atMs: undefined },
    ]);
    expect(Buffer.from(content ?? [])).toEqual(body);
  });

  it('are looked for wherever a stream was asked for or is claimed, and nowhere else', () => {
    expect(decodedAnswerOf(answer('stream', { body: bytes('{}') })).events).toEqual([]);
    expect(decodedAnswerOf(answer('stream', { status: 404, body: bytes('{}') })).events).toBeUndefined();
    expect(decodedAnswerOf(answer('chat', { body })).events).toBeUndefined();
    expect(
      decodedAnswerOf(answer('chat', { body, headers: [['content-type', 'text/event-stream']] })).events,
    ).toHaveLength(2);
  });
});

describe('the clip of an answer', () => {
  const audio = bytes('RIFF', [4, 0, 0, 0], 'WAVE');
  const spoken = (audioBase64: string) =>
    answer('speech', { body: bytes(JSON.stringify({ audioBase64, contentType: 'text/html' })) });

  it.each([
    ['audio/wav', audio],
    ['audio/ogg', bytes('OggS')],
    ['audio/flac', bytes('fLaC')],
    ['audio/mpeg', bytes('ID3')],
    ['audio/mpeg', bytes([0xff, 0xfb, 0x90])],
    ['audio/aac', bytes([0xff, 0xf1, 0x50])],
    ['audio/webm', bytes([0x1a, 0x45, 0xdf, 0xa3])],
    ['audio/mp4', bytes([0, 0, 0, 8], 'ftypM4A ')],
  ])('is %s where it begins so, whatever the answer calls it', (mediaType, of) => {
    const { clip } = decodedAnswerOf(spoken(of.toString('base64')));
    expect(clip?.mediaType).toBe(mediaType);
    expect(Buffer.from(clip?.bytes ?? [])).toEqual(of);
  });

  it('is none where a browser would play nothing', () => {
    for (const of of [bytes([0, 0, 1, 0]), bytes([0xff, 0xff, 0xff]), bytes('<svg>'), bytes('RIFF....AVI ')])
      expect(decodedAnswerOf(spoken(of.toString('base64'))).clip).toBeUndefined();
    expect(decodedAnswerOf(spoken('')).clip).toBeUndefined();
  });

  it('is found in a body that says it is audio, and in no other', () => {
    const body = (type: string) =>
      decodedAnswerOf(answer('speech', { body: audio, headers: [['Content-Type', type]] })).clip;
    expect(body('audio/wav')?.mediaType).toBe('audio/wav');
    expect(body('text/plain')).toBeUndefined();
  });
});

describe('no decoded answer', () => {
  it('is had of what never answered', () => {
    const response = { is: 'noAnswer', because: 'refused', detail: '', endedAtMs: 1 } as const;
    expect(decodedAnswerOf({ ...answer('speech', {}), response })).toEqual({});
  });
});
