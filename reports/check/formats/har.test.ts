import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../conformance/model/exchange.ts';
import { emptyContext } from '../background.ts';
import { harErrors } from '../../foreign-readers.testing.ts';
import { exchangesHar } from './har.ts';
import { sampleExchange, sampleRun } from '../sample-run.testing.ts';

type Entry = Record<string, unknown> & {
  readonly time: number;
  readonly timings: Readonly<Record<string, number>>;
  readonly request: Record<string, unknown>;
  readonly response: Record<string, unknown>;
};

function entryOf(exchange: Exchange, content?: Uint8Array): Entry {
  const background = content === undefined ? emptyContext : { decodedAnswerOf: () => ({ content }) };
  const text = exchangesHar(sampleRun([]), [exchange], background);
  expect(harErrors(text)).toEqual([]);
  const [entry] = (JSON.parse(text) as { log: { entries: Entry[] } }).log.entries;
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

const spoken = sampleExchange('speech-above#0');

describe('exchanges as HTTP Archive', () => {
  it('keep what was sent and answered, secrets masked', () => {
    const { request, response } = entryOf(spoken);
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://staging.example/v1/audio/tts',
      headers: [{ name: 'Authorization', value: 'Bearer ${ASSAY_TOKEN}' }, { name: 'Content-Type' }],
      postData: { mimeType: 'application/json', text: '{"text":"Hello","voice":"alloy","speed":4.01}' },
    });
    expect(response).toMatchObject({ status: 200, content: { size: 49, mimeType: 'application/json; charset=utf-8' } });
  });

  it('tell times that add up, and every chunk', () => {
    const { time, timings, _chunks } = entryOf(spoken);
    expect(time).toBeCloseTo(43.4);
    expect(Object.values(timings).filter((ms) => ms >= 0)).toEqual([0, 42.5, expect.closeTo(0.9) as number]);
    expect(_chunks).toEqual([{ atMs: 43.1, bytes: 49 }]);
  });

  it('keep bytes that are no text as base64', () => {
    const bytes = Uint8Array.of(0xff, 0x00, 0xfe);
    const { response } = entryOf(sampleExchange('a#0', bytes));
    expect(response['content']).toMatchObject({ text: '/wD+', encoding: 'base64', size: 3 });
    const sent = entryOf({ ...spoken, request: { ...spoken.request, body: bytes } });
    expect(sent.request['postData']).toMatchObject({ text: '/wD+', _encoding: 'base64' });
  });

  it('show a body without its content coding, and what the coding saved', () => {
    const { response } = entryOf(sampleExchange('a#0', 'zip'), new TextEncoder().encode('unzipped'));
    expect(response).toMatchObject({ bodySize: 3, content: { text: 'unzipped', size: 8, compression: 5 } });
  });

  it('are addresses also where a placeholder stands in a query', () => {
    const url = 'https://staging.example/v1/bots?token=${ASSAY_TOKEN}';
    const { request } = entryOf({ ...spoken, request: { ...spoken.request, url } });
    expect(request).toMatchObject({
      url: 'https://staging.example/v1/bots?token=$%7BASSAY_TOKEN%7D',
      queryString: [{ name: 'token', value: '${ASSAY_TOKEN}' }],
    });
  });

  it('have an address that is one, whatever was sent', () => {
    const malformed = 'https://staging.example/v1/bots/%E0%A4%A/chat';
    const sent = (url: string): Entry => entryOf({ ...spoken, request: { ...spoken.request, url } });
    expect(sent(malformed).request).toMatchObject({
      url: 'https://staging.example/v1/bots/%E0%A4%25A/chat',
      _url: malformed,
    });
    const sixth = 'http://[::1]:8080/v1/bots';
    expect(sent(sixth).request).toMatchObject({ url: sixth });
    const paths = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'a%/#?[]{}"') }));
    fc.assert(fc.property(paths, (path) => void sent(`https://staging.example/${path}`)));
  });

  it('say why nothing was answered', () => {
    const gone: Exchange = {
      ...spoken,
      response: { is: 'noAnswer', because: 'refused', detail: 'ECONNREFUSED', endedAtMs: 2 },
    };
    expect(entryOf(gone)).toMatchObject({ time: 2, response: { status: 0, _error: 'refused: ECONNREFUSED' } });
  });
});
