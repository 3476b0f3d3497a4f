import { describe, expect, it } from 'vitest';
import { onAnswer } from '../expectations/on-answer.ts';
import type { Check, Expectation, Mismatch, Exchanges } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { judgeEvery } from './judge-every.ts';
import { bad, check, good, ofAnswers, own } from './judge-every.testing.ts';

const wrong: readonly Mismatch[] = [{ subject: 'Content-Type', expected: 'a type', observed: 'no such field' }];
const isLabelled: Expectation = onAnswer(({ headers }) => (headers.length > 0 ? [] : wrong));

function sending(id: string, body: Uint8Array, headers: Exchange['request']['headers'] = []): Exchange {
  const exchange = bad(id);
  return { ...exchange, request: { ...exchange.request, body, headers } };
}

describe('what is wrong only in answers to invalid UTF-8', () => {
  const echoed = sending('echo#1', Buffer.from([0xed, 0xa0, 0x80]));
  const isOf = async (change: Partial<Check>, exchange = echoed) => {
    const { verdict } = await judgeEvery({ ...check(isLabelled), ...change }, ofAnswers, own(), [
      good('a#1'),
      exchange,
    ]);
    return verdict.is;
  };
  it('fails no MUST, told of one answer or of all together, and what weighs less', async () => {
    expect(await isOf({ level: 'MUST' })).toBe('pass');
    const isThere = (seen: Exchanges): readonly Mismatch[] => (seen.some(({ id }) => id === 'echo#1') ? wrong : []);
    expect(await isOf({ level: 'MUST', together: true, expect: [isThere] })).toBe('pass');
    expect(await isOf({ level: 'HTTP' })).toBe('fail');
  });
  it('fails what touches others', async () => {
    expect(await isOf({ level: 'MUST', absence: 'secrecy' })).toBe('fail');
  });
  it('is none where these bytes are a coding of what was meant', async () => {
    const coded = sending('coded#1', Buffer.from([0x1f, 0x8b]), [['Content-Encoding', 'gzip']]);
    expect(await isOf({ level: 'MUST' }, coded)).toBe('fail');
  });
});

it('shows a body that common clients send before one of invalid UTF-8 or half a surrogate pair', async () => {
  const bodies = [Buffer.from('{"a":"caf\xe9"}', 'latin1'), '{"a":"\\ud83d"}', '{"a":"café","b":1}'];
  const all = bodies.map((body, at) => sending(`${at}#1`, Buffer.from(body)));
  const { decisive } = await judgeEvery({ ...check(isLabelled), level: 'HTTP' }, ofAnswers, own(), all);
  expect(decisive?.id).toBe('2#1');
});
