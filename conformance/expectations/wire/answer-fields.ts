import type { Expectation } from '../../model/check.ts';
import { headerOf } from '../../model/exchange.ts';
import { methodOfPath } from '../kinds.ts';
import { evenIfIncomplete, onAnswer, withExchange } from '../on-answer.ts';

/** An origin server with a clock says when it answered (RFC 9110 6.6.1). Whether it has a clock cannot be seen. */
export const hasDate = onAnswer(({ headers }) =>
  headerOf(headers, 'date') === undefined
    ? [{ subject: 'Date', expected: 'the time of the answer', observed: 'no such field', reference: 'RFC 9110 6.6.1' }]
    : [],
);

const imfFixdate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Dates are written as IMF-fixdate (RFC 9110 5.6.7: a sender MUST). Expires is not judged: a value that is no date
 * means that the answer is already stale (RFC 9111 5.3).
 */
export const writesDatesAsHttpDoes = onAnswer(({ headers }) =>
  headers
    .filter(([name, value]) => ['date', 'last-modified'].includes(name.toLowerCase()) && !imfFixdate.test(value))
    .map(([subject, observed]) => ({
      subject,
      expected: 'a date such as Sun, 06 Nov 1994 08:49:37 GMT',
      observed,
      reference: 'RFC 9110 5.6.7',
    })),
);

/** A body has a Content-Type (RFC 9110 8.3: SHOULD). */
export const saysItsType = onAnswer(({ headers, body }) =>
  body.length === 0 || headerOf(headers, 'content-type') !== undefined
    ? []
    : [
        {
          subject: 'Content-Type',
          expected: 'the media type of the body',
          observed: 'no such field',
          reference: 'RFC 9110 8.3',
        },
      ],
);

/** A 405 names the methods of its path, including the method that the document gives it (RFC 9110 15.5.6, 10.2.1). */
export const allowsItsMethods: Expectation = evenIfIncomplete(
  onAnswer(({ status, headers }, { request }) => {
    if (status !== 405) return { inconclusive: 'no answer has the status 405', isUnspecified: true };
    const method = methodOfPath(request.url);
    const methods = headers.filter(([name]) => name.toLowerCase() === 'allow').map(([, value]) => value);
    const named = methods
      .join(',')
      .split(',')
      .map((each) => each.trim());
    if (methods.length > 0 && (method === undefined || named.includes(method))) return [];
    const observed = methods.length === 0 ? 'a 405 without it' : methods.join(', ') || 'an empty list';
    const expected = method === undefined ? 'the methods of this path' : `${method} among the methods of this path`;
    return [{ subject: 'Allow', expected, observed, reference: 'RFC 9110 15.5.6' }];
  }),
);

/**
 * A method that the service lacks causes no server error, except for 501, which says just that (RFC 9110 9.1, 15.6.2).
 */
export const isNoErrorForMethod = onAnswer(({ status }) =>
  status < 500 || status === 501
    ? []
    : [
        {
          subject: 'status',
          expected: 'any but 5xx, save 501',
          observed: `status ${status}`,
          reference: 'RFC 9110 15.6',
          kind: { is: 'status', due: 'notServerError' },
        },
      ],
);

/**
 * HEAD is answered like GET (RFC 9110 9.3.2): a Content-Length, if given, is the length of the body of GET (8.6: MUST).
 * Where the bodies of two GETs differ in length, no length can be shown to be wrong.
 */
export const headGivesLengthOfGet: Expectation = (seen) => {
  const [first, head, again] = seen.map(({ response }) => (response.is === 'answer' ? response : undefined));
  if (first === undefined || head === undefined || again === undefined)
    return { inconclusive: 'not every request was answered' };
  if (head.status !== first.status) return [];
  const told = headerOf(head.headers, 'content-length');
  if (told === undefined || Number(told) === first.body.length) return [];
  if (first.body.length !== again.body.length) return [];
  const expected = `${first.body.length}, as GET, or none`;
  return [
    withExchange(seen[1], { subject: 'Content-Length of HEAD', expected, observed: told, reference: 'RFC 9110 8.6' }),
  ];
};

/** HEAD has the same Content-Type as GET (RFC 9110 9.3.2: the same fields, SHOULD). */
export const headGivesTypeOfGet: Expectation = (seen) => {
  const [first, head] = seen.map(({ response }) => (response.is === 'answer' ? response : undefined));
  if (first === undefined || head === undefined) return { inconclusive: 'not every request was answered' };
  const [asGet, told] = [headerOf(first.headers, 'content-type'), headerOf(head.headers, 'content-type')];
  if (head.status !== first.status || asGet === told) return [];
  const observed = told ?? 'no such field';
  const [subject, expected, reference] = ['Content-Type of HEAD', asGet ?? 'none, as GET', 'RFC 9110 9.3.2'];
  return [withExchange(seen[1], { subject, expected, observed, reference })];
};
