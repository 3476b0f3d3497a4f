import { onAnswer } from '../on-answer.ts';
import { describeAnswer } from '../describe-answer.ts';

/** Statuses that say that something else is in progress (RFC 9110 15.5.10, RFC 4918 11.3). */
export const busyStatuses: readonly number[] = [409, 423];

/** Nothing is in progress any more that could hold up this request. Refusals for other reasons are not judged. */
export const isNotBusy = onAnswer((answer) =>
  busyStatuses.includes(answer.status)
    ? [
        {
          subject: 'status',
          expected: 'no conflict with what is over',
          observed: describeAnswer(answer),
          kind: { is: 'status' },
        },
      ]
    : [],
);
