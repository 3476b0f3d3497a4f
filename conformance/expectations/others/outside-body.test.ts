import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { leaksNothingOfOthers } from './nothing-of-others.ts';

const word = 'zqaaaaaaaaaa';

const of = (token: string, exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, headers: [['authorization', `Bearer ${token}`]] },
});
const mine = (exchange: Exchange): Exchange => of('${WORKSPACE_TOKEN_owner}', exchange);
const told = of('${ASSAY_TOKEN}', answered({ id: 'told', operation: 'chat', sent: { message: word } }));
const judged = (exchange: Exchange) => leaksNothingOfOthers([exchange], [told, exchange]);
const leak = {
  subject: 'isolation',
  expected: 'only what its caller told, or was given',
  observed: `the answer to begun contains ${word}, told in a chat of another workspace`,
  kind: { observed: 'an answer contains what belongs to another workspace' },
  exchange: 'begun',
  restsOn: ['told'],
};

describe('saysNothingOfOthers beside what is said', () => {
  const placed = (place: string) => ({
    ...leak,
    observed: `the answer to begun contains ${word} in ${place}, told in a chat of another workspace`,
  });
  it('finds a word of others in a trailer field', () => {
    const exchange = answered({ id: 'begun', operation: 'chat', body: { reply: 'Hello.' } });
    const { response } = exchange;
    if (response.is !== 'answer') throw new Error('it is one');
    const trailing = mine({ ...exchange, response: { ...response, trailers: [['x-trace', `before ${word}`]] } });
    expect(judged(trailing)).toEqual([placed('the trailer x-trace')]);
  });
  const streamed = (lines: string) =>
    mine(
      answered({
        id: 'begun',
        operation: 'stream',
        headers: [['Content-Type', 'text/event-stream']],
        body: `${lines}data: {"delta":"Hello."}\n\n`,
      }),
    );
  it.each([
    [`: ${word}\n`, 'a comment of the stream'],
    [`: before: ${word.toUpperCase()}\n\n`, 'a comment of the stream'],
    [`id: ${word}\n`, 'the id of an event of the stream'],
    [`event: ${word}\n`, 'the name of an event of the stream'],
    [`retry: ${word}\n`, 'a retry field of the stream'],
    [`x-last: ${word}\n`, 'a line that is no field of the stream'],
  ])('finds it in a stream that begins with %j', (lines, place) => {
    expect(judged(streamed(lines))).toEqual([placed(place)]);
  });
  it('finds it in data that no event ends', () => {
    const stream = streamed('');
    const body = Buffer.from(`data: Hello.\n\ndata: ${word}\n`);
    const cut = { ...stream, response: { ...stream.response, body } } as Exchange;
    expect(judged(cut)).toEqual([placed('data that no event ends')]);
  });
  it.each(['chat', 'speech', 'voices'] as const)('finds it in a header of a %s', (operation) => {
    const headers = [['X-Last', `${word}!`]] as const;
    expect(judged(mine(answered({ id: 'begun', operation, headers })))).toEqual([placed('the header x-last')]);
  });
  it('says that it is said, where it stands in a header too', () => {
    const headers = [
      ['Content-Type', 'application/json'],
      ['X-Last', word],
    ] as const;
    expect(judged(mine(answered({ id: 'begun', operation: 'chat', headers, body: { reply: word } })))).toEqual([leak]);
  });
  it('takes what the request itself told, in any place', () => {
    const own = 'zqbbbbbbbbbb';
    const headers = [['X-Echo', own]] as const;
    const sent = { message: own };
    expect(judged(mine(answered({ id: 'begun', operation: 'chat', headers, sent })))).toEqual([]);
  });
});
