import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { everyDataIsJson, jsonDataIsJson } from './json-in-data.ts';

const stream = (...events: readonly string[]) =>
  answered({ operation: 'stream', body: events.map((data) => `data: ${data}\n\n`).join('') });

describe('jsonDataIsJson', () => {
  it('finds a control character that is not escaped, where other data is JSON', () => {
    expect(jsonDataIsJson([stream('{"text":"a"}', '{"text":"b\tc"}', '[DONE]')])).toEqual([
      {
        subject: 'data',
        expected: 'JSON, as in other events',
        observed: String.raw`U+0009 in "{\"text\":\"b\tc\"}"`,
        reference: 'RFC 8259 7',
      },
    ]);
  });
  it.each([['JSON throughout', ['{"text":"a"}', String.raw`{"text":"b\tc"}`, '[DONE]']]])(
    'takes data that is %s',
    (_, events) => {
      expect(jsonDataIsJson([stream(...events)])).toEqual([]);
    },
  );
  it.each([
    ['without a control character', ['{"text":"a"}', String.raw`{"text":"b\nc"}`, '[DONE]']],
    ['JSON with a backslash', [String.raw`{"text":"a\\\\tc"}`]],
    ['text that looks like it', ['{a', 'b\tc}', '{"text":"b\tc"}']],
    ['broken in another way', ['{"text":"a"}', '{"text":"b']],
    ['plain text', ['a\tb', 'c']],
  ])('is shown nothing by data that is %s', (_, events) => {
    expect(jsonDataIsJson([stream(...events)])).toEqual({
      inconclusive: 'no event of JSON has a tab, or another control character, to escape',
      isUnspecified: true,
    });
  });
});

describe('everyDataIsJson', () => {
  const pieces = ['{"text":"a"}', '{"text":"b"}', '{"text":"c"}'];
  const tooFew = {
    inconclusive: 'no stream of enough events of JSON, so that one could lack it',
    isUnspecified: true,
  };
  it('finds one event that is not JSON where all others are', () => {
    expect(everyDataIsJson([stream(...pieces, '{"usage":{"requests":1}', '[DONE]')])).toEqual([
      {
        subject: 'data',
        expected: 'JSON, as in 3 other events',
        observed: String.raw`"{\"usage\":{\"requests\":1}"`,
        range: { exchange: 'probe#1', at: 60, bytes: 31 },
      },
    ]);
  });
  it.each(['undefined', 'NaN', 'None'])('finds %s, which is made of no value', (data) => {
    expect(everyDataIsJson([stream(...pieces.slice(0, 2), data, ...pieces.slice(2), '[DONE]')])).toMatchObject([
      { expected: 'JSON, as in 3 other events', observed: `"${data}"` },
    ]);
    expect(everyDataIsJson([stream('a', data, 'b', 'c')])).toEqual(tooFew);
  });
  it.each([
    ['JSON and a sentinel', [...pieces, '{"text":"d"}', '[DONE]']],
    ['broken by a raw tab, which is told elsewhere', [...pieces, '{"text":"d\t"}']],
    ['text behind JSON', [...pieces, 'Goodbye, and thank you.']],
  ])('takes data that is %s', (_, events) => {
    expect(everyDataIsJson([stream(...events)])).toEqual([]);
  });
  it.each([
    ['cut over several events', [...pieces, '{"text":', '"d"}']],
    ['of few events', ['{"text":"a"}', '{"text":"b']],
    ['text', ['a', 'b', 'c d', 'e f']],
  ])('is shown nothing by data that is %s', (_, events) => {
    expect(everyDataIsJson([stream(...events)])).toEqual(tooFew);
  });
});
