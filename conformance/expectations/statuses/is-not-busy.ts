import { onAnswer } from '../on-answer.ts';
import { shown } from '../shown-answer.ts';

/** "Somebody else is at it" (RFC 9110 15.5.10, RFC 4918 11.3). */
export const busyStatuses: readonly number[] = [409, 423];

/** Nothing is under way any more that could hold up this request. Why else it may be refused is not judged. */
export const isNotBusy = onAnswer((answer) =>
  busyStatuses.includes(answer.status)
    ? [
        {
          subject: 'status',
          expected: 'no conflict with what is over',
          observed: shown(answer),
          kind: { is: 'status' },
        },
      ]
    : [],
);
