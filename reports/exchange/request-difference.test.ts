import { describe, expect, it } from 'vitest';
import type { SentRequest } from '../../conformance/model/exchange.ts';
import { sampleExchange } from '../check/sample-run.testing.ts';
import { requestDifference, unchanged } from './request-difference.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sent = (parts: Partial<SentRequest>) => {
  const exchange = sampleExchange('a#1');
  return { ...exchange, request: { ...exchange.request, ...parts } };
};
const body = (text: string) => sent({ body: bytes(text) });
const changed = (own: Partial<SentRequest>, control: Partial<SentRequest>) =>
  requestDifference(sent(own), sent(control));

describe('what a request has that its control has not', () => {
  it('is nothing where both are the same, but for what is another one in every request', () => {
    const own = { headers: [['X-Request-Id', '1'] as [string, string]] };
    const { says, body: inBody, fields, address } = changed(own, { headers: [['x-request-id', '2']] });
    expect([says, inBody, fields, address]).toEqual([[], [], [], []]);
  });

  it('is a member of its body, at its bytes', () => {
    const text = '{"text":"Grüße","speed":4.01}';
    const { body: places, says } = requestDifference(body(text), body('{"speed":4,"text":"Grüße","voice":"alloy"}'));
    expect(says).toEqual(['speed is 4.01 (its control: 4)', 'voice is missing (its control: "alloy")']);
    const shown = places.map((place) =>
      Buffer.from(text)
        .subarray(place.at, place.at + place.bytes)
        .toString(),
    );
    expect(shown).toEqual(['"speed":4.01']);
  });

  it('is no word that is planted, which is another one in each request', () => {
    const [own, control] = ['zqcdfhjkmnpq', 'zqrwxycdfhjk'].map((word) => `{"message":"Hello ${word}!"}`);
    expect(requestDifference(body(own ?? ''), body(control ?? ''))).toEqual(unchanged);
    const { says } = requestDifference(body(own ?? ''), body('{"message":"Hi zqrwxycdfhjk!"}'));
    expect(says).toHaveLength(1);
  });
  it('is a member that the control has not', () => {
    expect(requestDifference(body('{"a":{"b":[1,2]}}'), body('{"a":{"b":[1]}}')).says).toEqual([
      'a.b[1] is 2 (its control has none)',
    ]);
  });

  it('is a part of its address, whole between its slashes', () => {
    const own = { method: 'POST', url: 'https://a.example/v1/bots/none/chat?a=1' };
    const { address, says } = changed(own, { method: 'POST', url: 'https://a.example/v1/bots/nine/chat?a=1' });
    expect(address.map(({ from, to }) => `${own.method} ${own.url}`.slice(from, to))).toEqual(['/none']);
    expect(says).toEqual([
      'the address is POST https://a.example/v1/bots/none/chat?a=1 (its control: POST https://a.example/v1/bots/nine/chat?a=1)',
    ]);
  });

  it('is a header field, or the want of one', () => {
    const headers: [string, string][] = [
      ['Accept', '*/*'],
      ['Authorization', 'Bearer x'],
    ];
    const { fields, says } = changed(
      { headers },
      {
        headers: [
          ['authorization', 'Bearer y'],
          ['a', 'b'],
        ],
      },
    );
    expect(fields).toEqual([0, 1]);
    expect(says).toEqual([
      'header accept is */* (its control has none)',
      'header authorization is Bearer x (its control: Bearer y)',
      'header a is missing (its control: b)',
    ]);
  });

  it('is how its body is written, where it says the same or is not JSON', () => {
    const text = '{"a":1,}';
    const { body: places, says } = requestDifference(body(text), body('{"a":1}'));
    expect([says, places]).toEqual([['the body is written otherwise'], [{ at: 6, bytes: 1 }]]);
    expect(requestDifference(body('{"a": 1}'), body('{"a":1}')).says).toEqual(['the body is written otherwise']);
    expect(changed({ body: Uint8Array.of(255) }, { body: Uint8Array.of(254) }).says).toEqual([
      'the body has other bytes',
    ]);
  });

  it('is a line of what is sent byte by byte', () => {
    const raw = 'GET / HTTP/1.1\r\nHost : a\r\n\r\n';
    const { raw: places } = changed({ raw }, { raw: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n' });
    expect(places.map(({ from, to }) => raw.slice(from, to))).toEqual(['Host : a\r\n']);
    expect(changed({ raw }, { raw }).says).toEqual([]);
    expect(changed({ raw }, {}).says).toEqual([]);
  });
});
