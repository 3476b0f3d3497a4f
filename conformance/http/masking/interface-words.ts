/** Number of consecutive characters of a secret that count as the secret. */
export const distinctiveLetters = 12;

/**
 * Words that occur in every answer or report, whatever the target: a secret that contains one of them must not blot
 * them out, such as `Accept: application/vnd.acme+json` in a field of `--header`.
 */
const words = [
  'application/json; charset=utf-8',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'text/event-stream; charset=utf-8',
  'text/plain; charset=utf-8',
  'text/html; charset=utf-8',
  'https://localhost',
  'http://localhost',
  'http://127.0.0.1:',
  'https://127.0.0.1:',
  '/v1/audio/speech',
  '/v1/audio/voices',
  '/v1/bots/support/chat/stream',
  'audioBase64',
  'contentType',
  'conversation',
  'authorization: bearer',
  'authenticate',
  'authentication',
  'unauthorized',
  'access-control-allow-origin',
  'transfer-encoding: chunked',
  'content-encoding',
  'content-length',
  'content-type',
  'cache-control',
  'keep-alive',
  'x-request-id',
  'invalid_request',
  'invalid_request_error',
  'insufficient_credits',
  'internal_server_error',
  'rate_limit_exceeded',
  'session_not_found',
  'validation_error',
  'embedded reference service',
  'conformance',
  'interface document',
  'credit-balance',
  'enterprise-pooled',
  'enterprise-per-user',
  'includedRequests',
  'memberRequestLimit',
  'organization',
  'organisation',
  'subscription',
  'environment',
  'development',
  'integration',
  'application',
  'configuration',
  'description',
  '0000000000000000',
  '----------------',
  '================',
  '****************',
];

const known = new Set<string>();
let isBegun = false;

/** Adds words that a run may show, such as the address of its target. */
export function addInterfaceWords(text: string): void {
  const small = text.toLowerCase();
  for (let at = 0; at + distinctiveLetters <= small.length; at += 1)
    known.add(small.slice(at, at + distinctiveLetters));
}

/** Whether this window of twelve lower-case letters belongs to no secret, even if a secret contains it. */
export function isOfInterface(window: string): boolean {
  if (!isBegun) {
    isBegun = true;
    for (const word of words) addInterfaceWords(word);
  }
  return known.has(window) || known.has([...window].toReversed().join(''));
}
