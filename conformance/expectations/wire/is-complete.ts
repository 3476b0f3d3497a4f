import { beginsAsSpeech } from '../../bodies/begins-as-speech.ts';
import type { Judgement, Mismatch } from '../../model/check.ts';
import type { Answer } from '../../model/exchange.ts';
import { onAnswer, onEveryAnswer } from '../on-answer.ts';

const words = {
  broken: 'its framing breaks the grammar of HTTP',
  cut: 'the connection closed before the body was whole',
  tooLong: 'more than assay reads, and no end',
  timeout: 'no end within the time limit',
} as const;

/** The body is whole by its own framing (RFC 9112 6.3 and 8). */
export const isComplete = onAnswer((answer): Judgement => incompleteMismatches(answer));

/** The same for each answer. */
export const areComplete = onEveryAnswer((answer, { id }) =>
  incompleteMismatches(answer).map((mismatch) => ({ ...mismatch, exchange: id })),
);

/**
 * A body of which assay kept only a part was still read to its end. How long audio may be is not shown (8.2), so speech
 * that is too long for assay does not fail.
 */
function incompleteMismatches(answer: Answer): readonly Mismatch[] {
  const { ending, body, brokenBy } = answer;
  if (ending === 'complete' || ending === 'left' || ending === 'unkept') return [];
  if (ending === 'tooLong' && beginsAsSpeech(answer)) return [];
  const because = ending === 'broken' ? (brokenBy ?? words.broken) : words[ending];
  const observed = `${because}, after ${body.length} bytes`;
  return [{ subject: 'body', expected: 'as long as its framing says', observed, reference: 'RFC 9112 8' }];
}
