import { chat, stream } from '../chat/probes.ts';
import { speak } from '../speech/probes.ts';
import { mutatedTokens } from '../../model/mutated-tokens.ts';
import { placeholders } from '../../model/probe.ts';
import { refusedCheck } from './refused-check.ts';

/** A chat with another token, or with text that is no token. */
export const chatWithToken = (token: string) => chat(undefined, { authorization: `Bearer ${token}` });
const nothing = { authorization: 'Bearer ' } as const;

/**
 * Values that contain the token and further characters that a token may have (RFC 6750 2.1), and values without the
 * token.
 */
export const tokenLookalikeChecks = {
  'with-something-before-it-is-refused': {
    title: 'Rejects a chat with a letter before the token',
    ...refusedCheck('chat', chatWithToken(`x${placeholders.token}`), 'auth-token-end-enough'),
  },
  'with-a-slash-behind-it-is-refused': {
    title: 'Rejects a chat with a slash and a letter appended to the token',
    ...refusedCheck('chat', chatWithToken(`${placeholders.token}/x`), 'auth-token-read-to-a-slash'),
  },
  // Not MUST: a token may be base64, and a decoder may accept more padding than needed.
  'with-padding-behind-it-is-refused': {
    title: 'Rejects a chat with = appended to the token',
    ...refusedCheck('chat', chatWithToken(`${placeholders.token}=`), 'auth-token-padding-stripped'),
    level: 'SHOULD',
  },
  'empty-one-is-refused-by-chat': {
    title: 'Rejects a chat with an empty Bearer token',
    ...refusedCheck('chat', chat(undefined, nothing), 'auth-empty-token-accepted-chat'),
  },
  'empty-one-is-refused-by-stream': {
    title: 'Rejects a stream with an empty Bearer token',
    ...refusedCheck('stream', stream(undefined, nothing), 'auth-empty-token-accepted-stream'),
  },
  // Each operation may look up a token with code of its own.
  'with-another-last-character-is-refused-by-stream': {
    title: 'Rejects a stream with the last character of the token changed',
    ...refusedCheck(
      'stream',
      stream(undefined, { authorization: `Bearer ${mutatedTokens.endChanged}` }),
      'auth-token-last-character-ignored-by-stream',
    ),
  },
  'in-other-case-is-refused-by-speech': {
    title: 'Rejects a speech request with the letter case of the token swapped',
    requirement:
      'The token in Authorization: Bearer <ACCESS_TOKEN> is case-sensitive: in swapped letter case it is another token',
    // What stands in front may put a token that its connection has seen in the place of this one.
    ...refusedCheck(
      'speech',
      speak({}, { authorization: `Bearer ${mutatedTokens.swapped}`, goes: 'onNewConnection' }),
      'auth-token-case-folded-by-speech',
    ),
  },
} as const;
