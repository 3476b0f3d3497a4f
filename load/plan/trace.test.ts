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
