import { kindOfSubject } from '../../model/mismatch.ts';
import type { Mismatch } from '../../model/check.ts';
import { errorCodeIn } from '../../bodies/error-code.ts';
import type { Exchange } from '../../model/exchange.ts';

/** A code is a word for machines; what is longer, or has blanks, may repeat the input. */
const wordLike = /^[\w.:-]{1,60}$/;

/**
 * What two failures have in common that come from one mistake: what was expected of what, the status and the service's
 * own code. The input is not part of it, nor is anything that may repeat the input.
 */
export function causeOf(mismatches: readonly Mismatch[], exchange: Exchange | undefined): string {
  const [first] = mismatches;
  const said = exchange === undefined ? [] : answerOf(exchange);
  // In which turn of a conversation it happened is the input's matter.
  const subject = first === undefined ? '' : kindOfSubject(first);
  return [subject, first?.expected ?? '', ...said].filter((word) => word !== '').join(' | ');
}

/** Status and error code, or the word for there being no answer: a kind of answer that can be counted. */
export function answerOf({ response }: Exchange): readonly string[] {
  if (response.is === 'noAnswer') return [response.because];
  if (response.status < 400) return [String(response.status)];
  const code = errorCodeIn(response) ?? '';
  return [String(response.status), wordLike.test(code) ? code : ''];
}
