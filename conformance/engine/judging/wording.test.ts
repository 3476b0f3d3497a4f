import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Expectation, Judgement } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { judgementOf } from './judge.ts';

const came = answered({ body: '{"reply":"secret"}' });
const kept = answered({ body: '{"reply":"******"}' });
const both: Exchange = { ...came, kept: { request: kept.request, response: kept.response } };

const bodyOf = ({ response }: Exchange): string =>
  response.is === 'answer' ? Buffer.from(response.body).toString() : '';

/** An expectation that judges the body of each answer by `words`. */
const saying =
  (words: (body: string) => Judgement): Expectation =>
  ([exchange = came]) =>
    words(bodyOf(exchange));
const wrong = (body: string, subject = 'reply') => ({ subject, expected: 'a word', observed: body });

describe('the word on an answer with a secret in it', () => {
  it('is that on what came, in the sentences on what is kept', async () => {
    expect(
      await judgementOf(
        saying((body) => [wrong(body)]),
        [both],
      ),
    ).toEqual([wrong('{"reply":"******"}')]);
  });
  it('accuses nobody of what masking made of it', async () => {
    const isMasked = saying((body) => (body.includes('*') ? [wrong(body)] : []));
    expect(await judgementOf(isMasked, [both])).toEqual([]);
  });
  it('is never less than that on what came', async () => {
    const isSecret = saying((body) => (body.includes('secret') ? [wrong(body)] : []));
    expect(await judgementOf(isSecret, [both])).toEqual([wrong('{"reply":"secret"}')]);
  });
  it('keeps its own sentence where those on what is kept may be about something else', async () => {
    const more = saying((body) => (body.includes('*') ? [wrong('other'), wrong(body)] : [wrong(body)]));
    expect(await judgementOf(more, [both])).toEqual([wrong('{"reply":"secret"}')]);
  });
  it('is as open as what came leaves it', async () => {
    const open = saying((body) => ({ inconclusive: `no word: ${body}`, isUnspecified: true }));
    expect(await judgementOf(open, [both])).toEqual({
      inconclusive: 'no word: {"reply":"******"}',
      isUnspecified: true,
    });
    const masked = saying((body) => (body.includes('*') ? { inconclusive: 'masked' } : []));
    expect(await judgementOf(masked, [both])).toEqual([]);
  });
  it('is asked once where there is none', () => {
    let asked = 0;
    void judgementOf(
      saying(() => {
        asked += 1;
        return [];
      }),
      [came],
    );
    expect(asked).toBe(1);
  });
});
