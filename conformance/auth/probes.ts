import type { CallChange } from '../core/calls.ts';
import { placeholders } from '../core/probe.ts';

/** Names that interfaces give to a token in the query; the first is that of RFC 6750 2.3. */
const names = ['access_token', 'token', 'api_key', 'apiKey', 'key'] as const;

/** The path alone carries the token, as some interfaces allow; no Authorization header. */
export const tokenInQuery: CallChange = {
  as: 'none',
  query: `?${names.map((name) => `${name}=${placeholders.token}`).join('&')}`,
};
