import { isSuccessStatus } from '../../model/exchange.ts';
import { onAnswer } from '../on-answer.ts';
import { describeAnswer } from '../describe-answer.ts';

/**
 * `Expect: 100-continue` is answered at once, with 100 or with a final status (RFC 9110 10.1.1: MUST), and the request
 * goes on as if it had not been there. HTTP/1.0 knows nothing of it.
 */
export const heedsExpect = onAnswer((answer) => {
  const { onWire } = answer;
  if (onWire === undefined) return { inconclusive: 'it was not read byte by byte' };
  if (onWire.version === '1.0') return [];
  if (onWire.hasty) {
    const observed = 'nothing until the body was sent anyway';
    return [{ subject: 'Expect', expected: '100 Continue, or a final status', observed, reference: 'RFC 9110 10.1.1' }];
  }
  // Without a 100, the status is a refusal that the service was free to make, such as 417.
  if (!onWire.interim.includes(100) || isSuccessStatus(answer.status)) return [];
  return [
    {
      subject: 'status after 100 Continue',
      expected: 'success, any 2xx',
      observed: describeAnswer(answer),
      kind: { is: 'status', due: 'success' },
    },
  ];
});
