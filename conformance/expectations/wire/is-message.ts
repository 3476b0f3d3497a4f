import type { Expectation } from '../../model/check.ts';
import { classify } from '../../classification/classify.ts';

/**
 * The answer is an HTTP response (RFC 9112 2.1) with a valid status (RFC 9110 15). The parser judges the rest of the
 * grammar: what it cannot read is no answer.
 */
export const isMessage: Expectation = ([exchange]) => {
  if (exchange === undefined) return { inconclusive: 'there was no answer to judge' };
  const classification = classify(exchange, { status402: true });
  if (classification.is === 'noResponse')
    return classification.isProven === true ? [classification.mismatch] : { inconclusive: 'it has no end' };
  if (exchange.response.is !== 'answer') return { inconclusive: 'there was no answer to judge' };
  const { status } = exchange.response;
  if (status >= 200 && status <= 599) return [];
  return [
    {
      subject: 'status',
      expected: 'one from 200 to 599',
      observed: String(status),
      reference: 'RFC 9110 15',
      kind: { is: 'status' },
    },
  ];
};
