import type { Judgement, Mismatch } from '../../model/check.ts';
import type { Answer } from '../../model/exchange.ts';
import { onAnswer, onEveryAnswer } from '../on-answer.ts';

const words = {
  broken: 'its framing breaks the grammar of HTTP',
  cut: 'the connection closed before the body was whole',
  tooLong: 'more than assay reads, and no end',
  timeout: 'no end within the time limit',
  unkept: 'more than assay reads',
} as const;

/** The body is whole by its own framing (RFC 9112 6.3 and 8). */
export const isComplete = onAnswer((answer): Judgement => incompleteIn(answer));

/** The same of each answer. */
export const areComplete = onEveryAnswer((answer, { id }) =>
  incompleteIn(answer).map((mismatch) => ({ ...mismatch, exchange: id })),
);

function incompleteIn({ ending, body, brokenBy }: Answer): readonly Mismatch[] {
  if (ending === 'complete' || ending === 'left') return [];
  const because = ending === 'broken' ? (brokenBy ?? words.broken) : words[ending];
  const observed = `${because}, after ${body.length} bytes`;
  return [{ subject: 'body', expected: 'as long as its framing says', observed, reference: 'RFC 9112 8' }];
}
