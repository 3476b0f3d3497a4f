import { describe, expect, it } from 'vitest';
import type { Exchange, SentRequest } from '../../model/exchange.ts';
import { everyError, everyErrorSaidToBeJson, everyRefusal, everyGatewayError } from './refusals.ts';
import { answered } from '../sample-exchange.testing.ts';

const json = '{"detail":"no"}';

/** Whose refusal a refused speech request with this difference is. */
function whose(
  parts: Parameters<typeof answered>[0],
  change: Partial<SentRequest> = {},
  recorded: readonly Exchange[] = [],
): string {
  const exchange = answered({ operation: 'speech', status: 400, body: json, ...parts });
  const url = 'http://a.test/v1/audio/tts';
  const asked = { ...exchange, request: { ...exchange.request, url, ...change } };
  const [service, front] = [everyRefusal(asked, recorded), everyGatewayError(asked, recorded)];
  expect(service && front).toBe(false);
  expect(everyError(asked) || !(service || front) || parts?.status === 429).toBe(true);
  return service ? 'service' : front ? 'front' : 'nobody';
}

describe('a refusal', () => {
  it.each([400, 401, 402, 403, 404, 409, 415, 422, 501])('with %i is the service’s own', (status) => {
    expect(whose({ status })).toBe('service');
  });
  it.each([405, 408, 411, 413, 414, 417, 500])('with %i may be from in front', (status) => {
    expect(whose({ status })).toBe('front');
  });
  it.each<readonly [string, Partial<SentRequest>]>([
    ['at another path', { url: 'http://a.test/v1/audio/speech' }],
    ['of another method', { method: 'GET' }],
    ['of a path that nobody can decode', { url: 'http://a.test/v1/audio/tts?%E0%A4' }],
    ['of a query that is none', { url: 'http://a.test/v1/audio/tts?a[]=1&a=2' }],
    ['of bytes that are not UTF-8', { body: Buffer.from('caf\u{e9}', 'latin1') }],
    ['of a byte order mark', { body: Buffer.from('\u{feff}{}') }],
    ['of a coded body', { headers: [['Content-Encoding', 'gzip']] }],
    ['of credentials beyond ASCII', { headers: [['authorization', 'Bearer \u{e9}']] }],
    [
      'of credentials twice',
      {
        headers: [
          ['authorization', 'Bearer a'],
          ['Authorization', 'Bearer b'],
        ],
      },
    ],
    ['of a body that may be cut off by closing', { noResponse: 'closing' }],
  ])('%s may be from in front', (_, change) => {
    expect(whose({}, change)).toBe('front');
  });
  it('with 429 may be from in front, where the target took something', () => {
    const taken = answered({ operation: 'speech', status: 200, body: '{}' });
    expect(whose({ status: 429 }, {}, [taken])).toBe('front');
    expect(whose({ status: 429 })).toBe('nobody');
    expect(whose({ status: 429 }, { method: 'HEAD' }, [taken])).toBe('nobody');
    expect(whose({ status: 429, ending: 'cut' }, {}, [taken])).toBe('nobody');
    expect(whose({ status: 429 }, { raw: 'x' }, [taken])).toBe('nobody');
  });
  it.each(['%00', '%2f', ';a=b'])(
    'of a path with %s may be from in front, of one with a colon is the service’s',
    (part) => {
      const told = (id: string): string => whose({ operation: 'chat' }, { url: `http://a.test/v1/bots/${id}/chat` });
      expect([`bot${part}`, 'our:bot'].map(told)).toEqual(['front', 'service']);
    },
  );
  it('with a 404 that says nothing may be from in front', () => {
    expect(whose({ status: 404, body: 'Not Found' })).toBe('front');
  });
  describe('where a request of its method at its path succeeded', () => {
    const url = 'http://a.test/v1/audio/tts';
    const taken = (change: Partial<SentRequest> = {}): Exchange => {
      const exchange = answered({ operation: 'speech', status: 200, body: '{}' });
      return { ...exchange, request: { ...exchange.request, url, body: Buffer.alloc(20), ...change } };
    };
    it.each([404, 405, 414])('is the service’s own with %i, whatever it looks like', (status) => {
      expect(whose({ status, body: 'Not Found' }, {}, [taken()])).toBe('service');
      expect(whose({ status, body: 'Not Found' }, { url: `${url}?a=1` }, [taken()])).toBe('service');
    });
    it('is the service’s own with 413 only where as many bytes were taken', () => {
      const told = (length: number): string => whose({ status: 413 }, { body: Buffer.alloc(length) }, [taken()]);
      expect([20, 21].map(told)).toEqual(['service', 'front']);
    });
    it.each([408, 411, 417, 500])('may be from in front with %i all the same', (status) => {
      expect(whose({ status }, {}, [taken()])).toBe('front');
    });
    it.each<readonly [string, Exchange]>([
      ['another path', taken({ url: `${url}/` })],
      ['another method', taken({ method: 'PUT' })],
      ['what is written byte by byte', taken({ raw: 'x' })],
      ['one that was refused', answered({ operation: 'speech', status: 401 })],
    ])('may be from in front where it was %s', (_, other) => {
      expect(whose({ status: 404, body: 'Not Found' }, {}, [other])).toBe('front');
    });
    it('is told of what came since, too', () => {
      const recorded: Exchange[] = [];
      expect(whose({ status: 404, body: '' }, {}, recorded)).toBe('front');
      recorded.push(taken());
      expect(whose({ status: 404, body: '' }, {}, recorded)).toBe('service');
    });
    it('may be from in front where its own bytes are odd', () => {
      expect(whose({ status: 404, body: '' }, { headers: [['Content-Encoding', 'gzip']] }, [taken()])).toBe('front');
    });
  });
  it('of a request byte by byte is told only where it must have been read', () => {
    expect(whose({}, { raw: 'x' })).toBe('nobody');
    expect(whose({ status: 405 }, { raw: 'x' })).toBe('front');
  });
  it('is none where it may validly have no body, did not come whole, or is a success', () => {
    expect(whose({ status: 431 })).toBe('nobody');
    expect(whose({}, { method: 'HEAD' })).toBe('nobody');
    expect(whose({ ending: 'cut' })).toBe('nobody');
    expect(whose({ status: 200 })).toBe('nobody');
    // A gateway answers these where the service behind it does not, so the answer is not judged.
    for (const status of [502, 503, 504]) expect(whose({ status })).toBe('nobody');
  });
});

describe('an error that is said to be JSON', () => {
  const isOne = (parts: Parameters<typeof answered>[0], change: Partial<SentRequest> = {}): boolean => {
    const headers = [['Content-Type', 'application/json']] as const;
    const exchange = answered({ operation: 'chat', status: 404, body: '{"error":"', headers, ...parts });
    return everyErrorSaidToBeJson({ ...exchange, request: { ...exchange.request, ...change } });
  };
  it('is one by its label, whoever refuses', () => {
    for (const status of [400, 404, 405, 500]) expect(isOne({ status })).toBe(true);
    expect(isOne({}, { url: 'http://a.test/other' })).toBe(true);
    expect(isOne({}, { url: 'http://a.test/v1/bots/n%22%0D%0A/chat' })).toBe(true);
  });
  it('is none without a body or that label, nor of bytes that no client sends', () => {
    expect(isOne({ body: '' })).toBe(false);
    expect(isOne({ headers: [['Content-Type', 'text/html']] })).toBe(false);
    expect(isOne({ headers: [] })).toBe(false);
    expect(isOne({ status: 200 })).toBe(false);
    expect(isOne({}, { raw: 'x' })).toBe(false);
    expect(isOne({}, { url: 'http://a.test/v1/bots/%zz/chat' })).toBe(false);
    expect(isOne({}, { body: Buffer.from('caf\u{e9}', 'latin1') })).toBe(false);
  });
});
