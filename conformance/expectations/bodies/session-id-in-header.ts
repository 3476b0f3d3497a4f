import { headerOf, type HeaderFields } from '../../model/exchange.ts';

/** How header fields call the sessionId; RFC 6648 advises against the prefix, and services use it. */
const names = ['session-id', 'x-session-id', 'sessionid', 'x-sessionid'];

/**
 * The session id that a stream shows in a header field, as one of plain text has no other place for it (4.3: the layout
 * is not shown). Digits alone are left out: whether they are a number or a text (2.3: the type is not shown) cannot be
 * seen in a header.
 */
export function sessionIdInHeader(headers: HeaderFields): string | undefined {
  const shown = names.map((name) => headerOf(headers, name)).find((value) => value !== undefined && value !== '');
  return shown === undefined || /^\d+$/u.test(shown) ? undefined : shown;
}
