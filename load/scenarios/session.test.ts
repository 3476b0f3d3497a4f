import { describe, expect, it } from 'vitest';
import { sessionIdIn, thinkMsOf } from './session.ts';

describe('the session of a reply', () => {
  it.each([
    ['{"sessionId":"s-1","reply":"x"}', '"s-1"'],
    ['{"meta": {"sessionId" : 17}}', '17'],
    ['{"text":"a"}\n{"text":"b","done":true,"sessionId":"s\\"2"}', String.raw`"s\"2"`],
    ['{"sessionId":"old"}\n{"sessionId":"new"}', '"new"'],
    ['{"trace":{"sessionId":"deep"},"chat":{"sessionId":{"key":"k"}},"more":{"x":{"sessionId":"z"}}}', '{"key":"k"}'],
    ['{"sessionId":{"key":"k"}}\n{"delta":"a"}\n{"tool":{"sessionId":"t"}}\n{"cut":', '{"key":"k"}'],
    ['{"sessionId":"a","parent":{"sessionId":null},"names":["sessionId"]}', '"a"'],
    ['{"sessionId":9007199254740993}', '9007199254740993'],
    ['{"n":18446744073709551615}\n{"text":"cut', undefined],
    ['{"text":"a 1234567890123456 \\" b"}\n{"text":"}\n{"sessionId":-9223372036854775807 }', '-9223372036854775807'],
    ['{"sessionId":"1234567890123456789"}', '"1234567890123456789"'],
    ['{"sessionId":{"key":[18446744073709551615,"7"]},"n":1}', '{"key":[18446744073709551615,"7"]}'],
    ['{"reply":"none"}', undefined],
    ['{"sessionId":null}', undefined],
    [undefined, undefined],
  ])('in %j is %j', (text, id) => {
    expect(sessionIdIn(text)).toEqual(id);
  });
});

describe('a pause to think', () => {
  it('has the mean that was asked for, and is never far from it', () => {
    const pauses = Array.from({ length: 2_000 }, (_, index) => thinkMsOf(1, index, 1_000));
    expect(pauses.every((ms) => ms >= 500 && ms <= 1_500)).toBe(true);
    expect(pauses.reduce((sum, ms) => sum + ms, 0) / 2_000 / 1_000).toBeCloseTo(1, 1);
  });
});
