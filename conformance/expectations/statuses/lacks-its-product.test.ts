import { describe, expect, it } from 'vitest';
import { endpoints } from '../../contract/limits.ts';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { isComplete } from '../wire/is-complete.ts';
import { areSuccesses, isSuccess } from './is-success.ts';
import { missingProductReason, requiringProduct } from './lacks-its-product.ts';

type Operation = keyof typeof endpoints;
type Body = NonNullable<Parameters<typeof answered>[0]>['body'];

function of(operation: Operation, body: Body, status = 200): Exchange {
  const { method, path } = endpoints[operation];
  const exchange = answered({ operation, method, status, ...(body === undefined ? {} : { body }) });
  const url = `http://service.test${path.replace('{botId}', 'b')}`;
  return { ...exchange, request: { ...exchange.request, url } };
}

const deep = (levels: number): object => (levels === 0 ? { end: 1 } : [deep(levels - 1)]);

const all = Object.keys(endpoints) as readonly Operation[];
const words = (what: string): string => `the status is a success, but the body is no ${what}`;
const lacking: Readonly<Record<Operation, string>> = {
  bots: words('JSON object or array, so no list of bots (4.1)'),
  voices: words('list of voices (2.4)'),
  chat: words('chat response: it has no sessionId (2.3)'),
  stream: words('stream: it has no server-sent event with data (6.1)'),
  speech: words('speech: it has no audioBase64 that can be decoded (2.6)'),
};

describe('lacksItsProduct', () => {
  it.each(all)('sees a web page, nothing and null in the place of what %s gives', (operation) => {
    const isText = operation !== 'stream';
    for (const body of ['<!doctype html><h1>Welcome</h1>', ''])
      expect(missingProductReason(of(operation, body))).toBe(isText ? words('JSON (4)') : lacking[operation]);
    expect(missingProductReason(of(operation, 'null'))).toBe(lacking[operation]);
  });
  it.each(all.filter((each) => each !== 'bots'))(
    'sees an object with nothing in it in the place of %s',
    (operation) => {
      for (const body of [{}, []]) expect(missingProductReason(of(operation, body))).toBe(lacking[operation]);
    },
  );
  it.each([
    ['bots', []],
    ['bots', { items: null }],
    ['voices', { voices: [] }],
    ['chat', { data: { sessionId: 7 } }],
    ['stream', 'data: hi\n\n'],
    ['speech', { audioBase64: 'AAAA' }],
  ] as const)('takes of %s what has it: %j', (operation, body) => {
    expect(missingProductReason(of(operation, body))).toBeUndefined();
  });
  it('takes a sessionId that is too long or too deep to be sent back', () => {
    for (const sessionId of ['x'.repeat(70_000), deep(2_000)])
      expect(missingProductReason(of('chat', { sessionId }))).toBeUndefined();
  });
  it('says nothing of a refusal, of another path or method, and of a part', () => {
    expect(missingProductReason(of('chat', '', 400))).toBeUndefined();
    expect(missingProductReason(answered({ body: '' }))).toBeUndefined();
    const voices = of('voices', '');
    expect(missingProductReason({ ...voices, request: { ...voices.request, method: 'HEAD' } })).toBeUndefined();
    const part = answered({ operation: 'chat', body: '{"rep', ending: 'timeout' });
    expect(missingProductReason({ ...part, request: of('chat', '').request })).toBeUndefined();
  });
});

describe('a success without what is due', () => {
  const empty = of('chat', {});
  it('proves nothing', () => {
    expect(isSuccess([empty])).toEqual({ inconclusive: lacking.chat });
    expect(areSuccesses([of('chat', { sessionId: 'a' }), empty])).toEqual({ inconclusive: lacking.chat });
  });
  it('excuses no other answer', () => {
    expect(areSuccesses([empty, of('chat', {}, 500)])).toHaveLength(1);
  });
});

describe('ofProduct', () => {
  it('lets pass only what gives what its operation does', async () => {
    expect(await requiringProduct(isComplete)([of('stream', 'data: hi\n\n')])).toEqual([]);
    expect(await requiringProduct(isComplete)([of('stream', ': hi\n\n')])).toEqual({ inconclusive: lacking.stream });
    const refused = {
      inconclusive: 'the answer was not a success (status 400)',
      about: { is: 'answer', exchange: 'probe#1' },
    };
    expect(await requiringProduct(isComplete)([of('stream', '', 400)])).toEqual(refused);
  });
  it('finds what is wrong in any answer', async () => {
    const cut = { ...of('stream', '', 400), response: answered({ status: 400, ending: 'cut' }).response };
    expect(await requiringProduct(isComplete)([cut])).toHaveLength(1);
  });
});
