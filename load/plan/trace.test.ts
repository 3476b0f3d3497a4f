import { describe, expect, it } from 'vitest';
import { traceFrom } from './trace.ts';

const good =
  '{"atMs": 0}\n\n{"atMs": 12.3456, "operation": "chat", "body": {"message": "Hi"}}\n{"atMs": 20, "body": "x"}\n';

describe('a trace', () => {
  it('holds times and bodies, one request a line', () => {
    expect(traceFrom(good)).toEqual({
      is: 'trace',
      lines: [{ atMs: 0 }, { atMs: 12.346, operation: 'chat', body: '{"message":"Hi"}' }, { atMs: 20, body: 'x' }],
    });
  });

  it.each([
    ['{"atMs": 1}\n{"atMs": }', 2, 'it is not a JSON object'],
    ['{"atMs": 1}\n\n7', 3, 'it is not a JSON object'],
    ['{"atMs": -1}', 1, 'atMs is -1, expected milliseconds from 0 on'],
    ['{"at": 1}', 1, '"at" is not a field of a trace'],
    ['{"atMs": "1"}', 1, 'atMs is "1"'],
    ['{"atMs": 5}\n{"atMs": 4}', 2, 'atMs is 4, expected no less than the 5 before it'],
    ['{"atMs": 5, "operation": "sing"}', 1, 'operation is "sing", expected stream, chat, speech, voices'],
    ['{"atMs": 5, "body": 3}', 1, 'body is neither an object nor a text'],
    ['\n', 1, 'it holds no request'],
  ])('%j is bad in line %i', (text, lineNumber, because) => {
    expect(traceFrom(text)).toMatchObject({ is: 'bad', lineNumber, because: expect.stringContaining(because) });
  });
});

describe('a trace that others publish', () => {
  const timesOf = (text: string): readonly number[] | string => {
    const trace = traceFrom(text);
    return trace.is === 'trace' ? trace.lines.map(({ atMs }) => atMs) : `${trace.lineNumber}: ${trace.because}`;
  };
  const azure = 'TIMESTAMP,ContextTokens,GeneratedTokens\r\n';

  it('of Mooncake gives its times, from the first on, and nothing else', () => {
    const lines = [27_482, 27_482, 30_535].map((timestamp) =>
      JSON.stringify({ timestamp, input_length: 6955, output_length: 52, hash_ids: [46, 47] }),
    );
    expect(traceFrom(lines.join('\n'))).toEqual({ is: 'trace', lines: [{ atMs: 0 }, { atMs: 0 }, { atMs: 3053 }] });
  });

  it('of Azure LLM inference gives its times to the microsecond, over midnight and with a zone too', () => {
    const of2023 = '2023-11-16 23:59:59.9799600,4808,10\r\n2023-11-17 00:00:00.0319607,3180,8\r\n';
    expect(timesOf(azure + of2023)).toEqual([0, 52.001]);
    const of2024 = '2024-05-10 00:00:00.009930+00:00,2162,5\n2024-05-10 00:00:01+00:00,2399,6\n';
    expect(timesOf(azure + of2024)).toEqual([0, 990.07]);
  });

  it.each([
    [`${azure}soon,1,2\n`, '2: it has no time, expected a line such as 2023-11-16 18:17:03.9799600,4808,10'],
    [`${azure}2023-11-16 18:00:01,1,2\n2023-11-16 18:00:00,1,2\n`, '3: it is -1000 ms after the first'],
    ['{"timestamp": 5, "input_length": 1}\n{"atMs": 7}', '2: it has no time, expected a line such as {"timestamp"'],
    [azure, '1: it holds no request'],
  ])('%j is bad', (text, because) => {
    expect(timesOf(text)).toContain(because);
  });
});
