import { onAnswer } from '../on-answer.ts';

const words = {
  broken: 'its framing breaks the grammar of HTTP',
  cut: 'the connection closed before the body was whole',
  tooLong: 'more than assay reads, and no end',
  timeout: 'no end within the time limit',
  unkept: 'more than assay reads',
} as const;

/** The body is whole by its own framing (RFC 9112 6.3 and 8). */
export const isComplete = onAnswer(({ ending, body, brokenBy }) => {
  if (ending === 'complete' || ending === 'left') return [];
  const because = ending === 'broken' ? (brokenBy ?? words.broken) : words[ending];
  const observed = `${because}, after ${body.length} bytes`;
  return [{ subject: 'body', expected: 'as long as its framing says', observed, reference: 'RFC 9112 8' }];
});
