import { uncoveredChatStatus } from '../../contract/limits.ts';
import { uncoveredChatStatusText } from '../../model/mismatch.ts';
import { evenIfIncomplete, onAnswer } from '../on-answer.ts';
import { describeAnswer } from '../describe-answer.ts';

/** The only status that the document names: for a chat whose usage cannot be covered (4.2, 7.3, 8.2). */
export const isUncoveredChat = onAnswer((answer) =>
  answer.status === uncoveredChatStatus
    ? []
    : [
        {
          subject: 'status',
          expected: String(uncoveredChatStatus),
          observed: describeAnswer(answer),
          kind: { is: 'status', due: uncoveredChatStatusText },
        },
      ],
);

/** A challenge: a scheme, alone or with parameters (RFC 9110 11.6.1). */
const challenge = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+( |,|$)/;

/** A 401 names the scheme to use (RFC 9110 15.5.2: it MUST). Other refusals need not. */
export const challengesWhere401 = evenIfIncomplete(
  onAnswer(({ status, headers }) => {
    if (status !== 401) return { inconclusive: 'no answer has the status 401', isUnspecified: true };
    const fields = headers
      .filter(([name]) => name.toLowerCase() === 'www-authenticate')
      .map(([, value]) => value.trim());
    if (fields.some((value) => challenge.test(value))) return [];
    const observed = fields.length === 0 ? 'a 401 without it' : JSON.stringify(fields.join(', '));
    return [
      { subject: 'WWW-Authenticate', expected: 'a challenge such as Bearer', observed, reference: 'RFC 9110 15.5.2' },
    ];
  }),
);

/** A request without Host is malformed whatever it asks for (RFC 9112 3.2: the answer MUST be 400). */
export const isBadRequest = onAnswer((answer) =>
  answer.status === 400
    ? []
    : [
        {
          subject: 'status',
          expected: '400',
          observed: describeAnswer(answer),
          reference: 'RFC 9112 3.2',
          kind: { is: 'status' },
        },
      ],
);
