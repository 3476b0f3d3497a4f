import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { jsonDataIsJson } from './json-in-data.ts';

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
  it.each([
    ['JSON throughout', ['{"text":"a"}', String.raw`{"text":"b\tc"}`, '[DONE]']],
    ['text that looks like it', ['{a', 'b\tc}', '{"text":"b\tc"}']],
    ['broken in another way', ['{"text":"a"}', '{"text":"b']],
    ['plain text', ['a\tb', 'c']],
  ])('takes data that is %s', (_, events) => {
    expect(jsonDataIsJson([stream(...events)])).toEqual([]);
  });
});
