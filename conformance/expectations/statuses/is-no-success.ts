import { isSuccessStatus } from '../../model/exchange.ts';
import { evenIfStillSending, onAnswer } from '../on-answer.ts';
import { describeAnswer } from '../describe-answer.ts';

/**
 * An incomplete request was not acted upon (RFC 9112 8). Caddy answers one with 200 and no body, as it passes nothing
 * on: an empty 200 does not show that anything was done, while a 202 or a 204 does.
 */
export const isNoSuccess = evenIfStillSending(
  onAnswer((answer) =>
    isSuccessStatus(answer.status) && (answer.status !== 200 || answer.body.length > 0)
      ? [
          {
            subject: 'status',
            expected: 'any but 2xx',
            observed: describeAnswer(answer),
            reference: 'RFC 9112 8',
            kind: { is: 'status' },
          },
        ]
      : [],
  ),
);

/** The service reads a chunked body, or asks for a length (RFC 9110 15.5.12). */
export const isSuccessOr411 = onAnswer((answer) =>
  isSuccessStatus(answer.status) || answer.status === 411
    ? []
    : [
        {
          subject: 'status',
          expected: 'success, any 2xx, or 411',
          observed: describeAnswer(answer),
          reference: 'RFC 9112 7.1',
          kind: { is: 'status', due: 'success' },
        },
      ],
);
